import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, NotFoundError, syncPath } from '@svc/plugin'
import type { WorkspaceFolders } from '@svc/plugin'
import type { Readable } from 'node:stream'

/** What is kept of an export: the document, and beside it the manifest and its signature. */
export type KeptPart = 'content' | 'manifest' | 'signature'

const endings: Record<KeptPart, string> = { content: '', manifest: '.manifest', signature: '.sig' }

/** Where the files of exports lie. What is being made lies in a folder of its own that no backup takes and the next start removes. */
export class ExportFiles {
  readonly #folders: WorkspaceFolders

  constructor(folders: WorkspaceFolders) {
    this.#folders = folders
  }

  /** Gives `work` an empty folder, and removes it with what is left in it. */
  async staged<T>(workspaceId: string, exportId: string, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(await this.#folders.folder(workspaceId), `${exportId}.tmp`)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Moves a finished file to its place; it survives a power cut from then on. */
  async keep(workspaceId: string, exportId: string, part: KeptPart, from: string): Promise<void> {
    const folder = await this.#folders.folder(workspaceId)
    await syncPath(from)
    await rename(from, join(folder, exportId + endings[part]))
    await syncPath(folder)
  }

  /** @throws NotFoundError */
  async open(
    workspaceId: string,
    exportId: string,
    part: KeptPart,
    range?: { start: number; end: number },
  ): Promise<{ size: number; content: Readable }> {
    const path = join(await this.#folders.folder(workspaceId), exportId + endings[part])
    try {
      const { size } = await stat(path)
      return { size, content: createReadStream(path, range) }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      throw new NotFoundError('The file of this export is not kept any more.', { cause: error })
    }
  }

  async remove(workspaceId: string, exportId: string): Promise<void> {
    const folder = await this.#folders.folder(workspaceId)
    for (const ending of Object.values(endings)) await rm(join(folder, exportId + ending), { force: true })
  }

  /** What a crash left. */
  async removeStaged(workspaceId: string): Promise<void> {
    const folder = await this.#folders.folder(workspaceId)
    const left = (await readdir(folder)).filter(name => name.endsWith('.tmp'))
    for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  }
}
