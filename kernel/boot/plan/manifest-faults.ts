import { kernelEventTypes } from '../../events/index.ts'
import type { LoadedManifest, PluginManifest } from '../../manifest/index.ts'
import { ownDrivers } from '../../planes/index.ts'
import { coreServicePrefix } from './plan.ts'

/** The version of the plugin interface that this kernel speaks. */
const kernelVersion = '1.0.0'

/** Ids under which the kernel itself keeps tables and settings. */
const reservedIds = new Set(['kernel', 'core'])
const kernelDomains = new Set(kernelEventTypes.map(({ type }) => domainOf(type)))

export interface Fault {
  loaded: LoadedManifest
  field: (string | number)[]
  message: string
  /** Ends the start even when the plugin is an added one. */
  isFatal?: boolean
}

/** What only one plugin may declare: the names in a manifest, and where they stand. */
interface OwnName {
  what: string
  field: string[]
  /** The field of each entry that holds the name; without it the entry is the name. */
  key?: string
  of(manifest: PluginManifest): readonly string[] | undefined
}

const pluginId: OwnName = { what: 'The plugin id', field: ['id'], of: ({ id }) => [id] }
const ownNames: readonly OwnName[] = [
  { what: 'The service', field: ['services', 'provides'], of: ({ services }) => services?.provides },
  { what: 'The extension point', field: ['extension_points', 'hosts'], of: each => each.extension_points?.hosts },
  { what: 'The permission', field: ['permissions'], key: 'id', of: each => each.permissions?.map(({ id }) => id) },
  { what: 'The tool', field: ['tools'], key: 'name', of: ({ tools }) => tools?.map(({ name }) => name) },
  { what: 'The job kind', field: ['jobs'], key: 'kind', of: ({ jobs }) => jobs?.map(({ kind }) => kind) },
  { what: 'The event type', field: ['events'], key: 'type', of: ({ events }) => events?.map(({ type }) => type) },
  { what: 'The page', field: ['pages'], key: 'path', of: ({ pages }) => pages?.map(({ path }) => path) },
  { what: 'The driver', field: ['drivers'], key: 'id', of: ({ drivers }) => drivers?.map(({ id }) => id) },
  // A prefix may lie below another plugin's: the longer one is more exact. The same one twice has no owner.
  { what: 'The route prefix', field: ['routes'], of: ({ routes }) => routes },
]

/** Two plugins of one id are one too many: not even a switch could name one of them. */
export function sameIds(manifests: readonly LoadedManifest[]): Fault[] {
  return doubles(manifests, pluginId).map(fault => ({ ...fault, field: pluginId.field, isFatal: true }))
}

/** What each manifest declares that another has declared already, and what this kernel cannot carry. */
export function manifestFaults(manifests: readonly LoadedManifest[]): Fault[] {
  return [
    ...manifests.flatMap(ownFaults),
    ...ownNames.flatMap(names => doubles(manifests, names)),
    ...undeclaredToolPermissions(manifests),
  ]
}

function ownFaults(loaded: LoadedManifest): Fault[] {
  const { id: ownId, kernel, services, drivers, events } = loaded.manifest
  const faults: Fault[] = []
  const add = (field: Fault['field'], message: string): void => void faults.push({ loaded, field, message })
  if (reservedIds.has(ownId)) add(['id'], `"${ownId}" is the kernel's own name. Choose another.`)
  if (!satisfies(kernel)) {
    const remedy = 'Install a version of the plugin, or of svc, that fits.'
    add(['kernel'], `the plugin is written for the plugin interface ${kernel}; this is ${kernelVersion}. ${remedy}`)
  }
  services?.provides?.forEach((id, index) => {
    const message = `names that begin with ${coreServicePrefix} are the kernel's. Choose another domain.`
    if (id.startsWith(coreServicePrefix)) add(['services', 'provides', index], message)
  })
  drivers?.forEach(({ id }, index) => {
    const isTaken = ownDrivers.available.some(driver => driver.id === id)
    if (isTaken) add(['drivers', index, 'id'], `svc has a driver "${id}" itself. Choose another id.`)
  })
  events?.forEach(({ type }, index) => {
    const message = `event types that begin with ${domainOf(type)}. are the kernel's. Choose another domain.`
    if (kernelDomains.has(domainOf(type))) add(['events', index, 'type'], message)
  })
  return faults
}

function domainOf(eventType: string): string {
  return eventType.split('.', 1)[0] ?? eventType
}

/** Of `^1`, `^1.2` and `^1.2.3`: the same major version, and nothing newer than ours. */
function satisfies(range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = range.slice(1).split('.').map(Number)
  const [ourMajor = 0, ourMinor = 0, ourPatch = 0] = kernelVersion.split('.').map(Number)
  if (major !== ourMajor || minor > ourMinor) return false
  return minor < ourMinor || patch <= ourPatch
}

function doubles(manifests: readonly LoadedManifest[], { what, field, key, of }: OwnName): Fault[] {
  const first = new Map<string, LoadedManifest>()
  return manifests.flatMap(loaded =>
    (of(loaded.manifest) ?? []).flatMap((name, index) => {
      const other = first.get(name)
      first.set(name, other ?? loaded)
      if (!other) return []
      const message = `${what} "${name}" is declared by ${other.file} already. Rename one of them.`
      return [{ loaded, field: [...field, index, ...(key === undefined ? [] : [key])], message }]
    }),
  )
}

/** True when a path is the prefix itself or lies below it. */
export function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

function undeclaredToolPermissions(manifests: readonly LoadedManifest[]): Fault[] {
  const declared = new Set(manifests.flatMap(({ manifest }) => (manifest.permissions ?? []).map(({ id }) => id)))
  return manifests.flatMap(loaded =>
    (loaded.manifest.tools ?? []).flatMap(({ permission }, index) => {
      if (permission === undefined || declared.has(permission)) return []
      const message = `no manifest declares the permission "${permission}". Add it to "permissions".`
      return [{ loaded, field: ['tools', index, 'permission'], message }]
    }),
  )
}
