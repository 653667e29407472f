import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@svc/plugin'

const maxFolders = 200
const maxDepth = 16

/**
 * Watches one folder and those in it, a watch for each: the recursive mode of `fs.watch` looks at every file on Linux, and misses
 * what is made in folders that are new.
 */
export class FolderWatch {
  readonly #root: string
  readonly #onChange: () => void
  readonly #onFault: (reason: string) => void
  readonly #watchers = new Map<string, FSWatcher>()

  constructor(root: string, onChange: () => void, onFault: (reason: string) => void) {
    this.#root = root
    this.#onChange = onChange
    this.#onFault = onFault
  }

  /** Brings the watches in line with the folders that are there now. True when one is new: look again. */
  async refresh(): Promise<boolean> {
    const folders = new Set(await foldersIn(this.#root))
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    const added = [...folders].filter(folder => !this.#watchers.has(folder))
    for (const folder of added) this.#watch(folder)
    return added.length > 0
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(join(this.#root, folder), { persistent: false }, () => this.#onChange())
      watcher.on('error', error => this.#onFault(messageOf(error)))
      this.#watchers.set(folder, watcher)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#onFault(messageOf(error))
    }
  }
}

/** The folder itself as `''`, and those in it, links not followed. None when it is not there. */
async function foldersIn(root: string): Promise<string[]> {
  const found = ['']
  for (let at = 0; at < found.length && found.length < maxFolders; at++) {
    const folder = found[at] ?? ''
    if (folder.split('/').length > maxDepth) continue
    try {
      for await (const entry of await opendir(join(root, folder))) {
        if (entry.isDirectory()) found.push(folder === '' ? entry.name : `${folder}/${entry.name}`)
        if (found.length >= maxFolders) break
      }
    } catch {
      // The folder was removed meanwhile. That causes an event in the folder above.
      found.splice(at, 1)
      at -= 1
    }
  }
  return found
}
