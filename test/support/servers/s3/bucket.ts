import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open, rename, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Refusal, refuseUnless } from './refusal.ts'

export interface StoredObject {
  path: string
  size: number
  /** With its quotes. */
  etag: string
  modified: Date
}

interface Upload {
  key: string
  parts: Map<number, StoredObject>
}

const leastPartBytes = 5 * 1024 * 1024
const mostPartBytes = 5 * 1024 ** 3
const mostKeyBytes = 1024

/** The objects of a bucket as files of a folder, and its uploads in parts, by the rules of S3. */
export class Bucket {
  readonly objects = new Map<string, StoredObject>()
  readonly uploads = new Map<string, Upload>()
  readonly #folder: string
  #made = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Takes the body of a request, whose hash was signed. Nothing is kept of another, or of one that is cut. */
  async receive(request: IncomingMessage, sha256: string): Promise<StoredObject> {
    const length = request.headers['content-length']
    refuseUnless(length !== undefined, 411, 'MissingContentLength', 'You must provide the Content-Length header.')
    refuseUnless(Number(length) <= mostPartBytes, 400, 'EntityTooLarge', 'The body is too large.')
    const path = this.#path()
    const file = await open(path, 'wx')
    const [digest, md5] = [createHash('sha256'), createHash('md5')]
    let size = 0
    try {
      for await (const piece of request as AsyncIterable<Buffer>) {
        digest.update(piece)
        md5.update(piece)
        size += piece.byteLength
        await file.write(piece)
      }
      const isSame = digest.digest('hex') === sha256
      refuseUnless(isSame, 400, 'XAmzContentSHA256Mismatch', 'The hash that was signed is not that of the body.')
      const md5Bytes = md5.digest()
      const given = request.headers['content-md5']
      if (given !== undefined)
        refuseUnless(given === md5Bytes.toString('base64'), 400, 'BadDigest', 'Content-MD5 differs.')
      return { path, size, etag: `"${md5Bytes.toString('hex')}"`, modified: new Date() }
    } catch (error) {
      await rm(path)
      throw error
    } finally {
      await file.close()
    }
  }

  put(key: string, object: StoredObject): void {
    refuseUnless(Buffer.byteLength(key) <= mostKeyBytes, 400, 'KeyTooLongError', 'Your key is too long.')
    this.objects.set(key, object)
  }

  get(key: string): StoredObject {
    const object = this.objects.get(key)
    refuseUnless(object, 404, 'NoSuchKey', 'The specified key does not exist.')
    return object
  }

  begin(key: string): string {
    refuseUnless(Buffer.byteLength(key) <= mostKeyBytes, 400, 'KeyTooLongError', 'Your key is too long.')
    const id = `upload-${(this.#made += 1)}`
    this.uploads.set(id, { key, parts: new Map() })
    return id
  }

  upload(id: string, key: string): Upload {
    const upload = this.uploads.get(id)
    refuseUnless(upload?.key === key, 404, 'NoSuchUpload', 'The specified upload does not exist.')
    return upload
  }

  addPart(upload: Upload, number: string, part: StoredObject): void {
    const isNumber = /^\d{1,5}$/.test(number) && Number(number) >= 1 && Number(number) <= 10_000
    refuseUnless(isNumber, 400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000.')
    upload.parts.set(Number(number), part)
  }

  async complete(id: string, upload: Upload, named: readonly { number: number; etag: string }[]): Promise<void> {
    refuseUnless(named.length > 0, 400, 'MalformedXML', 'There are no parts.')
    const numbers = named.map(({ number }) => number)
    const isOrdered = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))
    refuseUnless(isOrdered, 400, 'InvalidPartOrder', 'The list of parts was not in ascending order.')
    const parts = named.map(({ number, etag }) => {
      const part = upload.parts.get(number)
      refuseUnless(part?.etag === etag, 400, 'InvalidPart', 'One or more of the specified parts could not be found.')
      return part
    })
    const isLarge = parts.slice(0, -1).every(({ size }) => size >= leastPartBytes)
    refuseUnless(isLarge, 400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size.')
    const path = this.#path()
    await rename(parts[0]?.path ?? '', path)
    for (const part of parts.slice(1)) await appendFile(path, createReadStream(part.path))
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    const etag = `"${createHash('md5')
      .update(named.map(part => part.etag).join())
      .digest('hex')}-${parts.length}"`
    this.uploads.delete(id)
    this.put(upload.key, { path, size, etag, modified: new Date() })
  }

  /** A page of the keys that begin with a prefix, in the order of their bytes, and the key that the next one begins behind. */
  list(prefix: string, after: string, limit: number): { keys: string[]; next: string | null } {
    const found = [...this.objects.keys()]
      .filter(key => key.startsWith(prefix) && (after === '' || compare(key, after) > 0))
      .toSorted(compare)
    const keys = found.slice(0, limit)
    return { keys, next: found.length > limit ? (keys.at(-1) ?? null) : null }
  }

  #path(): string {
    return join(this.#folder, String((this.#made += 1)))
  }
}

/** The part of an object that a `Range` header asks for. @throws Refusal when there is none */
export function rangeOf(header: string, size: number): { start: number; end: number } {
  const [, start = '', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? []
  if (start === '' || Number(start) >= size) {
    throw new Refusal(416, 'InvalidRange', 'The requested range is not satisfiable.', {
      'content-range': `bytes */${size}`,
    })
  }
  return { start: Number(start), end: Math.min(end === '' ? size : Number(end), size - 1) }
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
