import { kernelEventTypes } from '../../events/index.ts'
import type { LoadedManifest } from '../../manifest/index.ts'
import { coreServicePrefix } from './plan.ts'

/** The version of the plugin interface that this kernel speaks. */
export const kernelVersion = '1.0.0'

/** Ids under which the kernel itself keeps tables and settings. */
const reservedIds = new Set(['kernel', 'core'])
const kernelDomains = new Set(kernelEventTypes.map(({ type }) => domainOf(type)))

export interface Fault {
  loaded: LoadedManifest
  field: (string | number)[]
  message: string
  /** Ends the start whoever's fault it is. */
  isFatal?: boolean
}

interface Named {
  name: string
  field: (string | number)[]
}

/** Two plugins of one id cannot be told apart, not even to switch one of them off. */
export function sameIds(manifests: readonly LoadedManifest[]): Fault[] {
  const faults = doubles(manifests, 'The plugin id', ({ manifest }) => [{ name: manifest.id, field: ['id'] }])
  return faults.map(fault => ({ ...fault, isFatal: true }))
}

/** What each manifest declares that another has declared already, and what this kernel cannot carry. */
export function manifestFaults(manifests: readonly LoadedManifest[]): Fault[] {
  return [
    ...manifests.flatMap(ownFaults),
    ...doubles(manifests, 'The service', ({ manifest }) =>
      (manifest.services?.provides ?? []).map((name, index) => ({ name, field: ['services', 'provides', index] })),
    ),
    ...doubles(manifests, 'The extension point', ({ manifest }) =>
      (manifest.extension_points?.hosts ?? []).map((name, index) => ({
        name,
        field: ['extension_points', 'hosts', index],
      })),
    ),
    ...doubles(manifests, 'The permission', ({ manifest }) =>
      (manifest.permissions ?? []).map(({ id }, index) => ({ name: id, field: ['permissions', index, 'id'] })),
    ),
    ...doubles(manifests, 'The tool', ({ manifest }) =>
      (manifest.tools ?? []).map(({ name }, index) => ({ name, field: ['tools', index, 'name'] })),
    ),
    ...doubles(manifests, 'The job kind', ({ manifest }) =>
      (manifest.jobs ?? []).map(({ kind }, index) => ({ name: kind, field: ['jobs', index, 'kind'] })),
    ),
    ...doubles(manifests, 'The event type', ({ manifest }) =>
      (manifest.events ?? []).map(({ type }, index) => ({ name: type, field: ['events', index, 'type'] })),
    ),
    ...doubles(manifests, 'The page', ({ manifest }) =>
      (manifest.pages ?? []).map(({ path }, index) => ({ name: path, field: ['pages', index, 'path'] })),
    ),
    ...sameRoutes(manifests),
    ...undeclaredToolPermissions(manifests),
  ]
}

function ownFaults(loaded: LoadedManifest): Fault[] {
  const { manifest } = loaded
  const faults: Fault[] = []
  if (reservedIds.has(manifest.id))
    faults.push({ loaded, field: ['id'], message: `"${manifest.id}" is the kernel's own name. Choose another.` })
  if (!satisfies(manifest.kernel)) {
    const message = `the plugin is written for the plugin interface ${manifest.kernel}; this is ${kernelVersion}. Install a version of the plugin, or of svc, that fits.`
    faults.push({ loaded, field: ['kernel'], message })
  }
  manifest.services?.provides?.forEach((id, index) => {
    if (!id.startsWith(coreServicePrefix)) return
    faults.push({
      loaded,
      field: ['services', 'provides', index],
      message: `names that begin with ${coreServicePrefix} are the kernel's. Choose another domain.`,
    })
  })
  manifest.events?.forEach(({ type }, index) => {
    const domain = domainOf(type)
    if (!kernelDomains.has(domain)) return
    const message = `event types that begin with ${domain}. are the kernel's. Choose another domain.`
    faults.push({ loaded, field: ['events', index, 'type'], message })
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

function doubles(
  manifests: readonly LoadedManifest[],
  what: string,
  namesOf: (loaded: LoadedManifest) => Named[],
): Fault[] {
  const first = new Map<string, LoadedManifest>()
  const faults: Fault[] = []
  for (const loaded of manifests) {
    for (const { name, field } of namesOf(loaded)) {
      const other = first.get(name)
      if (other)
        faults.push({
          loaded,
          field,
          message: `${what} "${name}" is declared by ${other.file} already. Rename one of them.`,
        })
      else first.set(name, loaded)
    }
  }
  return faults
}

/** A prefix may lie below another plugin's: the longer one is more exact. The same one twice has no owner. */
function sameRoutes(manifests: readonly LoadedManifest[]): Fault[] {
  return doubles(manifests, 'The route prefix', ({ manifest }) =>
    (manifest.routes ?? []).map((name, index) => ({ name, field: ['routes', index] })),
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
