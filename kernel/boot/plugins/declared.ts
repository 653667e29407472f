import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ChildPrograms } from '../../children/index.ts'
import type { InstalledPlugins } from '../../installed-plugins.ts'
import type { Room } from '../../room.ts'
import type { BootedPlugin } from './booted-plugin.ts'

type Declared = Pick<
  InstalledPlugins,
  'permissions' | 'explicitPermissions' | 'recordFields' | 'eventTypes' | 'jobKinds' | 'programs'
>

/** What the manifests of all plugins declare, running or not, and the rooms with them. */
export function declaredBy(plugins: readonly BootedPlugin[], rooms: readonly Room[]): Declared {
  const manifests = plugins.map(({ planned }) => planned.loaded.manifest)
  const permissions = manifests.flatMap(manifest => manifest.permissions ?? [])
  const jobs = manifests.flatMap(manifest => manifest.jobs ?? [])
  return {
    permissions: new Set([...rooms.flatMap(room => room.permissions ?? []), ...permissions.map(({ id }) => id)]),
    explicitPermissions: new Set(permissions.filter(({ wildcard = true }) => !wildcard).map(({ id }) => id)),
    recordFields: manifests.flatMap(manifest =>
      (manifest.permissions ?? []).flatMap(({ id, records = [] }) =>
        records.map(field => ({ field, scope: id, plugin: manifest.id })),
      ),
    ),
    eventTypes: plugins.flatMap(({ planned }) => planned.loaded.events),
    jobKinds: jobs.map(({ kind, enqueue = 'anyone' }) => ({ kind, enqueue })),
    programs: programsOf(plugins),
  }
}

function programsOf(plugins: readonly BootedPlugin[]): ChildPrograms {
  const programs = plugins.flatMap(({ id, planned }) => {
    const { manifest, folder, builtin } = planned.loaded
    return (manifest.programs ?? []).map(({ id: program, entry, limits }) => {
      const declared = { entry: pathToFileURL(resolve(folder, entry)), isAdded: !builtin, ...(limits && { limits }) }
      return [`${id}/${program}`, declared] as const
    })
  })
  return Object.fromEntries(programs)
}
