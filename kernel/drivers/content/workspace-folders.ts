import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asStorageFull, codeOf, NotFoundError, UnavailableError } from '@svc/plugin'
import type { WorkspaceFolders } from '@svc/plugin'

export const workspaceIdPattern = /^ws_[0-9a-z]{26}$/

/** A folder for each plugin beside the workspace's file. */
export function createWorkspaceFolders(homePath: string, plugin: string): WorkspaceFolders {
  const workspaces = join(homePath, 'workspaces')
  return {
    async folder(workspaceId) {
      // Before the id touches a path: whatever it is, it cannot leave the folder.
      if (!workspaceIdPattern.test(workspaceId)) throw new NotFoundError('There is no such workspace.')
      const path = join(workspaces, workspaceId, plugin)
      try {
        await mkdir(path, { recursive: true, mode: 0o700 })
      } catch (error) {
        const full = asStorageFull(error, homePath, `the files of workspace ${workspaceId}`)
        if (full !== error) throw full
        throw new UnavailableError(`The folder ${path} cannot be made. Check its permissions and the disk.`, {
          cause: error,
        })
      }
      return path
    },
    async workspaceIds() {
      const ids = await namesIn(workspaces)
      const has = await Promise.all(ids.map(async id => (await namesIn(join(workspaces, id))).includes(plugin)))
      return ids.filter((id, index) => workspaceIdPattern.test(id) && has[index])
    },
  }
}

/** The names in a folder; none when there is no such folder. @throws UnavailableError */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw new UnavailableError(`The folder ${folder} cannot be read.`, { cause: error })
  }
}

/** Also while work that has not ended yet writes something there. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
