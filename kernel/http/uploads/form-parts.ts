import type { IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyHeaders, BusboyInstance } from '@fastify/busboy'
import { bodyFault, messageOf, PayloadTooLargeError, SvcError } from '@svc/plugin'
import type { UploadPart } from '@svc/plugin'

const mostFields = 100
const mostFiles = 1000
const fieldBytes = 64 * 1024
const headerBytes = 16 * 1024

/**
 * The parts of `multipart/form-data` (RFC 7578) in order, each file read before the next part comes.
 * @throws ValidationError for a form that is not well made, PayloadTooLargeError for too many parts, and what reading the body throws
 */
export async function* formParts(body: Readable, headers: IncomingHttpHeaders): AsyncGenerator<UploadPart> {
  const reading = new FormReading(body, headers)
  try {
    for (;;) {
      const part = await reading.next()
      if (part === null) return
      yield part
      if (part.kind === 'file') await readToEnd(part.body)
    }
  } finally {
    reading.close()
  }
}

class FormReading {
  readonly #body: Readable
  readonly #form: BusboyInstance
  readonly #parts: UploadPart[] = []
  #file: PassThrough | null = null
  #fault: Error | null = null
  #isDone = false
  #wake: () => void = () => undefined

  constructor(body: Readable, headers: IncomingHttpHeaders) {
    this.#body = body
    this.#form = open(headers)
    this.#form.on('file', (name, file, filename, _encoding, type) => this.#begin(file, name ?? '', filename, type))
    this.#form.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) this.#fail(new PayloadTooLargeError(`A field of the form is over ${fieldBytes} bytes.`))
      else this.#add({ kind: 'field', name: name ?? '', value })
    })
    this.#form.on('fieldsLimit', () => this.#fail(tooMany(mostFields, 'fields')))
    this.#form.on('filesLimit', () => this.#fail(tooMany(mostFiles, 'files')))
    // Parts that are neither count too: they cost time.
    this.#form.on('partsLimit', () => this.#fail(tooMany(mostFiles + mostFields, 'parts')))
    this.#form.on('error', error => this.#fail(malformed(error)))
    this.#form.on('finish', () => {
      this.#isDone = true
      this.#wake()
    })
    body.on('error', error => this.#fail(error))
    body.pipe(this.#form)
  }

  /** Null after the last. */
  async next(): Promise<UploadPart | null> {
    for (;;) {
      const part = this.#parts.shift()
      if (part) return part
      if (this.#fault !== null) throw this.#fault
      if (this.#isDone) return null
      await new Promise<void>(resolve => (this.#wake = resolve))
    }
  }

  close(): void {
    this.#body.unpipe(this.#form)
    this.#file?.resume()
  }

  #begin(file: BusboyFileStream, name: string, filename: string | undefined, type: string): void {
    // A reader of the file gets the error that says what is wrong with the form.
    const body = new PassThrough()
    this.#file = body
    body.once('close', () => {
      if (this.#file === body) this.#file = null
      // The reader may have left in the middle of it: the rest still has to be taken, or no next part would ever come.
      file.unpipe(body).resume()
    })
    // Where nobody reads the file, `next` throws the error.
    body.on('error', () => undefined)
    file.on('error', error => this.#fail(malformed(error)))
    file.pipe(body)
    this.#add({ kind: 'file', name, filename: filename ?? '', contentType: type === '' ? null : type, body })
  }

  #add(part: UploadPart): void {
    this.#parts.push(part)
    this.#wake()
  }

  #fail(error: Error): void {
    if (this.#fault !== null) return
    this.#fault = error
    this.#body.unpipe(this.#form)
    this.#file?.destroy(error)
    this.#wake()
  }
}

function open(headers: IncomingHttpHeaders): BusboyInstance {
  const limits = {
    fields: mostFields,
    files: mostFiles,
    parts: mostFiles + mostFields,
    fieldSize: fieldBytes,
    headerPairs: 50,
    headerSize: headerBytes,
  }
  try {
    // The handler that keeps the file judges a path in its name.
    return new Busboy({ headers: headers as BusboyHeaders, limits, preservePath: true })
  } catch (error) {
    throw malformed(error)
  }
}

async function readToEnd(file: Readable): Promise<void> {
  if (file.readableEnded || file.destroyed) return
  file.resume()
  await once(file, 'end')
}

function malformed(error: unknown): Error {
  if (error instanceof SvcError) return error
  const message = `is not a well-made form: ${messageOf(error)}`
  return bodyFault('', message, { cause: error })
}

function tooMany(limit: number, what: string): PayloadTooLargeError {
  return new PayloadTooLargeError(`The form has more than ${limit} ${what}.`)
}
