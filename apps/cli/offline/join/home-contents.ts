import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, ConflictError } from '@svc/plugin'

/** A file of the home, and the name of the object that it becomes. */
export interface HomeContent {
  path: string
  name: string
  size: number
}

export interface FoundContents {
  contents: HomeContent[]
  /** Workspaces that have a file. */
  databases: { workspaceId: string; path: string; size: number }[]
}

/** Where the folders of workspaces are in the home, where they are among the objects, and which files are contents. */
const places = [
  { inHome: 'workspaces', inStore: 'w', content: /\/[0-9a-f]{64}$/ },
  { inHome: 'data_plane', inStore: 'data_plane', content: /-[0-9a-f]{64}\.[a-z]+$/ },
] as const
export const workspaceId = /^ws_[0-9a-z]{26}$/
const database = 'data_plane.sqlite'
/** The log of the file, and what a task has not finished. */
const left = /^data_plane\.sqlite-(?:wal|shm)$|\.tmp(?:\/|$)/
const mostNamed = 3

/** All that the workspaces of a home have. @throws ConflictError that names files which servers cannot share */
export async function findContents(home: string): Promise<FoundContents> {
  const found: FoundContents = { contents: [], databases: [] }
  const unknown: string[] = []
  for (const { inHome, inStore, content } of places) {
    for (const id of (await namesIn(join(home, inHome))).filter(name => workspaceId.test(name)).toSorted()) {
      const folder = join(home, inHome, id)
      for (const below of await filesBelow(folder)) {
        const path = join(folder, below)
        const { size } = await stat(path)
        if (inHome === 'workspaces' && below === database) found.databases.push({ workspaceId: id, path, size })
        else if (content.test(`/${below}`)) found.contents.push({ path, name: `${inStore}/${id}/${below}`, size })
        else unknown.push(path)
      }
    }
  }
  if (unknown.length > 0) throw cannotBeShared(unknown)
  return found
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => !entry.isDirectory())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter(below => !left.test(below))
    .toSorted()
}

/** None when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
}

function cannotBeShared(paths: readonly string[]): ConflictError {
  const named = paths.slice(0, mostNamed).join(', ')
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  return new ConflictError(
    'conflict',
    `These files are not kept as this version of svc keeps contents, so servers cannot share them: ${named}${more}. Start the home once without SVC_CLUSTER_SECRET and stop it, which brings up to date what an earlier version left. Move what is still named then out of the home.`,
  )
}
