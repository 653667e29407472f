import { open, readFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { forEachAtOnce, messageOf, NotFoundError, UnavailableError } from '@svc/plugin'
import type { Logger, ObjectStore, StagedContent } from '@svc/plugin'
import type { CachedObjects } from '../objects/cached-objects.ts'
import { FolderContents, goneContent } from './folder-contents.ts'
import type { FolderContentsOptions } from './folder-contents.ts'
import type { MovingContents } from './moving-contents-store.ts'

export interface ObjectContentsOptions extends FolderContentsOptions {
  plugin: string
  store: Pick<ObjectStore, 'put' | 'remove'>
  cache: CachedObjects
  moving: MovingContents
  log: Logger
}

/**
 * Contents as objects `w/<workspace_id>/<plugin>/<ab>/<sha256>`, named as the files of the home are. Those that lie in the home, from before or
 * from a backup, are read there.
 */
export class ObjectContents extends FolderContents {
  readonly #options: ObjectContentsOptions

  constructor(options: ObjectContentsOptions) {
    super(options)
    this.#options = options
  }

  override async place<T>(staged: readonly StagedContent[], record: () => T): Promise<T> {
    const { moving } = this.#options
    const names = staged.map(({ workspace_id, sha256 }) => this.#nameOf(workspace_id, sha256))
    const held: string[] = []
    let isRecorded = false
    try {
      for (const name of new Set(names)) {
        await moving.hold(name)
        held.push(name)
      }
      for (const content of staged) await this.#store(content)
      const result = record()
      isRecorded = true
      return result
    } finally {
      for (const name of held) moving.placed(name, isRecorded)
      for (const content of staged) await this.discard(content)
    }
  }

  /** Nobody removes it while it is being placed. */
  override confirm(): void {}

  override async open(workspaceId: string, sha256: string): Promise<FileHandle> {
    const inHome = await this.#openInHome(workspaceId, sha256)
    // An open file can be read although the cache removes its name.
    return inHome ?? this.#use(workspaceId, sha256, path => open(path, 'r'))
  }

  override async withPath<T>(workspaceId: string, sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    const inHome = await this.#openInHome(workspaceId, sha256)
    await inHome?.close()
    return inHome ? super.withPath(workspaceId, sha256, work) : this.#use(workspaceId, sha256, work)
  }

  override async withPaths<T>(
    workspaceId: string,
    contents: readonly string[],
    work: (paths: ReadonlyMap<string, string>) => Promise<T>,
  ): Promise<T> {
    const paths = await this.pathsInHome(workspaceId, contents)
    const elsewhere = [...new Set(contents)].filter(sha256 => !paths.has(sha256))
    const { promise: worked, resolve: release } = Promise.withResolvers<void>()
    const holds: Promise<void>[] = []
    try {
      await forEachAtOnce(elsewhere, async sha256 => {
        const { promise: isThere, resolve, reject } = Promise.withResolvers<void>()
        const hold = this.#use(workspaceId, sha256, path => {
          paths.set(sha256, path)
          resolve()
          return worked
        })
        // One that is gone is left out.
        holds.push(hold.catch((error: unknown) => (error instanceof NotFoundError ? resolve() : reject(error))))
        await isThere
      })
      return await work(paths)
    } finally {
      release()
      await Promise.all(holds)
    }
  }

  override async read(workspaceId: string, sha256: string): Promise<Buffer> {
    const bytes = await this.readInHome(workspaceId, sha256)
    return bytes ?? this.#use(workspaceId, sha256, path => readFile(path))
  }

  override async sweep(workspaceId: string, contents: ReadonlySet<string>): Promise<void> {
    const { data, isKept, log, moving, store } = this.#options
    await super.sweep(workspaceId, contents)
    const left = moving
      .left(this.#folderOf(workspaceId))
      // Another part of the plugin has a folder below this one.
      .filter(name => this.#nameOf(workspaceId, hashOf(name)) === name)
    const names = new Set([...contents].map(sha256 => this.#nameOf(workspaceId, sha256)).concat(left))
    // What is being placed is recorded then, or left for the next sweep.
    const taken = [...names].filter(name => moving.take(name))
    const settled = new Set<string>()
    try {
      data.use(workspaceId, db =>
        db.transaction(() => taken.filter(name => isKept(db, hashOf(name))).forEach(name => settled.add(name))),
      )
      const unneeded = taken.filter(name => !settled.has(name))
      if (unneeded.length > 0) await store.remove(unneeded)
      for (const name of unneeded) settled.add(name)
    } catch (error) {
      // The records are right whatever becomes of the bytes.
      if (!(error instanceof UnavailableError)) throw error
      log.warn(
        { workspace_id: workspaceId, reason: messageOf(error) },
        'contents that nothing needs could not be removed; trying again later',
      )
    } finally {
      for (const name of taken) moving.removed(name, settled.has(name))
    }
  }

  override async sweepAll(workspaceId: string): Promise<void> {
    await super.sweepAll(workspaceId)
    await this.sweep(workspaceId, new Set())
  }

  /** Removes what could not be removed while the store was away, and what a crash left, in all workspaces. */
  async sweepLeft(): Promise<void> {
    const { log, moving } = this.#options
    for (const workspaceId of moving.workspaceIds()) {
      await this.sweep(workspaceId, new Set()).catch((error: unknown) => {
        const fields = { workspace_id: workspaceId, reason: messageOf(error) }
        log.warn(fields, 'contents that nothing needs could not be removed; trying again later')
      })
    }
  }

  async #store({ workspace_id, path, sha256, size }: StagedContent): Promise<void> {
    const { data, isKept, store } = this.#options
    // What lies in the home alone is gone when its last record is deleted before this one is written.
    const inHome = await this.pathsInHome(workspace_id, [sha256])
    if (inHome.size === 0 && data.use(workspace_id, db => isKept(db, sha256))) return
    await store.put(this.#nameOf(workspace_id, sha256), { path, size })
  }

  async #openInHome(workspaceId: string, sha256: string): Promise<FileHandle | null> {
    try {
      return await super.open(workspaceId, sha256)
    } catch (error) {
      if (error instanceof NotFoundError) return null
      throw error
    }
  }

  async #use<T>(workspaceId: string, sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    let isFetched = false
    const use = ({ path }: { path: string }): Promise<T> => {
      isFetched = true
      return work(path)
    }
    try {
      return await this.#options.cache.use({ name: this.#nameOf(workspaceId, sha256), sha256 }, use)
    } catch (error) {
      throw !isFetched && error instanceof NotFoundError ? goneContent(error) : error
    }
  }

  #folderOf(workspaceId: string): string {
    const { part, plugin } = this.#options
    return `w/${workspaceId}/${plugin}${part === undefined ? '' : `/${part}`}`
  }

  #nameOf(workspaceId: string, sha256: string): string {
    const shelf = this.#options.part === undefined ? `/${sha256.slice(0, 2)}` : ''
    return `${this.#folderOf(workspaceId)}${shelf}/${sha256}`
  }
}

function hashOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
