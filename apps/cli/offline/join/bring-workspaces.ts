import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { forgetJobs } from '../../../../kernel/index.ts'
import type { JoiningHome } from '../../../../kernel/index.ts'
import type { FoundContents } from './home-contents.ts'
import { WorkspaceCopies } from './workspace-copies.ts'

/** No backup takes what ends so. */
const copyName = 'joining.tmp'

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
  const copies = new WorkspaceCopies(home.path, signal)
  try {
    for (const [index, database] of databases.entries()) {
      const { workspaceId } = database
      signal.throwIfAborted()
      onWorkspace(index)
      await rm(folder, { recursive: true, force: true })
      const ofWorkspace = join(folder, 'workspaces', workspaceId)
      await mkdir(ofWorkspace, { recursive: true, mode: 0o700 })
      const copy = join(ofWorkspace, 'data_plane.sqlite')
      await copies.copy(database, copy)
      await forgetJobs(folder)
      await cluster.bring(workspaceId, copy)
    }
  } finally {
    await copies.close()
    await rm(folder, { recursive: true, force: true })
  }
}
