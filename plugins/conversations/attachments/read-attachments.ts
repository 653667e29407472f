import { isUtf8 } from 'node:buffer'
import { bodyFault, fieldName, PayloadTooLargeError, UnprocessableError } from '@svc/plugin'
import type { Attachment } from '../records.ts'
import { checkText } from '../sessions/text-checks.ts'

/** An attachment as a client sends it: in the message, or as the id of a file. */
export type SentAttachment = string | { name: string; content_type?: string; text?: string; data?: string }

const mostBytes = 5 * 1024 * 1024
const textTypes =
  /^(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|ndjson|x-ndjson|javascript|sql|toml))$/
const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** @throws ValidationError for what is malformed; PayloadTooLargeError; UnprocessableError for a type that cannot be shown to a model; what `readFile` throws */
export async function readAttachments(
  sent: readonly SentAttachment[],
  readFile: (fileId: string, path: string) => Promise<Attachment>,
): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  for (const [index, attachment] of sent.entries()) {
    const path = `/attachments/${index}`
    if (typeof attachment === 'string') {
      attachments.push(await readFile(attachment, path))
      continue
    }
    checkText(attachment.name, `${path}/name`)
    attachments.push(readOne(attachment, path))
  }
  return attachments
}

/** The content of a file: an image by its first bytes, else text when it is UTF-8. */
export function bytesAttachment({
  name,
  type,
  bytes,
  path,
}: {
  name: string
  type: string
  bytes: Buffer
  path: string
}): Attachment {
  const image = imageTypeOf(bytes)
  if (image !== null) return imageAttachment(name, image, bytes, path)
  const isText = isUtf8(bytes) && !bytes.includes(0)
  if (!isText)
    throw unsuitable(`${fieldName(path)} is ${type || 'of an unknown type'}, which cannot be shown to a model`)
  return textAttachment(name, textTypes.test(type) ? type : 'text/plain', bytes, path)
}

function readOne({ name, content_type, text, data }: Exclude<SentAttachment, string>, path: string): Attachment {
  if ((text === undefined) === (data === undefined))
    throw bodyFault(path, 'must have either "text", or "data" in base64, and not both')
  if (text !== undefined) return textAttachment(name, content_type ?? 'text/plain', Buffer.from(text), path)
  const bytes = decode(data ?? '', path)
  const image = imageTypeOf(bytes)
  if (image !== null) return imageAttachment(name, image, bytes, path)
  return textAttachment(name, content_type ?? 'text/plain', bytes, path)
}

function imageAttachment(name: string, type: string, bytes: Buffer, path: string): Attachment {
  checkSize(bytes, path)
  return { name, content_type: type, kind: 'image', content: `data:${type};base64,${bytes.toString('base64')}` }
}

function textAttachment(name: string, contentType: string, bytes: Buffer, path: string): Attachment {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!textTypes.test(type))
    throw unsuitable(`${fieldName(path)} is ${type || 'of no type'}, which cannot be shown to a model`)
  checkSize(bytes, path)
  if (!isUtf8(bytes)) throw unsuitable(`${fieldName(path)} is called ${type} and is not UTF-8 text`)
  const content = bytes.toString('utf8').replace(/^\uFEFF/, '')
  checkText(content, path)
  return { name, content_type: type, kind: 'text', content }
}

function decode(data: string, path: string): Buffer {
  // A data: URL is what a browser's FileReader gives.
  const text = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data
  if (text === '' || text.length % 4 === 1 || !base64.test(text))
    throw bodyFault(`${path}/data`, 'must be base64, and not empty')
  return Buffer.from(text, 'base64')
}

export function checkSize(bytes: { length: number }, path: string): void {
  if (bytes.length <= mostBytes) return
  throw new PayloadTooLargeError(
    `${fieldName(path)} has ${bytes.length} bytes; an attachment has at most ${mostBytes}.`,
  )
}

export function unsuitable(reason: string): UnprocessableError {
  return new UnprocessableError(
    'unprocessable',
    `${reason}. Attach text (text/*, JSON, XML, YAML) or an image (${imageTypes.join(', ')}).`,
  )
}

interface Mark {
  type: string
  at: number
  bytes: string
}

/** The first bytes of the pictures that language models read; what a client calls them does not count. */
const marks: readonly (readonly Mark[])[] = [
  [{ type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  [{ type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' }],
  [{ type: 'image/gif', at: 0, bytes: 'GIF87a' }],
  [{ type: 'image/gif', at: 0, bytes: 'GIF89a' }],
  [
    { type: 'image/webp', at: 0, bytes: 'RIFF' },
    { type: 'image/webp', at: 8, bytes: 'WEBP' },
  ],
]

export const imageTypes = [...new Set(marks.flat().map(mark => mark.type))]

/** Null for what is no picture of a known kind. */
export function imageTypeOf(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 16)
  const fitting = marks.find(parts => parts.every(part => head.startsWith(part.bytes, part.at)))
  return fitting?.[0]?.type ?? null
}
