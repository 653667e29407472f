import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf, ConflictError, forEachAtOnce, syncPath } from '@svc/plugin'
import type { GetObjectOptions, ObjectContent, ObjectEntry, ObjectRange, ObjectStore, OpenedObject } from '@svc/plugin'
import { missingObject, rangeFault } from '../objects/object-faults.ts'
import { checkedName, checkedPrefix } from '../objects/object-names.ts'
import { ArrivingFiles } from './arriving-files.ts'
import type { ArrivingFilesOptions } from './arriving-files.ts'
import { folderFault } from './folder-fault.ts'
import { filesBelow } from './list-files.ts'

/** How often a put makes the folder of an object again, which a remove on another server took away because it was empty. */
const mostTries = 100
/** What the disk says when the name of an object is a folder, or one of its folders an object. */
const taken = new Set(['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST'])

/** Objects as files of a folder that servers share, such as one of NFS. An operator mounts it: a folder that is missing is never made. */
export class FolderObjects implements ObjectStore {
  readonly #folder: string
  readonly #arriving: ArrivingFiles
  #isTried = false

  constructor(options: ArrivingFilesOptions) {
    this.#folder = options.path
    this.#arriving = new ArrivingFiles(options)
  }

  async put(name: string, content: ObjectContent, signal?: AbortSignal): Promise<void> {
    const to = this.#pathOf(name)
    await this.#work(signal, async () => {
      const from = await this.#arriving.write(content, signal)
      try {
        await place(from, to)
      } finally {
        await rm(from, { force: true })
      }
    })
  }

  async get(name: string, { range, signal }: GetObjectOptions = {}): Promise<OpenedObject> {
    const path = this.#pathOf(name)
    return this.#work(signal, async () => {
      const file = await this.#open(path, name)
      try {
        const found = await file.stat()
        if (!found.isFile()) throw missingObject(name)
        if (range && (range.start >= found.size || range.end < range.start)) throw rangeFault(name, range, found.size)
        return { size: found.size, body: bodyOf(file, found.size, range, signal) }
      } catch (error) {
        await file.close()
        throw error
      }
    })
  }

  async *list(prefix: string, signal?: AbortSignal): AsyncGenerator<ObjectEntry> {
    yield* filesBelow(this.#folder, checkedPrefix(prefix), signal)
  }

  async remove(names: readonly string[], signal?: AbortSignal): Promise<void> {
    const paths = names.map(name => this.#pathOf(name))
    await this.#work(signal, async () => {
      await stat(this.#folder)
      await forEachAtOnce(paths, async path => {
        signal?.throwIfAborted()
        if (await isRemoved(path)) await this.#removeEmpty(dirname(path))
      })
    })
  }

  async check(signal?: AbortSignal): Promise<void> {
    await this.#work(signal, async () => {
      if (this.#isTried) return void (await stat(this.#folder))
      await rm(await this.#arriving.write(Buffer.from('svc'), signal), { force: true })
      await this.#arriving.removeAbandoned()
      this.#isTried = true
    })
  }

  #pathOf(name: string): string {
    return join(this.#folder, ...checkedName(name).split('/'))
  }

  async #open(path: string, name: string): Promise<FileHandle> {
    try {
      return await open(path, 'r')
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error
      // Without its mount, all objects would look as if they had been removed.
      await stat(this.#folder)
      throw missingObject(name, error)
    }
  }

  async #removeEmpty(folder: string): Promise<void> {
    for (let empty = folder; empty !== this.#folder; empty = dirname(empty)) {
      try {
        await rmdir(empty)
      } catch {
        // It holds other objects, or another server removed it.
        return
      }
    }
  }

  async #work<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      throw folderFault(error, this.#folder)
    }
  }
}

/** Gives a written file its name, durably. */
async function place(from: string, to: string): Promise<void> {
  const shelf = dirname(to)
  for (let tries = 1; ; tries += 1) {
    try {
      const firstNew = await mkdir(shelf, { recursive: true, mode: 0o700 })
      await rename(from, to)
      await syncPath(shelf)
      // A new folder is a name in the folder above it.
      const highest = firstNew === undefined ? shelf : dirname(firstNew)
      for (let above = shelf; above !== highest;) await syncPath((above = dirname(above)))
      return
    } catch (error) {
      if (taken.has(codeOf(error) ?? '')) {
        throw new ConflictError(
          'name_taken',
          'The name of the object is the folder of others, or the other way round.',
          {
            cause: error,
          },
        )
      }
      if (codeOf(error) !== 'ENOENT' || tries === mostTries) throw error
    }
  }
}

function bodyOf(
  file: FileHandle,
  size: number,
  range: ObjectRange | undefined,
  signal: AbortSignal | undefined,
): Readable {
  const part = range && { start: range.start, end: Math.min(range.end, size - 1) }
  return file.createReadStream({ ...part, signal })
}

async function isRemoved(path: string): Promise<boolean> {
  try {
    await rm(path)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_FS_EISDIR') return false
    throw error
  }
}
