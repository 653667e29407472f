import { globSync, statSync, watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NotFoundError } from '@svc/plugin'

/** An editor writes several files, or one in several steps. */
const settleMs = 50
const ignored = /^(node_modules|\..+)$/

/**
 * Gives the time at once, and then that of each change to the folder's files, but for packages and hidden files. Changes that meet are
 * one.
 * @throws NotFoundError when the folder is gone
 */
export async function* changesIn(folder: string, signal: AbortSignal): AsyncGenerator<number> {
  const watchers = new Map<string, Watched>()
  let changedAt: number | null = performance.now()
  let change = Promise.withResolvers<void>()
  const onChange = (name: string | null): void => {
    if (name !== null && ignored.test(name)) return
    changedAt ??= performance.now()
    change.resolve()
  }
  const onAbort = (): void => change.resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    watchFolders(folder, watchers, onChange)
    while (!signal.aborted) {
      const at = changedAt ?? performance.now()
      changedAt = null
      yield at
      await change.promise
      await sleep(settleMs)
      change = Promise.withResolvers()
      watchFolders(folder, watchers, onChange)
      // Nothing would be heard of it any more, even if it came back.
      if (watchers.size === 0) throw new NotFoundError(`${folder} is gone.`)
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const { watcher } of watchers.values()) watcher.close()
  }
}

interface Watched {
  watcher: FSWatcher
  /** Of the folder itself: another one of the same name has another. */
  identity: string
}

/** Folder by folder: to watch all that lies below would watch the packages too. */
function watchFolders(root: string, watchers: Map<string, Watched>, onChange: (name: string | null) => void): void {
  const found = new Map<string, string>()
  for (const path of globSync('**/', { cwd: root, exclude: name => ignored.test(basename(name)) })) {
    const folder = statSync(join(root, path), { bigint: true, throwIfNoEntry: false })
    // An inode is soon given to another folder.
    if (folder) found.set(path, `${folder.ino} ${folder.birthtimeNs}`)
  }
  for (const [path, { watcher, identity }] of watchers) {
    if (found.get(path) === identity) continue
    watcher.close()
    watchers.delete(path)
  }
  for (const [path, identity] of found) {
    if (watchers.has(path)) continue
    const watcher = watch(join(root, path), (_event, name) => onChange(name))
    // It was removed; the folder above says so too.
    watcher.on('error', () => onChange(null))
    watchers.set(path, { watcher, identity })
  }
}
