import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ControlPlane, HomeCopies } from '@svc/plugin'
import { analyticsFolder, contentPlaceFact, namesIn, ThreadedSqliteCopies } from '../../drivers/index.ts'
import { controlSnapshot, registryContent } from '../control-copy.ts'
import { pathOfFact } from '../installation-files/file-facts.ts'
import type { Home, Placement } from '../planes.ts'
import { derivedKernelTables } from './derived-tables-store.ts'

const copiesName = /^before-[0-9a-f]{16}$/
const keptFolders = 3

const derivedTables: Readonly<Record<string, readonly string[]>> = { 'kernel.sqlite': derivedKernelTables }

/** Of a home whose workspaces are kept elsewhere: what its server has of them, and what it notes for itself. */
const ofServer = /^(?:workspaces\/[^/]+\/data_plane[^/]*|home\.json|installation-files\.json)$/

export interface HomeCopiesOptions {
  control: ControlPlane
  contentsBelow: HomeCopies['contentsBelow']
  holdingRemovals: HomeCopies['holdingRemovals']
  home: Pick<Home, 'marker'>
  placement: Pick<Placement, 'copies'> | null
  /** Of the installation, where they are not those of the home. */
  files(): Promise<ReadonlyMap<string, string>>
}

/** What a copy of the home takes. With `placement` it becomes a home that has its workspaces for itself. */
export function createHomeCopies({ control, home, placement, files, ...given }: HomeCopiesOptions): HomeCopies {
  return {
    ...given,
    openSqlite: () => new ThreadedSqliteCopies(),
    derivedTables: path => (Object.hasOwn(derivedTables, path) ? (derivedTables[path] ?? []) : []),
    foldersOf: workspaceId => [`workspaces/${workspaceId}`, `${analyticsFolder}/${workspaceId}`],
    async *workspaceFiles(folder) {
      const [root, id] = folder.split('/')
      if (placement === null || root !== 'workspaces') return
      const { workspaceIds, copy } = placement.copies
      for (const workspaceId of await workspaceIds()) {
        if (id !== undefined && id !== workspaceId) continue
        yield { path: `workspaces/${workspaceId}/data_plane.sqlite`, write: to => copy(workspaceId, to) }
      }
    },
    async filesElsewhere() {
      if (placement === null || home.marker === null) return new Map()
      const { is_cache: _, server_id: __, server_place: ___, ...marker } = home.marker
      return new Map([...(await files()), ['home.json', `${JSON.stringify(marker, null, 2)}\n`]])
    },
    isOfServer: path => placement !== null && ofServer.test(path),
    controlSnapshot: () => controlSnapshot(control),
    // The copy has the contents and the files themselves.
    registryOf: records =>
      registryContent({
        ...records,
        facts: records.facts.filter(({ id }) => id !== contentPlaceFact && pathOfFact(id) === null),
      }),
    audit: () => control.readAudit(),
  }
}

/** Copies of files of a home as they were before a migration: their folders, the newest first. */
export async function migrationFolders(home: string): Promise<string[]> {
  const folder = join(home, 'backups')
  const names = await namesIn(folder)
  const paths = names.filter(name => copiesName.test(name)).map(name => join(folder, name))
  const dated = await Promise.all(paths.map(async path => ({ path, at: (await stat(path)).mtimeMs })))
  return dated.toSorted((a, b) => b.at - a.at).map(({ path }) => path)
}

/** The newest three stay. */
export async function removeOldMigrationFolders(home: string): Promise<void> {
  const old = (await migrationFolders(home)).slice(keptFolders)
  for (const path of old) await rm(path, { recursive: true, force: true })
}
