import { rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { messageOf, NotFoundError, UnavailableError } from '@svc/plugin'
import type { SharedFiles } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import { analyticsFolder, datasetsFolder, hashOfTable } from './analytics-folders.ts'
import type { AnalyticsFolders } from './analytics-folders.ts'
import type { HostUse } from './query-hosts.ts'

/** What the files of a task are called by its process. */
export interface TableNames {
  nameOf(file: string): string
  fileOf(name: string): string
}

/** A link that a process of the engine reads. */
interface HeldLink {
  /** Relative to the workspace's folder. */
  name: string
  uses: number
  ready: Promise<void>
  release(): void
}

export const namesOfHome: TableNames = { nameOf: file => file, fileOf: name => name }

/**
 * Files of tables as objects that servers share. A process of the engine cannot leave its workspace's folder, so it reads a file of the cache
 * by a link there.
 */
export class SharedTables {
  readonly #folders: AnalyticsFolders
  readonly #files: SharedFiles
  /** By object. */
  readonly #links = new Map<string, HeldLink>()
  /** The links of this process, in each workspace's folder. */
  readonly #folder: string
  #count = 0

  constructor(folders: AnalyticsFolders, files: SharedFiles) {
    this.#folders = folders
    this.#files = files
    this.#folder = `${datasetsFolder}/${folders.stages.make()}`
  }

  /** @throws UnavailableError, StorageFullError */
  async publish(workspaceId: string, from: string, file: string): Promise<void> {
    await this.#folders.takeOver(from)
    await this.#files.put(objectOf(workspaceId, file), { path: from, size: (await stat(from)).size })
  }

  async remove(workspaceId: string, files: readonly string[]): Promise<void> {
    const names = files.filter(file => hashOfTable(file) !== null).map(file => objectOf(workspaceId, file))
    if (names.length > 0) await this.#files.remove(names)
  }

  /**
   * Runs `work` with these files, and those that its lookup names, at hand. When one has to be fetched, the work begins anew afterwards: its
   * time limit is not for the network.
   * @throws NotFoundError for a file that is gone, UnavailableError
   */
  async reading<T>(
    workspaceId: string,
    files: readonly string[],
    use: HostUse,
    work: (use: HostUse, names: TableNames) => Promise<T>,
  ): Promise<T> {
    const held = new Map<string, HeldLink>()
    const hold = async (wanted: readonly string[]): Promise<void> => {
      const shared = await this.#shared(workspaceId, wanted)
      for (const file of shared) if (!held.has(file)) held.set(file, this.#hold(workspaceId, file))
      await orAborted(Promise.all(shared.map(file => held.get(file)!.ready)), use.signal)
    }
    const names: TableNames = {
      nameOf: file => held.get(file)?.name ?? file,
      fileOf: name => [...held].find(([, { name: own }]) => own === name)?.[0] ?? name,
    }
    try {
      await hold(files)
      for (;;) {
        const { use: looking, missing } = this.#looking(workspaceId, use, { hold, names })
        try {
          return await work(looking, names)
        } catch (error) {
          if (missing.length === 0) throw error
          await hold(missing)
        }
      }
    } finally {
      for (const each of held.values()) {
        each.uses -= 1
        if (each.uses === 0) each.release()
      }
    }
  }

  #looking(
    workspaceId: string,
    { lookup, ...use }: HostUse,
    { hold, names }: { hold(files: readonly string[]): Promise<void>; names: TableNames },
  ): { use: HostUse; missing: string[] } {
    const missing: string[] = []
    if (!lookup) return { use, missing }
    const lookUp: NonNullable<HostUse['lookup']> = async asked => {
      const found = await lookup(asked)
      const files = found.flatMap(table => (table ? [table.file] : []))
      const shared = await this.#shared(workspaceId, files)
      try {
        const isAtHand = shared.every(file => this.#isAtHand(workspaceId, file))
        if (!isAtHand) throw new UnavailableError('A table is not at hand.')
        await hold(shared)
      } catch (error) {
        // The process gets no more than that it failed; what is wrong is found out when they are held afterwards.
        missing.push(...shared)
        throw new RemoteError('unavailable', messageOf(error))
      }
      return found.map(table => table && { ...table, file: names.nameOf(table.file) })
    }
    return { use: { ...use, lookup: lookUp }, missing }
  }

  #isAtHand(workspaceId: string, file: string): boolean {
    return this.#links.has(objectOf(workspaceId, file)) || this.#files.has(hashOfTable(file)!)
  }

  /** What lies in the home, from before or from a backup, is read there. */
  async #shared(workspaceId: string, files: readonly string[]): Promise<string[]> {
    const named = [...new Set(files)].filter(file => hashOfTable(file) !== null)
    const inHome = await Promise.all(named.map(file => this.#folders.has(workspaceId, file)))
    return named.filter((_file, index) => !inHome[index])
  }

  /** The caller releases it, also when it does not become ready. */
  #hold(workspaceId: string, file: string): HeldLink {
    const held = this.#links.get(objectOf(workspaceId, file)) ?? this.#link(workspaceId, file)
    held.uses += 1
    return held
  }

  #link(workspaceId: string, file: string): HeldLink {
    const object = { name: objectOf(workspaceId, file), sha256: hashOfTable(file)! }
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    this.#count += 1
    const name = `${this.#folder}/${this.#count}${extname(file)}`
    const forget = (): void => {
      if (this.#links.get(object.name) === held) this.#links.delete(object.name)
    }
    const held: HeldLink = { name, uses: 0, ready, release: () => (forget(), release()) }
    this.#links.set(object.name, held)
    // The fetch ignores the caller's signal, so the next caller can use what has arrived.
    const reading = this.#files.use(object, async ({ path }) => {
      const to = join(await this.#folders.folder(workspaceId), name)
      try {
        await this.#folders.link(path, to)
        resolve()
        await released
      } finally {
        await rm(to, { force: true })
      }
    })
    reading.catch((error: unknown) => {
      forget()
      reject(error instanceof NotFoundError ? goneTable(error) : error)
    })
    // All who waited may have left.
    ready.catch(() => undefined)
    return held
  }
}

export function goneTable(cause: unknown): NotFoundError {
  return new NotFoundError('The data is not there any more: the dataset was deleted, or its file was removed.', {
    cause,
  })
}

/** As the home has it. */
function objectOf(workspaceId: string, file: string): string {
  return `${analyticsFolder}/${workspaceId}/${file}`
}
