import { isUtf8 } from 'node:buffer'
import { PayloadTooLargeError, UnprocessableError, ValidationError } from '@svc/plugin'
import type { Attachment } from '../records.ts'
import { checkText } from '../sessions/text-checks.ts'
import { imageTypeOf, imageTypes } from './image-type.ts'

/** An attachment as a client sends it: in the message, or as the id of a file. */
export type SentAttachment = string | { name: string; content_type?: string; text?: string; data?: string }

const mostBytes = 5 * 1024 * 1024
const textTypes =
  /^(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|ndjson|x-ndjson|javascript|sql|toml))$/
const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * @throws ValidationError for what is malformed; PayloadTooLargeError; UnprocessableError for a type that cannot be shown to a model, and for
 * files, which this installation does not keep
 */
export function readAttachments(sent: readonly SentAttachment[]): Attachment[] {
  return sent.map((attachment, index) => {
    const path = `/attachments/${index}`
    if (typeof attachment === 'string') throw new UnprocessableError('unprocessable', noFiles(path, attachment))
    checkText(attachment.name, `${path}/name`)
    return readOne(attachment, path)
  })
}

function readOne({ name, content_type, text, data }: Exclude<SentAttachment, string>, path: string): Attachment {
  if ((text === undefined) === (data === undefined))
    throw fault(path, 'must have either "text", or "data" in base64, and not both')
  if (text !== undefined) return textAttachment(name, content_type ?? 'text/plain', Buffer.from(text), path)
  const bytes = decode(data ?? '', path)
  const image = imageTypeOf(bytes)
  if (image !== null) {
    checkSize(bytes, path)
    return { name, content_type: image, kind: 'image', content: `data:${image};base64,${bytes.toString('base64')}` }
  }
  return textAttachment(name, content_type ?? 'text/plain', bytes, path)
}

function textAttachment(name: string, contentType: string, bytes: Buffer, path: string): Attachment {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!textTypes.test(type))
    throw unsuitable(`body${path} is ${type || 'of no type'}, which cannot be shown to a model`)
  checkSize(bytes, path)
  if (!isUtf8(bytes)) throw unsuitable(`body${path} is called ${type} and is not UTF-8 text`)
  const content = bytes.toString('utf8').replace(/^\uFEFF/, '')
  checkText(content, path)
  return { name, content_type: type, kind: 'text', content }
}

function decode(data: string, path: string): Buffer {
  // A data: URL is what a browser's FileReader gives.
  const text = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data
  if (text === '' || text.length % 4 === 1 || !base64.test(text))
    throw fault(`${path}/data`, 'must be base64, and not empty')
  return Buffer.from(text, 'base64')
}

function checkSize(bytes: Buffer, path: string): void {
  if (bytes.length <= mostBytes) return
  throw new PayloadTooLargeError(`body${path} has ${bytes.length} bytes; an attachment has at most ${mostBytes}.`)
}

function unsuitable(reason: string): UnprocessableError {
  return new UnprocessableError(
    'unprocessable',
    `${reason}. Attach text (text/*, JSON, XML, YAML) or an image (${imageTypes.join(', ')}).`,
  )
}

function noFiles(path: string, fileId: string): string {
  return `body${path} names the file "${fileId}", but files are not available here. Send the attachment itself: {"name", "content_type", "text" or "data"}.`
}

function fault(path: string, message: string): ValidationError {
  return new ValidationError(`body${path} ${message}`, [{ path, message }])
}
