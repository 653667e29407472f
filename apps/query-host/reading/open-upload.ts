import { stat } from 'node:fs/promises'
import type { ImportLimits, ImportOptions } from '@svc/plugin'
import { engineFailure } from '../engine-failure.ts'
import { byteSize } from './byte-size.ts'
import { fileHead } from './file-pieces.ts'
import { plainText } from './plain-text.ts'
import { binaryFormat, checkBinary, isGzip, textFormat } from './recognize-format.ts'
import type { TextFormat } from './recognize-format.ts'
import { unpackGzip } from './unpack-gzip.ts'

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
