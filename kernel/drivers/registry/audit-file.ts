import { mkdir, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { decodeCursor, isDiskFull, pageOf, storageFull, syncPath, UnavailableError } from '@svc/plugin'
import type { AuditEntry, Logger, Page, PageQuery } from '@svc/plugin'
import { controlPlaneFolder } from './registry-file.ts'

const chunkBytes = 64 * 1024
const newline = 10

interface Line {
  offset: number
  entry: AuditEntry
}

interface Waiting {
  line: string
  resolve: () => void
  reject: (reason: unknown) => void
}

/** `control_plane/audit.jsonl`: one entry a line, appended and synced, never changed. */
export class AuditFile {
  readonly #handle: FileHandle
  readonly #path: string
  readonly #log: Logger
  #size: number
  // A process that died while writing leaves half a line: the next entry begins on a line of its own, the half is skipped.
  #endsInLine: boolean
  #waiting: Waiting[] = []
  #writing: Promise<void> | null = null

  private constructor(handle: FileHandle, path: string, log: Logger, end: { size: number; endsInLine: boolean }) {
    this.#handle = handle
    this.#path = path
    this.#log = log
    this.#size = end.size
    this.#endsInLine = end.endsInLine
  }

  static async open(homePath: string, log: Logger): Promise<AuditFile> {
    const path = join(homePath, controlPlaneFolder, 'audit.jsonl')
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const handle = await open(path, 'a+', 0o600)
    const { size } = await handle.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await handle.read(last, 0, 1, size - 1)
    await syncPath(dirname(path))
    await syncPath(homePath)
    return new AuditFile(handle, path, log, { size, endsInLine: size > 0 && last[0] !== newline })
  }

  /** Resolves once the entry is on the disk; entries that come together share one sync. */
  append(entry: AuditEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: `${JSON.stringify(entry)}\n`, resolve, reject })
      this.#writing ??= this.#drain()
    })
  }

  /** Newest first; the cursor is where the last entry of the page begins. */
  async list(page: PageQuery): Promise<Page<AuditEntry>> {
    const end = page.cursor === undefined ? this.#size : decodeCursor<[number]>(page.cursor, ['number'])[0]
    const lines = await this.#linesBefore(Math.min(end, this.#size), page.limit + 1)
    return pageOf(
      lines,
      page.limit,
      line => [line.offset],
      line => line.entry,
    )
  }

  /** Oldest first, up to where the file ends now. */
  async *read(): AsyncGenerator<AuditEntry> {
    const end = this.#size
    if (end === 0) return
    let offset = 0
    let rest = Buffer.alloc(0)
    while (offset < end) {
      const chunk = Buffer.alloc(Math.min(chunkBytes, end - offset))
      await this.#handle.read(chunk, 0, chunk.length, offset)
      offset += chunk.length
      const bytes = Buffer.concat([rest, chunk])
      const whole = offset === end ? bytes.length : bytes.lastIndexOf(newline) + 1
      const lines: Line[] = []
      for (const line of bytes.subarray(0, whole).toString('utf8').split('\n')) this.#takeText(line, offset, lines)
      for (const { entry } of lines) yield entry
      rest = bytes.subarray(whole)
    }
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#handle.close()
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        await this.#write(batch.map(waiting => waiting.line).join(''))
        for (const waiting of batch) waiting.resolve()
      } catch (error) {
        for (const waiting of batch) waiting.reject(error)
      }
    }
    this.#writing = null
  }

  async #write(lines: string): Promise<void> {
    const text = this.#endsInLine ? `\n${lines}` : lines
    try {
      await this.#handle.appendFile(text)
      await this.#handle.datasync()
    } catch (error) {
      await this.#undo()
      if (isDiskFull(error)) throw storageFull('the audit log', error)
      throw new UnavailableError(`The audit log ${this.#path} cannot be written. Check the disk.`, { cause: error })
    }
    this.#size += Buffer.byteLength(text)
    this.#endsInLine = false
  }

  async #undo(): Promise<void> {
    try {
      await this.#handle.truncate(this.#size)
    } catch (error) {
      this.#log.error({ err: error }, 'an unfinished audit entry could not be taken back; it will be skipped')
      this.#size = (await this.#handle.stat()).size
      this.#endsInLine = true
    }
  }

  async #linesBefore(end: number, count: number): Promise<Line[]> {
    const lines: Line[] = []
    let rest = Buffer.alloc(0)
    let start = end
    while (start > 0 && lines.length < count) {
      const length = Math.min(chunkBytes, start)
      start -= length
      const chunk = Buffer.alloc(length)
      await this.#handle.read(chunk, 0, length, start)
      rest = Buffer.concat([chunk, rest])
      rest = this.#takeLines(rest, start, lines, count)
    }
    if (start === 0 && lines.length < count) this.#takeLine(rest, 0, lines)
    return lines
  }

  /** Moves the whole lines at the end of `bytes` to `lines` and answers what is left before them. */
  #takeLines(bytes: Buffer<ArrayBuffer>, start: number, lines: Line[], count: number): Buffer<ArrayBuffer> {
    let end = bytes.length
    while (lines.length < count) {
      const before = end === 0 ? -1 : bytes.lastIndexOf(newline, end - 1)
      if (before === -1) break
      this.#takeLine(bytes.subarray(before + 1, end), start + before + 1, lines)
      end = before
    }
    return bytes.subarray(0, end)
  }

  #takeLine(bytes: Buffer, offset: number, lines: Line[]): void {
    this.#takeText(bytes.toString('utf8').trim(), offset, lines)
  }

  #takeText(text: string, offset: number, lines: Line[]): void {
    if (text === '') return
    try {
      lines.push({ offset, entry: JSON.parse(text) as AuditEntry })
    } catch (error) {
      this.#log.warn({ offset, err: error }, 'skipped an unfinished line of the audit log')
    }
  }
}
