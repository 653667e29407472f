import { createReadStream } from 'node:fs'
import { parseJson, ValidationError } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'
import type { DocumentFile, MemoryProvenance } from '@svc/plugin/contracts/memory'
import { checkMemory, timeOf } from '../documents/check-memory.ts'
import type { CheckedMemory } from '../documents/check-memory.ts'

type ClaimedProvenance = NonNullable<MemoryProvenance['original']>

/** A document as one line of an export holds it. */
export interface MemoryLine {
  id: string | null
  created_at: number | null
  memory: CheckedMemory & { content: string }
  /** What the line says of where it came from: nobody vouches for it. */
  original: ClaimedProvenance | null
}

export interface NumberedLine {
  number: number
  text: string
}

// The largest content with each character escaped once. Parsing longer lines would block the server.
const longestLine = 24 * 1024 * 1024
const originalBytes = 4096
const idPattern = /^mem_[0-9a-hjkmnp-tv-z]{26}$/

/** True for JSONL of documents: by its name, and by what its first line is. */
export async function isMemoryLines(file: DocumentFile): Promise<boolean> {
  if (!/\.(jsonl|ndjson)$/i.test(file.name)) return false
  try {
    for await (const { text } of linesOf(file.path)) {
      const first: unknown = JSON.parse(text)
      return typeof first === 'object' && first !== null && typeof (first as JsonObject)['content'] === 'string'
    }
  } catch {
    // It is JSONL of something else, and is read as text.
    return false
  }
  return false
}

/** The lines that are not empty. */
export async function* linesOf(path: string): AsyncGenerator<NumberedLine> {
  let rest: string[] = []
  let length = 0
  let number = 0
  for await (const piece of createReadStream(path, { encoding: 'utf8' })) {
    const pieces = (piece as string).split('\n')
    const last = pieces.pop() ?? ''
    for (const part of pieces) {
      number += 1
      const text = [...rest, part].join('')
      rest = []
      length = 0
      if (text.trim() !== '') yield { number, text: text.replace(/^\uFEFF/, '') }
    }
    rest.push(last)
    length += last.length
    if (length > longestLine) throw new ValidationError(`line ${number + 1} is longer than any document can be`)
  }
  const text = rest.join('')
  if (text.trim() !== '') yield { number: number + 1, text }
}

/** @throws ValidationError that says what is wrong with it; PayloadTooLargeError */
export function readMemoryLine(text: string): MemoryLine {
  try {
    return memoryLine(parsed(text))
  } catch (error) {
    // Nested deeper than the stack is: it can be parsed, and then nothing more can be done with it.
    if (!(error instanceof RangeError)) throw error
    throw new ValidationError('it is nested too deep', [], { cause: error })
  }
}

function memoryLine(line: JsonObject): MemoryLine {
  const { id, created_at, provenance } = line
  const content = stringAt(line, 'content')
  if (content === undefined) throw new ValidationError('content must be text')
  const metadata = line['metadata']
  if (metadata !== undefined && !isObject(metadata)) throw new ValidationError('metadata must be an object')
  const { tags } = line
  if (tags !== undefined && !isTexts(tags)) throw new ValidationError('tags must be a list of texts')
  const times = { valid_from: orNull(line, 'valid_from'), valid_until: orNull(line, 'valid_until') }
  const fields = { content, source: orNull(line, 'source'), tags: tags ?? [], metadata: metadata ?? {}, ...times }
  return {
    id: typeof id === 'string' && idPattern.test(id) ? id : null,
    created_at: typeof created_at === 'string' ? timeOf(created_at) : null,
    memory: { ...checkMemory(fields), content },
    original: isObject(provenance) && JSON.stringify(provenance).length <= originalBytes ? textsOf(provenance) : null,
  }
}

function parsed(text: string): JsonObject {
  let value: JsonValue
  try {
    value = parseJson(text)
  } catch (error) {
    throw new ValidationError(error instanceof RangeError ? `it ${error.message}` : 'it is not JSON', [], {
      cause: error,
    })
  }
  if (!isObject(value)) throw new ValidationError('it is not a JSON object')
  return value
}

function textsOf(provenance: JsonObject): ClaimedProvenance {
  const texts = Object.entries(provenance).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts) as ClaimedProvenance
}

function stringAt(line: JsonObject, name: string): string | undefined {
  const value = line[name]
  return typeof value === 'string' ? value : undefined
}

function orNull(line: JsonObject, name: string): string | null {
  const value = line[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new ValidationError(`${name} must be text or null`)
  return value
}

function isTexts(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string')
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
