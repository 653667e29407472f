import PostalMime from 'postal-mime'
import type { Address, Attachment, Email } from 'postal-mime'
import { cleanFileName, cleanLine, cleanText } from './clean-text.ts'
import { htmlText } from './html-text.ts'
import type { AttachmentContent, MailAddress, ParsedAttachment, ParsedMail } from './parsed-mail.ts'

const maxTextLength = 200_000
const maxAddresses = 1000
const maxAttachments = 500
const maxPreview = 200
const plainType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/** Reads a message. @throws for one that nests or heads beyond all measure */
export async function parseMail(source: Uint8Array): Promise<ParsedMail> {
  const mail = await PostalMime.parse(source)
  const { text, from } = textOf(mail, source)
  const date = new Date(mail.date ?? '')
  return {
    subject: cleanLine(mail.subject ?? '', 1000),
    from: addresses(mail.from && [mail.from])[0] ?? null,
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    reply_to: addresses(mail.replyTo),
    date: Number.isNaN(date.getTime()) ? null : date.toISOString(),
    message_id: messageIds(mail.messageId)[0] ?? null,
    references: messageIds(mail.references),
    text: text.slice(0, maxTextLength).toWellFormed(),
    text_from: from,
    truncated: text.length > maxTextLength,
    attachments: mail.attachments.slice(0, maxAttachments).map(described),
  }
}

/** One attachment with its bytes; null when the message has none at this place. */
export async function parseAttachment(source: Uint8Array, n: number): Promise<AttachmentContent | null> {
  const mail = await PostalMime.parse(source)
  const attachment = mail.attachments[n]
  if (!attachment || n >= maxAttachments) return null
  return { ...described(attachment, n), bytes: bytesOf(attachment) }
}

/** The beginning of the text, on one line, from the beginning of the source. */
export async function previewOf(source: Uint8Array): Promise<string> {
  try {
    const { text } = textOf(await PostalMime.parse(source), source)
    return cleanLine(text.slice(0, 20 * maxPreview).replace(/\s+/g, ' '), maxPreview)
  } catch {
    // Opening the message reports what is wrong with it.
    return ''
  }
}

function textOf(
  { text, html, attachments }: Email,
  source: Uint8Array,
): { text: string; from: ParsedMail['text_from'] } {
  if (text !== undefined && text.trim() !== '') return { text: cleanText(text).trimEnd(), from: 'text' }
  const seen = html === undefined ? '' : cleanText(htmlText(html))
  if (seen !== '' || html !== undefined || attachments.length > 0)
    return { text: seen, from: seen === '' ? 'none' : 'html' }
  // Parts without a boundary between them are no parts: what is there is shown as it is.
  const raw = cleanText(bodyOf(source)).trim()
  return { text: raw, from: raw === '' ? 'none' : 'text' }
}

function bodyOf(source: Uint8Array): string {
  const start = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    .subarray(0, 4 * maxTextLength)
    .toString('utf8')
  const end = /\r?\n\r?\n/.exec(start)
  return end ? start.slice(end.index) : ''
}

function addresses(given: readonly Address[] | undefined): MailAddress[] {
  return (given ?? [])
    .flatMap(each => each.group ?? [each])
    .slice(0, maxAddresses)
    .map(({ name, address }) => ({ name: cleanLine(name, 300) || null, address: cleanLine(address ?? '', 320) }))
}

function messageIds(header: string | undefined): string[] {
  return (header ?? '').match(/<[^<>\s]{1,250}>/g) ?? []
}

function described(attachment: Attachment, n: number): ParsedAttachment {
  const { filename, mimeType, disposition, related } = attachment
  return {
    n,
    name: cleanFileName(filename, `attachment-${n + 1}`),
    content_type: plainType.test(mimeType) ? mimeType : 'application/octet-stream',
    size: bytesOf(attachment).byteLength,
    inline: disposition === 'inline' || related === true,
  }
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}
