import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { PayloadTooLargeError, PreconditionFailedError, SvcError, UnavailableError } from '../../errors.ts'
import type { RouteReply, RouteRequest } from '../../http.ts'
import type { Contents } from '../../core/storage/content-store.ts'
import { byteRanges } from '../http/byte-ranges.ts'
import type { ByteRange } from '../http/byte-ranges.ts'

/** A content with the name it is sent under. */
export interface SentContent {
  name: string
  sha256: string
  size: number
  content_type: string
  /** Milliseconds since the epoch. */
  changed_at: number
}

export interface SendOptions {
  /** As an attachment, whatever it is. */
  isDownload: boolean
  /** What may keep it, and whether it asks again each time. */
  cacheControl?: string
}

/** Shown in a browser as they are: nothing in them runs. All else is saved to disk. */
const shownTypes = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)|text\/plain|audio\/|video\/)/
const runnable = /script$|^text\/css$|^application\/wasm$/
const appType = 'application/octet-stream'
/** An app has it all in memory as text. */
const mostForApps = 4 * 1024 * 1024
const chunkBytes = 256 * 1024

/**
 * Answers with a content: whole, a part or parts of it, or nothing when the client has it (RFC 9110, 13 and 14). The file is opened first,
 * so that it goes on to its end whatever becomes of it meanwhile.
 */
export async function sendContent(
  request: Pick<RouteRequest, 'headers' | 'method'> & { workspace_id: string; isApp: boolean },
  reply: RouteReply,
  contents: Pick<Contents, 'open'>,
  content: SentContent,
  { isDownload, cacheControl = 'private, no-cache' }: SendOptions,
): Promise<unknown> {
  const { headers } = request
  const etag = etagOf(content)
  if (headers['if-match'] !== undefined && !names(headers['if-match'], etag, false))
    throw new PreconditionFailedError(`If-Match: the file has other content by now, ${etag}.`)
  const isShown = !isDownload && shownTypes.test(content.content_type)
  const facts = {
    etag,
    'last-modified': new Date(content.changed_at).toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': contentDisposition(content.name, { type: isShown ? 'inline' : 'attachment' }),
  }
  if (isKnown(headers, etag, content.changed_at)) {
    setHeaders(reply, facts)
    reply.status(304)
    return undefined
  }
  const plan = planOf(content, headers)
  if (plan === 'unsatisfiable') throw unsatisfiable(reply, content.size)
  if (request.isApp && plan.length > mostForApps)
    throw new PayloadTooLargeError(`An app reads at most ${mostForApps} bytes at once: use the tool files_read.`)
  // A HEAD is answered with an empty stream. Fastify would send the length of any other body in place of the content's.
  const file = await opened(contents, request.workspace_id, content)
  if (request.method === 'HEAD') await file.close()
  const body = request.method === 'HEAD' ? Readable.from([]) : bodyOf(file, plan)
  setHeaders(reply, { ...facts, ...plan.headers, 'content-length': String(plan.length) })
  reply.status(plan.status)
  return reply.stream(body, request.isApp ? appType : plan.contentType)
}

interface Plan {
  status: 200 | 206
  contentType: string
  headers: Record<string, string>
  length: number
  /** Text that stands before each range. */
  parts: { head: string; range: ByteRange | null }[]
}

function planOf(content: SentContent, headers: RouteRequest['headers']): Plan | 'unsatisfiable' {
  const { size, sha256 } = content
  const type = sentType(content.content_type)
  const ranges = byteRanges(isSame(headers['if-range'], content) ? headers['range'] : undefined, size)
  if (ranges === 'unsatisfiable') return ranges
  if (ranges === null) {
    const whole = size === 0 ? null : { start: 0, end: size - 1 }
    return { status: 200, contentType: type, headers: {}, length: size, parts: [{ head: '', range: whole }] }
  }
  const [only] = ranges
  if (ranges.length === 1 && only) {
    const contentRange = { 'content-range': rangeText(only, size) }
    const parts = [{ head: '', range: only }]
    return { status: 206, contentType: type, headers: contentRange, length: lengthOf(only), parts }
  }
  // A content that holds its own hash is not to be found.
  const boundary = `svc-${sha256.slice(0, 40)}`
  const parts: Plan['parts'] = ranges.map((range, index) => ({
    head: `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: ${rangeText(range, size)}\r\n\r\n`,
    range,
  }))
  parts.push({ head: `\r\n--${boundary}--\r\n`, range: null })
  const length = parts.reduce((sum, { head, range }) => sum + head.length + (range ? lengthOf(range) : 0), 0)
  return { status: 206, contentType: `multipart/byteranges; boundary=${boundary}`, headers: {}, length, parts }
}

function unsatisfiable(reply: RouteReply, size: number): SvcError {
  reply.header('content-range', `bytes */${size}`)
  const message = `The file has ${size} bytes, and the ranges asked for are none of them, or too many.`
  return new SvcError(416, 'range_not_satisfiable', message)
}

function rangeText({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`
}

function setHeaders(reply: RouteReply, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
}

function bodyOf(file: FileHandle, { parts }: Plan): Readable {
  const [only] = parts
  if (parts.length === 1 && only?.range) {
    return file.createReadStream({ ...only.range, highWaterMark: chunkBytes, autoClose: true })
  }
  const body = Readable.from(pieces(file, parts), { objectMode: false })
  // Not at the end of the pieces: of an answer that was refused nobody has begun to read them.
  body.once('close', () => void file.close())
  return body
}

async function* pieces(file: FileHandle, parts: Plan['parts']): AsyncGenerator<Uint8Array> {
  for (const { head, range } of parts) {
    if (head !== '') yield Buffer.from(head, 'latin1')
    for (let at = range?.start ?? 0; range && at <= range.end;) {
      const length = Math.min(chunkBytes, range.end - at + 1)
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
      if (bytesRead === 0) throw new UnavailableError('The content ended before its end.')
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }
}

async function opened(
  contents: Pick<Contents, 'open'>,
  workspaceId: string,
  content: SentContent,
): Promise<FileHandle> {
  const file = await contents.open(workspaceId, content.sha256)
  const { size } = await file.stat()
  if (size === content.size) return file
  await file.close()
  throw new UnavailableError('The content of this file is damaged on the disk. Restore it from a backup.', {
    fields: { sha256: content.sha256, size },
  })
}

/** True when the client has it already. */
function isKnown(headers: RouteRequest['headers'], etag: string, changedAt: number): boolean {
  const { 'if-none-match': ifNoneMatch, 'if-modified-since': since } = headers
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, etag, true)
  return since !== undefined && seconds(changedAt) <= seconds(Date.parse(since))
}

/** True when there is no `If-Range`, or it is of this very content. */
function isSame(ifRange: string | undefined, content: SentContent): boolean {
  if (ifRange === undefined || ifRange === etagOf(content)) return true
  return !/^(?:W\/)?"/.test(ifRange) && seconds(Date.parse(ifRange)) === seconds(content.changed_at)
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

function lengthOf({ start, end }: ByteRange): number {
  return end - start + 1
}

/** What a page of ours could run or be styled by is sent as plain text: its policy trusts what comes from our own origin. */
function sentType(type: string): string {
  if (runnable.test(type)) return 'text/plain; charset=utf-8'
  return type.startsWith('text/') || type === 'application/json' ? `${type}; charset=utf-8` : type
}

/** The strong ETag of a content: what it is. */
export function etagOf({ sha256 }: { sha256: string }): string {
  return `"${sha256}"`
}

/** True when the header's list has the ETag. Weak ones count where only sameness in meaning matters (RFC 9110, 8.8.3.2). */
export function names(header: string, etag: string, isWeak: boolean): boolean {
  return header
    .split(',')
    .map(candidate => candidate.trim())
    .some(candidate => candidate === '*' || candidate === etag || (isWeak && candidate === `W/${etag}`))
}
