import { createParser } from 'eventsource-parser'
import { CallerError } from '@svc/plugin'
import type { WireChunk } from './wire.ts'

const name = Buffer.from('"usage"')
const openBrace = 0x7b
const betweenNameAndValue = new Set([0x20, 0x09, 0x3a])
const eventBreak = /\r?\n\r?\n/

const refusing = new WeakSet<object>()

/** Asks for the usage of a stream, unless it is known that the provider refuses to be asked. */
export async function askingUsage<T>(provider: object, send: (asks: boolean) => Promise<T>): Promise<T> {
  if (refusing.has(provider)) return send(false)
  try {
    return await send(true)
  } catch (error) {
    if (!(error instanceof CallerError) || !error.message.includes('stream_options')) throw error
    refusing.add(provider)
    return send(false)
  }
}

/** True when a chunk reports usage; `"usage":null`, which stands in every other chunk, does not. */
export function reportsUsage(block: Uint8Array): boolean {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + name.length)) {
    let next = at + name.length
    while (betweenNameAndValue.has(bytes[next] ?? 0)) next += 1
    if (bytes[next] === openBrace) return true
  }
  return false
}

export function parsedChunk(data: string): WireChunk | null {
  // It ends every stream, and an error is dear to make.
  if (data === '[DONE]') return null
  try {
    const chunk: unknown = JSON.parse(data)
    return typeof chunk === 'object' && chunk !== null ? (chunk as WireChunk) : null
  } catch {
    // What is no JSON goes to the client as it came; it has no usage for us.
    return null
  }
}

/** The data of whole events; what stands before the first of them in a cut text is no event. */
export function dataOf(text: string): string[] {
  if (!/\r|^(?!data: )|\n(?!\n|data: |$)|[^\n]\n[^\n]/.test(text)) return simpleData(text)
  const data: string[] = []
  const parser = createParser({ onEvent: event => data.push(event.data) })
  parser.feed(`${text}\n\n`)
  return data
}

/** As nearly all providers write: one line an event, and nothing else. */
function simpleData(text: string): string[] {
  return text
    .split('\n\n')
    .filter(event => event !== '')
    .map(event => event.slice('data: '.length))
}

/**
 * The byte at which the first event starts whose data is not a JSON object; null when there is none. A client would fail at it, each in its
 * own way.
 */
export function startOfWrongEvent(block: Uint8Array): number | null {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  if (dataOf(bytes.toString('utf8')).every(isKnownData)) return null
  let start = 0
  // One character a byte: a place in the text is one in the block.
  for (const event of eventsOf(bytes.toString('latin1'))) {
    if (!dataOf(Buffer.from(event, 'latin1').toString('utf8')).every(isKnownData)) return start
    start += event.length
  }
  return 0
}

function isKnownData(data: string): boolean {
  return data === '' || data.trim() === '[DONE]' || parsedChunk(data) !== null
}

/** Each with the blank line that ends it. */
function* eventsOf(text: string): Generator<string> {
  for (let rest = text; rest !== '';) {
    const found = eventBreak.exec(rest)
    const end = found ? found.index + found[0].length : rest.length
    yield rest.slice(0, end)
    rest = rest.slice(end)
  }
}

/** The block without the chunks that report usage and nothing else; null when none is left. */
export function withoutUsageChunks(block: Uint8Array): Uint8Array | null {
  // One character a byte: what is kept comes out as it went in, whatever it is.
  const text = Buffer.from(block.buffer, block.byteOffset, block.byteLength).toString('latin1')
  const kept = [...eventsOf(text)].filter(event => !isUsageAlone(event))
  if (kept.length === 0) return null
  return Buffer.from(kept.join(''), 'latin1')
}

function isUsageAlone(event: string): boolean {
  if (!event.includes('"usage"')) return false
  const chunk = parsedChunk(dataOf(event)[0] ?? '')
  const hasUsage = chunk?.usage !== undefined && chunk.usage !== null
  return hasUsage && Array.isArray(chunk.choices) && chunk.choices.length === 0
}
