import { mkdir, open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { codeOf, NotFoundError } from '@svc/plugin'
import type { Contents, StagedContent } from '@svc/plugin'

/** What is kept of an export: the document, and beside it the manifest and its signature. */
export type KeptPart = 'content' | 'manifest' | 'signature'

/** A part that was made, and is not recorded yet. */
export interface MadePart {
  part: KeptPart
  staged: StagedContent
}

/** File name endings that an earlier version used after the id of an export. */
const endings: Record<KeptPart, string> = { content: '', manifest: '.manifest', signature: '.sig' }

/** Where the files of exports lie, and where they are made. */
export class ExportFiles {
  readonly contents: Contents

  constructor(contents: Contents) {
    this.contents = contents
  }

  /** Gives `work` an empty folder, and removes it with what is left in it. */
  async staged<T>(workspaceId: string, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await this.contents.scratch(workspaceId)
    await mkdir(folder, { mode: 0o700 })
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Takes finished files out of their folder. All of them or none. */
  async take(workspaceId: string, files: readonly { part: KeptPart; path: string }[]): Promise<MadePart[]> {
    const made: MadePart[] = []
    try {
      for (const { part, path } of files) made.push({ part, staged: await this.contents.stageFile(workspaceId, path) })
      return made
    } catch (error) {
      for (const { staged } of made) await this.contents.discard(staged)
      throw error
    }
  }

  /** `sha256`: null for one of an earlier version. @throws NotFoundError, UnavailableError */
  async open(
    workspaceId: string,
    { exportId, part, sha256 }: { exportId: string; part: KeptPart; sha256: string | null },
    range?: { start: number; end: number },
  ): Promise<{ size: number; content: Readable }> {
    try {
      const file =
        sha256 === null
          ? await open(await this.contents.earlier(workspaceId, exportId + endings[part]))
          : await this.contents.open(workspaceId, sha256)
      return { size: (await file.stat()).size, content: file.createReadStream(range) }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && !(error instanceof NotFoundError)) throw error
      throw new NotFoundError('The file of this export is not kept any more. Make the export again.', { cause: error })
    }
  }

  /** Removes the files of an export that is not recorded any more. */
  async remove(workspaceId: string, exportId: string, contents: readonly string[]): Promise<void> {
    await this.contents.sweep(workspaceId, new Set(contents))
    for (const ending of Object.values(endings))
      await rm(await this.contents.earlier(workspaceId, exportId + ending), { force: true })
  }
}
