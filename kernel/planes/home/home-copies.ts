import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConflictError } from '@svc/plugin'
import type { ControlPlane, HomeCopies } from '@svc/plugin'
import { analyticsFolder, contentPlaceFact, namesIn, ThreadedSqliteCopies } from '../../drivers/index.ts'
import { controlSnapshot, registryContent } from '../control-copy.ts'
import { derivedKernelTables } from './derived-tables-store.ts'

const copiesName = /^before-[0-9a-f]{16}$/
const keptFolders = 3

const derivedTables: Readonly<Record<string, readonly string[]>> = { 'kernel.sqlite': derivedKernelTables }

/** What a copy of the home with this control plane takes. */
export function createHomeCopies(
  control: ControlPlane,
  contentsBelow: HomeCopies['contentsBelow'],
  isCache = false,
): HomeCopies {
  return {
    openSqlite() {
      if (!isCache) return new ThreadedSqliteCopies()
      throw new ConflictError(
        'conflict',
        'svc makes no backup while SVC_CLUSTER_SECRET is set. Back up the PostgreSQL database (pg_dump, or its own archive), and after it what lies at SVC_CONTENT_URL: both together hold everything.',
      )
    },
    derivedTables: path => (Object.hasOwn(derivedTables, path) ? (derivedTables[path] ?? []) : []),
    foldersOf: workspaceId => [`workspaces/${workspaceId}`, `${analyticsFolder}/${workspaceId}`],
    contentsBelow,
    controlSnapshot: () => controlSnapshot(control),
    // The copy has the contents themselves.
    registryOf: records =>
      registryContent({ ...records, facts: records.facts.filter(({ id }) => id !== contentPlaceFact) }),
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
