import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { forgetJobs, ThreadedSqliteCopies } from '../../../../kernel/index.ts'
import type { JoiningHome } from '../../../../kernel/index.ts'
import type { FoundContents } from './home-contents.ts'

/** No backup takes what ends so. */
const copyName = 'joining.tmp'
/** Written by the servers themselves, in the file of each workspace; a home that was theirs once may have them from then. */
const derived = ['kernel_workspace_marks']

export interface BringWorkspacesOptions {
  signal: AbortSignal
  /** Before each of them. */
  onWorkspace(index: number): void
}

/** Brings a copy of each workspace's file; its jobs go another way. */
export async function bringWorkspaces(
  { home, cluster }: Pick<JoiningHome, 'home' | 'cluster'>,
  databases: FoundContents['databases'],
  { signal, onWorkspace }: BringWorkspacesOptions,
): Promise<void> {
  const folder = join(home.path, copyName)
  const copies = new ThreadedSqliteCopies()
  try {
    for (const [index, { workspaceId, path }] of databases.entries()) {
      signal.throwIfAborted()
      onWorkspace(index)
      await rm(folder, { recursive: true, force: true })
      const ofWorkspace = join(folder, 'workspaces', workspaceId)
      await mkdir(ofWorkspace, { recursive: true, mode: 0o700 })
      const copy = join(ofWorkspace, 'data_plane.sqlite')
      await copies.copy(path, copy, { drop: derived, signal })
      await forgetJobs(folder)
      await cluster.bring(workspaceId, copy)
    }
  } finally {
    await copies.close()
    await rm(folder, { recursive: true, force: true })
  }
}
