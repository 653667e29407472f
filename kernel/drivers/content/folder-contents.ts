import { existsSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, linkOrCopy, NotFoundError, syncPath, UnavailableError } from '@svc/plugin'
import type { Contents, ContentsOptions, DataPlane, StagedContent } from '@svc/plugin'
import { diskFault, StagedContents } from './staged-contents.ts'
import type { StagedContentsOptions } from './staged-contents.ts'

const sha256Pattern = /^[0-9a-f]{64}$/
/** Up to this size a file is read sooner than another thread is asked to. */
const mostReadAtOnce = 1024 * 1024
const shelfPattern = /^[0-9a-f]{2}$/

export interface FolderContentsOptions extends StagedContentsOptions, Pick<ContentsOptions, 'isKept'> {
  data: DataPlane
}

/** Contents as files of the home: `<folder>/<ab>/<sha256>`; in the folder of a part `<part>/<sha256>`. */
export class FolderContents extends StagedContents implements Contents {
  readonly #options: FolderContentsOptions
  /** Contents that are being named and recorded: they are not swept although nothing names them yet. */
  readonly #arriving = new Map<string, number>()

  constructor(options: FolderContentsOptions) {
    super(options)
    this.#options = options
  }

  async place<T>(staged: readonly StagedContent[], record: () => T): Promise<T> {
    for (const content of staged) this.#arrive(content, 1)
    try {
      for (const content of staged) await this.#name(content)
      return record()
    } finally {
      for (const content of staged) {
        this.#arrive(content, -1)
        await this.discard(content)
      }
    }
  }

  confirm({ path, sha256 }: StagedContent): void {
    if (existsSync(this.#pathIn(dirname(path), sha256))) return
    throw new UnavailableError('The same content was deleted at this very moment. Try again.', {
      retry_after_seconds: 1,
    })
  }

  async open(workspaceId: string, sha256: string): Promise<FileHandle> {
    try {
      return await open(this.#pathIn(await this.folderToRead(workspaceId), sha256), 'r')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw goneContent(error)
      throw diskFault(error)
    }
  }

  async withPath<T>(workspaceId: string, sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    const folder = await this.folder(workspaceId)
    const from = this.#pathIn(folder, sha256)
    const to = this.temporaryPath(folder)
    try {
      await linkOrCopy(from, to).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? goneContent(error) : error
      })
      return await work(to)
    } catch (error) {
      throw diskFault(error)
    } finally {
      await rm(to, { force: true })
    }
  }

  async withPaths<T>(
    workspaceId: string,
    contents: readonly string[],
    work: (paths: ReadonlyMap<string, string>) => Promise<T>,
  ): Promise<T> {
    return work(await this.pathsInHome(workspaceId, contents))
  }

  async read(workspaceId: string, sha256: string): Promise<Buffer> {
    const bytes = await this.readInHome(workspaceId, sha256)
    if (bytes === null) throw goneContent(null)
    return bytes
  }

  async sweep(workspaceId: string, contents: ReadonlySet<string>): Promise<void> {
    if (contents.size === 0) return
    const { data, isKept } = this.#options
    const folder = await this.folder(workspaceId)
    // In the transaction nobody can record one of them; where that was not possible the next start sweeps.
    data.use(workspaceId, db =>
      db.transaction(() => {
        for (const sha256 of contents) {
          if (this.#arriving.has(`${workspaceId}/${sha256}`) || isKept(db, sha256)) continue
          unlinkIfThere(this.#pathIn(folder, sha256))
        }
      }),
    )
  }

  async sweepAll(workspaceId: string): Promise<void> {
    const folder = await this.folder(workspaceId)
    const shelves =
      this.#options.part === undefined ? (await readdir(folder)).filter(name => shelfPattern.test(name)) : ['']
    for (const shelf of shelves) {
      const contents = (await readdir(join(folder, shelf))).filter(name => sha256Pattern.test(name))
      await this.sweep(workspaceId, new Set(contents))
    }
  }

  workspaceIds(): Promise<string[]> {
    return this.#options.folders.workspaceIds()
  }

  /** Of those that lie there. */
  protected async pathsInHome(workspaceId: string, contents: readonly string[]): Promise<Map<string, string>> {
    const folder = await this.folderToRead(workspaceId)
    const paths = contents.map(sha256 => [sha256, this.#pathIn(folder, sha256)] as const)
    return new Map(paths.filter(([, path]) => existsSync(path)))
  }

  /** Null when it does not lie there. */
  protected async readInHome(workspaceId: string, sha256: string): Promise<Buffer | null> {
    const path = this.#pathIn(await this.folderToRead(workspaceId), sha256)
    try {
      return statSync(path).size > mostReadAtOnce ? await readFile(path) : readFileSync(path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw diskFault(error)
    }
  }

  #pathIn(folder: string, sha256: string): string {
    return this.#options.part === undefined ? join(folder, sha256.slice(0, 2), sha256) : join(folder, sha256)
  }

  #arrive({ workspace_id, sha256 }: StagedContent, more: 1 | -1): void {
    const key = `${workspace_id}/${sha256}`
    const count = (this.#arriving.get(key) ?? 0) + more
    if (count > 0) this.#arriving.set(key, count)
    else this.#arriving.delete(key)
  }

  async #name({ path, sha256, size }: StagedContent): Promise<void> {
    const to = this.#pathIn(dirname(path), sha256)
    const shelf = dirname(to)
    try {
      const there = await stat(to).catch(() => null)
      if (there?.size === size) return
      const isNew = (await mkdir(shelf, { recursive: true, mode: 0o700 })) !== undefined
      await rename(path, to)
      await syncPath(shelf)
      if (isNew) await syncPath(dirname(shelf))
    } catch (error) {
      throw diskFault(error)
    }
  }
}

export function goneContent(cause: unknown): NotFoundError {
  return new NotFoundError('The content is gone.', { cause })
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    // A reader holds it where open files cannot be deleted; the next start tries again.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EBUSY' && codeOf(error) !== 'EPERM') throw error
  }
}
