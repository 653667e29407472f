import { createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { forEachAtOnce, NotFoundError, removeNamed, StorageFullError } from '@svc/plugin'
import type { Ids, WorkspaceFolders, WorkspaceMarks } from '@svc/plugin'
import type { DocumentFile, MemoryProvenance } from '@svc/plugin/contracts/memory'
import type { ImportOutcome } from './import-outcome.ts'

/** What an import is, beside its files. */
export interface ImportOrder {
  files: Omit<DocumentFile, 'path'>[]
  source: string | null
  tags: string[]
  provenance: MemoryProvenance
}

/** How far an import is: what it has done stands in the workspace's file. */
export interface ImportProgress {
  /** Files that are done. */
  files: number
  /** Lines of the file after them that are done. */
  lines: number
  /** What came of them; null: none is done. */
  outcome: ImportOutcome | null
}

const importPattern = /^import-[A-Za-z0-9_-]{16}$/
const importsFolder = 'imports'
const unfinishedEnding = '.tmp'
const orderName = 'order.json'
const progressName = 'progress.json'

function isUnfinished(name: string): boolean {
  return name.endsWith(unfinishedEnding) && importPattern.test(name.slice(0, -unfinishedEnding.length))
}

/** The files of imports wait in the plugin's folder of their workspace, under names of our own making. */
export class Staging {
  readonly #folders: WorkspaceFolders
  readonly #marks: WorkspaceMarks
  readonly #ids: Ids

  /** `marks`: the workspaces in which imports may lie. */
  constructor(folders: WorkspaceFolders, marks: WorkspaceMarks, ids: Ids) {
    this.#folders = folders
    this.#marks = marks
    this.#ids = ids
  }

  async begin(workspaceId: string): Promise<StagedImport> {
    this.#marks.add(workspaceId)
    const id = `import-${this.#ids.secret(12)}`
    // Left out of backups, and deleted at the next start, until it is complete.
    const path = join(await this.#folder(workspaceId), `${id}${unfinishedEnding}`)
    await mkdir(path, { mode: 0o700 })
    return new StagedImport(id, path)
  }

  /** @throws NotFoundError when its files are gone */
  async open(workspaceId: string, importId: string): Promise<{ staged: StagedImport; order: ImportOrder }> {
    const staged = new StagedImport(importId, join(await this.#folder(workspaceId), importId))
    if (importPattern.test(importId)) {
      const text = await textIfThere(join(staged.path, orderName))
      if (text !== null) return { staged, order: JSON.parse(text) as ImportOrder }
    }
    throw new NotFoundError('The files of this import are gone: import them again.')
  }

  /** At a start: removes what had not come whole when the server ended. */
  async removeUnfinished(): Promise<void> {
    const noted = await this.#marks.list()
    if (noted.length === 0) return
    const withFolder = new Set(await this.#folders.workspaceIds())
    await forEachAtOnce(noted, async workspaceId => {
      const folder = withFolder.has(workspaceId) ? await this.#folder(workspaceId) : null
      if (folder !== null) await removeNamed([folder], isUnfinished)
      if (folder === null || (await readdir(folder)).length === 0) this.#marks.remove(workspaceId)
    })
  }

  /** Removes what a crash has left, until the signal; `isNeeded` says whether a job will still read it. */
  async sweep(
    before: number,
    isNeeded: (workspaceId: string, importId: string) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    for (const workspaceId of await this.#marks.list()) {
      const folder = await this.#folder(workspaceId)
      for (const name of await readdir(folder)) {
        if (signal.aborted) return
        const path = join(folder, name)
        if (!importPattern.test(name) || (await stat(path)).mtimeMs > before) continue
        if (!(await isNeeded(workspaceId, name))) await rm(path, { recursive: true, force: true })
      }
    }
  }

  async #folder(workspaceId: string): Promise<string> {
    const path = join(await this.#folders.folder(workspaceId), importsFolder)
    await mkdir(path, { recursive: true, mode: 0o700 })
    return path
  }
}

/** One import's folder. */
export class StagedImport {
  readonly id: string
  path: string
  readonly #files: DocumentFile[] = []
  bytes = 0

  constructor(id: string, path: string) {
    this.id = id
    this.path = path
  }

  get files(): readonly DocumentFile[] {
    return this.#files
  }

  async add(file: { name: string; content_type: string | null }, content: Readable | Uint8Array): Promise<void> {
    const path = join(this.path, String(this.#files.length))
    try {
      if (content instanceof Uint8Array) await writeFile(path, content, { mode: 0o600 })
      else await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      throw new StorageFullError('The disk is full: the file could not be kept for its import.', { cause: error })
    }
    this.bytes += (await stat(path)).size
    this.#files.push({ ...file, path })
  }

  /** From now on it outlives a crash. */
  async keep(order: Omit<ImportOrder, 'files'>): Promise<void> {
    const files = this.#files.map(({ name, content_type }) => ({ name, content_type }))
    await writeFile(join(this.path, orderName), JSON.stringify({ files, ...order }), { mode: 0o600, flush: true })
    const kept = this.path.replace(/\.tmp$/, '')
    await rename(this.path, kept)
    this.path = kept
  }

  file(order: ImportOrder, index: number): DocumentFile {
    const file = order.files[index]
    if (!file) throw new NotFoundError('The import has no such file.')
    return { ...file, path: join(this.path, String(index)) }
  }

  async progress(): Promise<ImportProgress> {
    const text = await textIfThere(join(this.path, progressName))
    return { files: 0, lines: 0, outcome: null, ...(text !== null && (JSON.parse(text) as ImportProgress)) }
  }

  async keepProgress(progress: ImportProgress): Promise<void> {
    const path = join(this.path, progressName)
    await writeFile(`${path}.new`, JSON.stringify(progress), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
  }
}

/** Only a file that is not there is none: what cannot be read now is read at the next attempt. */
async function textIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
