import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { UnavailableError } from '@svc/plugin'
import type { GetObjectOptions, ObjectContent, ObjectEntry, ObjectStore, OpenedObject } from '@svc/plugin'
import { checkFile, missingObject } from '../objects/object-faults.ts'
import { checkedName, checkedPrefix } from '../objects/object-names.ts'
import { uploadInParts } from './multipart-upload.ts'
import { openObject } from './read-object.ts'
import { childrenOf, escapeXml, textOf } from './read-xml.ts'
import { bucketFault, S3Refusal } from './s3-refusal.ts'
import { S3Requests } from './s3-requests.ts'
import type { S3RequestsOptions } from './s3-requests.ts'

/** Above it an object goes in parts. */
const mostBytesAtOnce = 64 * 1024 * 1024
/** S3 takes no more names in one request. */
const mostRemovedAtOnce = 1000
const checkMs = 30_000
const probeName = 'svc-check'

/** Objects in a bucket of S3, or of a server that speaks its protocol. Nothing rests on conditional writes, which some of them ignore. */
export class S3Objects implements ObjectStore {
  readonly #options: S3RequestsOptions
  readonly #requests: S3Requests
  #isTried = false

  constructor(options: S3RequestsOptions) {
    this.#options = options
    this.#requests = new S3Requests(options)
  }

  async put(name: string, content: ObjectContent, signal?: AbortSignal): Promise<void> {
    const key = this.#keyOf(name)
    await this.#work(async () => {
      const body = await bodyOf(content)
      const size = content instanceof Uint8Array ? content.byteLength : content.size
      const requests = this.#requests
      if (size <= mostBytesAtOnce) await requests.send({ method: 'PUT', key, body, signal })
      else await uploadInParts({ requests, key, content: body, size, log: this.#options.log, signal })
    })
  }

  async get(name: string, { range, signal }: GetObjectOptions = {}): Promise<OpenedObject> {
    const key = this.#keyOf(name)
    const translate = (error: unknown) => this.#translated(error, name)
    try {
      return await openObject(this.#requests, {
        name,
        key,
        translate,
        ...(range && { range }),
        ...(signal && { signal }),
      })
    } catch (error) {
      throw translate(error)
    }
  }

  async *list(prefix: string, signal?: AbortSignal): AsyncGenerator<ObjectEntry> {
    const start = this.#options.location.prefix
    const query = { 'list-type': '2', prefix: start + checkedPrefix(prefix) }
    for (let token: string | null = ''; token !== null;) {
      const from: Record<string, string> = token === '' ? {} : { 'continuation-token': token }
      const page = await this.#work(() =>
        this.#requests.answer({ method: 'GET', key: null, query: { ...query, ...from }, signal }),
      )
      for (const object of childrenOf(page, 'Contents')) {
        const key = textOf(object, 'Key')
        // A folder that somebody made in a console.
        if (key.endsWith('/')) continue
        const modified = new Date(textOf(object, 'LastModified')).toISOString()
        yield { name: key.slice(start.length), size: Number(textOf(object, 'Size')), modified_at: modified }
      }
      token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : null
    }
  }

  async remove(names: readonly string[], signal?: AbortSignal): Promise<void> {
    const keys = names.map(name => this.#keyOf(name))
    await this.#work(async () => {
      for (let first = 0; first < keys.length; first += mostRemovedAtOnce) {
        await this.#removeBatch(keys.slice(first, first + mostRemovedAtOnce), signal)
      }
    })
  }

  async check(signal?: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(checkMs)
    const either = signal ? AbortSignal.any([signal, limit]) : limit
    try {
      if (!this.#isTried) await this.put(probeName, Buffer.from('svc'), either)
      const query = { 'list-type': '2', 'max-keys': '1', prefix: this.#options.location.prefix }
      await this.#work(() => this.#requests.answer({ method: 'GET', key: null, query, signal: either }))
      if (!this.#isTried) await this.remove([probeName], either)
      this.#isTried = true
    } catch (error) {
      if (signal?.aborted || !limit.aborted) throw error
      const { description } = this.#options.location
      throw new UnavailableError(
        `No answer came within ${checkMs / 1000} seconds from ${description} (SVC_CONTENT_URL). See to its server and the network.`,
        { cause: error },
      )
    }
  }

  #keyOf(name: string): string {
    return this.#options.location.prefix + checkedName(name)
  }

  async #removeBatch(keys: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const objects = keys.map(key => `<Object><Key>${escapeXml(key)}</Key></Object>`)
    const body = Buffer.from(`<Delete><Quiet>true</Quiet>${objects.join('')}</Delete>`)
    // S3 asks for it beside the hash that is signed.
    const headers = {
      'content-md5': createHash('md5').update(body).digest('base64'),
      'content-type': 'application/xml',
    }
    await this.#requests.answer({ method: 'POST', key: null, query: { delete: '' }, headers, body, signal })
  }

  #translated(error: unknown, name: string): unknown {
    // No other 404: the page of a proxy must not look as if the object had been removed.
    if (error instanceof S3Refusal && error.code === 'NoSuchKey') return missingObject(name, error)
    return bucketFault(error, this.#options.location)
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw bucketFault(error, this.#options.location)
    }
  }
}

/** A file is read while it is sent. @throws InternalError when it is not there or has another size */
async function bodyOf(content: ObjectContent): Promise<Uint8Array | Blob> {
  if (content instanceof Uint8Array) return content
  await checkFile(content)
  return openAsBlob(content.path)
}
