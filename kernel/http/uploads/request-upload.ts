import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { CallerError, ValidationError, isJson } from '@svc/plugin'
import type { RouteDefinition, Upload, UploadPart } from '@svc/plugin'
import { tooLarge, UploadBody } from './upload-body.ts'
import type { UploadLimits } from './upload-body.ts'

const multipart = /^multipart\/form-data\b/i
// After an answer that came before the body's end, for a client that reads no answer before it has sent everything.
const lingerMs = 2000

/** Called with each field of a form as it comes. @throws SvcError when it may not be given */
export type CheckField = (name: string, value: string) => void

/** {@link Upload} of a request. Nothing is read before the handler asks. */
export class RequestUpload implements Upload {
  readonly isMultipart: boolean
  readonly contentType: string | null
  readonly length: number | null
  readonly #raw: IncomingMessage
  readonly #limits: UploadLimits
  readonly #checkField: CheckField
  #body: UploadBody | null = null

  /** @throws CallerError 415, PayloadTooLargeError by the length that the client states */
  constructor(
    raw: IncomingMessage,
    accepted: NonNullable<RouteDefinition['upload']>,
    limits: UploadLimits,
    checkField: CheckField,
  ) {
    const { headers } = raw
    this.#raw = raw
    this.#limits = limits
    this.#checkField = checkField
    this.contentType = headers['content-type'] ?? null
    this.isMultipart = multipart.test(this.contentType ?? '')
    this.length = headers['content-length'] === undefined ? null : Number(headers['content-length'])
    if (this.isMultipart && !accepted.includes('multipart'))
      throw unsupported('Send the bytes as they are, not as a form (curl: --data-binary @file, or -T file).')
    if (!this.isMultipart && !accepted.includes('raw'))
      throw unsupported('Send a form: "Content-Type: multipart/form-data" (curl: -F file=@name).')
    if (this.length !== null && this.length > limits.bytes) throw tooLarge(limits.bytes)
  }

  get body(): Readable {
    this.#body ??= new UploadBody(this.#raw, this.#limits)
    return this.#body
  }

  /** Reads no more of it: a reader gets the error. */
  cut(error: Error): void {
    this.#body?.destroy(error)
  }

  async *parts(): AsyncGenerator<UploadPart> {
    if (!this.isMultipart) throw new ValidationError('body is no form: it has no parts')
    // Loaded at the first form, which most servers never see.
    const { formParts } = await import('./form-parts.ts')
    for await (const part of formParts(this.body, this.#raw.headers)) {
      if (part.kind === 'field') this.#checkField(part.name, part.value)
      yield part
    }
  }
}

/** Where a route takes JSON beside uploads, the client says which it sends. */
export function isJsonBody(definition: RouteDefinition, headers: Pick<IncomingHttpHeaders, 'content-type'>): boolean {
  return definition.body !== undefined && isJson(headers['content-type'] ?? '')
}

/** Lets the rest of a body come and be dropped for a while after its answer, then closes the connection. */
export function lingerAfter(raw: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (raw.complete) return
    raw.unpipe()
    raw.resume()
    const timer = setTimeout(() => raw.socket.destroy(), lingerMs).unref()
    raw.once('end', () => clearTimeout(timer))
  })
}

function unsupported(message: string): CallerError {
  return new CallerError(415, 'unsupported_media_type', message)
}
