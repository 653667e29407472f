import { stat } from 'node:fs/promises'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ImportLimits, ImportOptions } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'
import { byteSize, engineFailure } from '../engine-failure.ts'
import { fileHead } from './file-pieces.ts'
import { plainText } from './plain-text.ts'
import { binaryFormat, checkBinary, isGzip, textFormat } from './recognize-format.ts'
import type { TextFormat } from './recognize-format.ts'

export interface UploadSource {
  /** The uploaded bytes. */
  file: string
  /** Where files that are needed on the way may be written. */
  staging: string
  options: ImportOptions
  limits: ImportLimits
}

interface OpenedFile {
  /** The upload itself, or what was made of it in `staging`. */
  path: string
  bytes: number
  compression: 'gzip' | null
  warnings: string[]
}

export type OpenedText = OpenedFile & {
  /** Null: not said and not seen, so that it is CSV or TSV. */
  format: TextFormat | null
  encoding: string
  /** The beginning, without a byte order mark; its last line may be cut. */
  head: string
  isWholeInHead: boolean
  hasReturn: boolean
}

export type OpenedUpload = (OpenedFile & { format: 'parquet' | 'xlsx' }) | OpenedText

const markBytes = 16

/** Finds out what an upload is, by its bytes before its name; unpacks it and makes UTF-8 of it, when it must. @throws RemoteError */
export async function openUpload({ file, staging, options, limits }: UploadSource): Promise<OpenedUpload> {
  let path = file
  let head = await fileHead(path, markBytes)
  if (head.length === 0) throw engineFailure('import_failed', 'The file is empty.')
  const isPacked = isGzip(head)
  if (isPacked) {
    path = `${staging}/unpacked`
    await unpackGzip(file, path, limits.max_bytes)
    head = await fileHead(path, markBytes)
    if (head.length === 0) throw engineFailure('import_failed', 'The gzip file holds an empty file.')
    if (isGzip(head)) throw engineFailure('import_failed', 'The gzip file holds another gzip file. Pack it only once.')
  }
  const compression = isPacked ? 'gzip' : null
  const { size } = await stat(path)
  if (size > limits.max_bytes)
    throw engineFailure(
      'payload_too_large',
      `The file has ${byteSize(size)}; at most ${byteSize(limits.max_bytes)} are read. Import it in parts.`,
    )
  const format = binaryFormat(head)
  checkBinary(format, options)
  if (format !== null) {
    if (options.encoding !== undefined) throw notFor('encoding', format)
    return { format, path, bytes: size, compression, warnings: [] }
  }
  const text = await plainText(path, { staging, options, limits })
  return { ...text, format: textFormat(text.head, options), compression }
}

/** @throws RemoteError for an option that says nothing about the format */
export function checkOptions(format: string, options: ImportOptions): void {
  const ofText = ['header', 'delimiter', 'decimal_separator'] as const
  const isDelimited = format === 'csv' || format === 'tsv'
  for (const name of ofText)
    if (options[name] !== undefined && !isDelimited && !(name === 'header' && format === 'xlsx'))
      throw notFor(name, format)
  if (options.sheet !== undefined && format !== 'xlsx') throw notFor('sheet', format)
}

function notFor(option: string, format: string) {
  return engineFailure(
    'import_failed',
    `"${option}" says nothing about ${format.toUpperCase()}, which the file is. Leave it out.`,
  )
}

/** Real tables pack to a twentieth; no table worth its room to a five-hundredth. */
const maxRatio = 500
const unsuspicious = 64 * 1024 * 1024

/** Unpacks all members of a gzip file, to at most so many bytes. @throws RemoteError */
export async function unpackGzip(from: string, to: string, maxBytes: number): Promise<void> {
  const packed = (await stat(from)).size
  let bytes = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      done(refusal(), piece)
    },
  })
  try {
    await pipeline(createReadStream(from), createGunzip(), counted, createWriteStream(to))
  } catch (error) {
    if (error instanceof RemoteError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR')
      throw engineFailure('import_failed', 'The gzip file is cut off: its end is missing. Send the whole file again.')
    if (code?.startsWith('Z_'))
      throw engineFailure(
        'import_failed',
        'The gzip file is damaged: it cannot be unpacked. Pack it again and send it.',
      )
    throw error
  }

  function refusal(): RemoteError | null {
    if (bytes > maxBytes)
      return engineFailure(
        'payload_too_large',
        `The file unpacks to more than ${byteSize(maxBytes)}, the most that is read. Import it in parts.`,
      )
    if (bytes > unsuspicious && bytes > packed * maxRatio)
      return engineFailure(
        'import_failed',
        `The gzip file unpacks to more than ${maxRatio} times its size. It may be made to exhaust its reader.`,
      )
    return null
  }
}
