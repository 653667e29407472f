import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { RouteReply, RouteRequest, StreamedReply } from '@svc/plugin'
import type { Answer } from '../queries/queries.ts'
import { receiptHeader } from '../queries/receipt.ts'
import type { ExportedFile } from '../reading/exports.ts'

/** So much is held back before the first byte goes out: what fails till then is answered as a problem. */
const heldBytes = 1024 * 1024
const chunkBytes = 256 * 1024

const types: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.stream',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The answer of a query, as JSON. */
export async function sendRows(answer: Answer, reply: RouteReply): Promise<StreamedReply> {
  const { columns } = answer.result
  const head = `{"columns":${JSON.stringify(columns)},"rows":[`
  const tail = (): string => {
    const { row_count, truncated } = answer.result.end()
    const rest = { row_count, truncated, elapsed_ms: answer.elapsedMs(), receipt: answer.receipt() }
    return `],${JSON.stringify(rest).slice(1)}`
  }
  const held = await hold(answer)
  if (!held.isWhole) return reply.stream(readable(streamed(head, held.text, answer, tail)), types['json']!)
  return sendText(head + held.text + tail(), types['json']!, reply)
}

/** As CSV; the receipt is a header where the answer is short enough for it to be known in time. */
export async function sendCsv(answer: Answer, reply: RouteReply): Promise<StreamedReply> {
  const held = await hold(answer)
  if (!held.isWhole) return reply.stream(readable(streamed('', held.text, answer, () => '')), types['csv']!)
  const receipt = receiptHeader(answer.receipt())
  const { row_count, truncated } = answer.result.end()
  if (receipt !== null) reply.header('x-svc-receipt', receipt)
  reply.header('x-svc-row-count', String(row_count)).header('x-svc-truncated', String(truncated))
  return sendText(held.text, types['csv']!, reply)
}

/** A file that was written for this answer alone, and that goes with it. */
export function sendFile(
  { name, table }: ExportedFile,
  { signal }: Pick<RouteRequest, 'signal'>,
  reply: RouteReply,
): StreamedReply {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  reply.header('content-disposition', contentDisposition(name))
  reply.header('content-length', String(table.bytes)).header('x-svc-row-count', String(table.rows))
  const body = createReadStream(table.path, { highWaterMark: chunkBytes })
  const leave = (): void => void body.destroy()
  signal.addEventListener('abort', leave, { once: true })
  body.once('close', () => {
    signal.removeEventListener('abort', leave)
    void table.discard()
  })
  return reply.stream(body, types[extension] ?? 'application/octet-stream')
}

interface Held {
  text: string
  isWhole: boolean
}

async function hold({ result }: Answer): Promise<Held> {
  const pieces: string[] = []
  let length = 0
  for (;;) {
    const { done, value } = await result.pieces.next()
    if (done) return { text: pieces.join(''), isWhole: true }
    pieces.push(value)
    length += value.length
    if (length > heldBytes) return { text: pieces.join(''), isWhole: false }
  }
}

async function* streamed(head: string, held: string, answer: Answer, tail: () => string): AsyncGenerator<string> {
  yield head + held
  yield* answer.result.pieces
  yield tail()
}

function readable(pieces: AsyncGenerator<string>): Readable {
  return Readable.from(pieces, { objectMode: false, highWaterMark: chunkBytes })
}

/** JSON that is text already. */
export function sendJson(text: string, reply: RouteReply): StreamedReply {
  return sendText(text, types['json']!, reply)
}

function sendText(text: string, type: string, reply: RouteReply): StreamedReply {
  const bytes = Buffer.from(text)
  reply.header('content-length', String(bytes.byteLength))
  return reply.stream(Readable.from([bytes], { objectMode: false }), type)
}
