import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskFull, storageFull, UnprocessableError } from '@svc/plugin'
import type { ExportAttachment } from '@svc/plugin/contracts/export'

export const mostBytes = 1024 ** 3

export interface StagedFile {
  /** Its name in the ZIP. */
  path: string
  /** Where it lies. */
  from: string
  size: number
  sha256: string
}

/** The files of a ZIP, before they are packed: each with its size and hash, together within the limit. */
export class StagedFiles {
  readonly #folder: string
  readonly #files: StagedFile[] = []
  readonly #limit: number
  #bytes = 0

  constructor(folder: string, limit = mostBytes) {
    this.#folder = folder
    this.#limit = limit
  }

  get all(): readonly StagedFile[] {
    return this.#files
  }

  /** Writes a content down. @throws UnprocessableError `export_limit`, StorageFullError */
  async add(path: string, content: ExportAttachment['content'], signal: AbortSignal): Promise<void> {
    const from = join(this.#folder, `part-${this.#files.length + 1}`)
    const hash = createHash('sha256')
    let size = 0
    const count = new Transform({
      transform: (chunk: Uint8Array, _encoding, done) => {
        size += chunk.length
        hash.update(chunk)
        const isOver = this.#bytes + size > this.#limit
        done(isOver ? overSize(this.#limit) : null, chunk)
      },
    })
    const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)])
    try {
      await pipeline(source, count, createWriteStream(from, { flags: 'wx' }), { signal })
    } catch (error) {
      throw isDiskFull(error) ? storageFull('the export', error) : error
    }
    this.#put({ path, from, size, sha256: hash.digest('hex') })
  }

  /** Takes a file that was written already. @throws as {@link add} */
  async take(path: string, from: string): Promise<StagedFile> {
    const file = { path, from, ...(await measured(from)) }
    this.#put(file)
    return file
  }

  #put(file: StagedFile): void {
    this.#bytes += file.size
    if (this.#bytes > this.#limit) throw overSize(this.#limit)
    this.#files.push(file)
  }
}

/** @throws UnprocessableError `export_limit` */
export async function measured(path: string): Promise<{ size: number; sha256: string }> {
  const { size } = await stat(path)
  if (size > mostBytes) throw overSize(mostBytes)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size, sha256: hash.digest('hex') }
}

function overSize(limit: number): UnprocessableError {
  return new UnprocessableError('export_limit', `An export has at most ${limit} bytes. Take fewer items or rows.`)
}

/** A folder and file names that every system takes, in order and unique. */
export function folderName(position: number, title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
  const short = [...words].slice(0, 40).join('').replace(/-+$/, '')
  return `${String(position).padStart(3, '0')}${short === '' ? '' : `-${short}`}`
}

export function attachmentName(name: string, taken: ReadonlySet<string>): string {
  const safe = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '-')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  const base = safe === '' ? 'file' : [...safe].slice(0, 120).join('')
  let unique = base
  for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = numbered(base, n)
  return unique
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? `${name}-${number}` : `${name.slice(0, dot)}-${number}${name.slice(dot)}`
}
