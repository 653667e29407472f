import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, syncPath } from '@svc/plugin'

/** What the home has no longer for itself. */
const names = ['workspaces', 'data_plane', 'control_plane']
const noteName = 'README.txt'
const note = `This is what a home of svc held before "svc cluster join" moved it to PostgreSQL and to the place of SVC_CONTENT_URL.
No server reads it. Delete this folder once your servers have been at work for a while.
`

/** The files of a home, moved to `backups/before-cluster`: no backup takes what is there, and no server starts on it. */
export class SetAside {
  readonly #home: string
  readonly path: string

  constructor(home: string) {
    this.#home = home
    this.path = join(home, 'backups', 'before-cluster')
  }

  /** From here on {@link isUnfinished}. */
  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
    await syncPath(join(this.path, '..'))
  }

  async isUnfinished(): Promise<boolean> {
    return (await isThere(this.path)) && !(await isThere(join(this.path, noteName)))
  }

  /** A folder that is a disk of its own, and cannot be moved, stays where it is: servers take it for a cache. */
  async finish(): Promise<void> {
    for (const name of names) {
      if (await isThere(join(this.path, name))) continue
      await rename(join(this.#home, name), join(this.path, name)).catch((error: unknown) => {
        if (!['ENOENT', 'EXDEV', 'EBUSY'].includes(codeOf(error) ?? '')) throw error
      })
    }
    await writeFile(join(this.path, noteName), note, { mode: 0o600 })
    await syncPath(this.path)
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
