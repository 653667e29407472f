import { readdir, stat } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '@svc/plugin'
import type { ObjectEntry } from '@svc/plugin'
import { byBytes } from '../objects/object-names.ts'
import { folderFault } from './folder-fault.ts'

interface Place {
  /** The name of an object, or of a folder of them with a slash at its end. */
  name: string
  isFolder: boolean
}

/** The files below `root` whose names begin with `prefix`, in the order of their bytes; what is removed meanwhile is left out. */
export async function* filesBelow(root: string, prefix: string, signal?: AbortSignal): AsyncGenerator<ObjectEntry> {
  signal?.throwIfAborted()
  try {
    // A missing mount would look as if all had been removed.
    await stat(root)
    // The folder that the prefix names; what lies beside it is not read.
    yield* walk(root, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix, signal)
  } catch (error) {
    throw folderFault(error, root)
  }
}

async function* walk(
  root: string,
  folder: string,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ObjectEntry> {
  for (const place of await placesIn(root, folder)) {
    signal?.throwIfAborted()
    if (place.isFolder) {
      if (place.name.startsWith(prefix) || prefix.startsWith(place.name)) yield* walk(root, place.name, prefix, signal)
      continue
    }
    if (!place.name.startsWith(prefix)) continue
    const entry = await entryOf(root, place.name)
    if (entry) yield entry
  }
}

async function placesIn(root: string, folder: string): Promise<Place[]> {
  const found = await orGone<Dirent[]>(readdir(join(root, folder), { withFileTypes: true }), [])
  return (
    found
      // A folder of the system, such as `.snapshot` of NFS, holds no objects.
      .filter(entry => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
      .map(entry => {
        const isFolder = entry.isDirectory()
        return { name: `${folder}${entry.name}${isFolder ? '/' : ''}`, isFolder }
      })
      // With the slash, the names below a folder come where their bytes belong.
      .toSorted((a, b) => byBytes(a.name, b.name))
  )
}

async function entryOf(root: string, name: string): Promise<ObjectEntry | null> {
  const found = await orGone(stat(join(root, name)), null)
  return found && { name, size: found.size, modified_at: found.mtime.toISOString() }
}

async function orGone<T>(reading: Promise<T>, gone: T): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return gone
    throw error
  }
}
