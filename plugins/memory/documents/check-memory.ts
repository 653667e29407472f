import { assertNoBodyFaults, PayloadTooLargeError } from '@svc/plugin'
import type { FieldError, JsonObject, JsonValue } from '@svc/plugin'
import type { NewMemory } from '@svc/plugin/contracts/memory'
import { memoryLimits as limits } from './memory-limits.ts'

/** What was sent, checked: times in milliseconds since the epoch, tags once each. What was left out is undefined. */
export interface CheckedMemory {
  content?: string
  source?: string | null
  tags?: string[]
  metadata?: JsonObject
  valid_from?: number | null
  valid_until?: number | null
}

export type MemoryFields = Partial<NewMemory>

/** @throws ValidationError with all that is wrong; PayloadTooLargeError */
export function checkMemory(memory: MemoryFields): CheckedMemory {
  const faults: FieldError[] = []
  const fault = (path: string, message: string) => void faults.push({ path, message })
  const { content, source, tags, metadata } = memory
  if (content !== undefined) checkContent(content, fault)
  if (source !== undefined && source !== null) checkSource(source, fault)
  if (tags !== undefined) checkTags(tags, fault)
  if (metadata !== undefined) checkMetadata(metadata, fault)
  const valid_from = readTime('valid_from', memory.valid_from, fault)
  const valid_until = readTime('valid_until', memory.valid_until, fault)
  checkWindow({ valid_from, valid_until }, fault)
  refuse(faults)
  return {
    ...(content !== undefined && { content }),
    ...(source !== undefined && { source }),
    ...(tags !== undefined && { tags: [...new Set(tags)] }),
    ...(metadata !== undefined && { metadata }),
    ...(valid_from !== undefined && { valid_from }),
    ...(valid_until !== undefined && { valid_until }),
  }
}

/** @throws ValidationError when it ends before it begins */
export function requireWindow(window: { valid_from: number | null; valid_until: number | null }): void {
  const faults: FieldError[] = []
  checkWindow(window, (path, message) => void faults.push({ path, message }))
  refuse(faults)
}

type Fault = (path: string, message: string) => void

function refuse(faults: FieldError[]): void {
  assertNoBodyFaults(faults)
}

function checkContent(content: string, fault: Fault): void {
  const bytes = Buffer.byteLength(content)
  if (bytes > limits.contentBytes) {
    const most = limits.contentBytes.toLocaleString('en')
    throw new PayloadTooLargeError(
      `The content has ${bytes.toLocaleString('en')} bytes, and a document may have ${most}. Cut it into several documents.`,
    )
  }
  if (content.trim() === '') fault('/content', 'must have text in it')
  else checkText('/content', content, fault)
}

function checkSource(source: string, fault: Fault): void {
  if (source === '') fault('/source', 'must not be empty; leave it out, or send null')
  if (source.length > limits.sourceLength) fault('/source', `must have at most ${limits.sourceLength} characters`)
  checkText('/source', source, fault)
}

function checkTags(tags: readonly string[], fault: Fault): void {
  if (tags.length > limits.tags) fault('/tags', `must be at most ${limits.tags}`)
  for (const [index, tag] of tags.slice(0, limits.tags).entries()) {
    if (tag === '' || tag.length > limits.tagLength)
      fault(`/tags/${index}`, `must have 1 to ${limits.tagLength} characters`)
    checkText(`/tags/${index}`, tag, fault)
  }
}

function checkMetadata(metadata: JsonObject, fault: Fault): void {
  const bytes = Buffer.byteLength(JSON.stringify(metadata))
  if (bytes > limits.metadataBytes)
    fault('/metadata', `must have at most ${limits.metadataBytes.toLocaleString('en')} bytes as JSON, and has ${bytes}`)
  else checkTexts('/metadata', metadata, fault)
}

function checkTexts(path: string, value: JsonValue, fault: Fault, depth = 0): void {
  if (typeof value === 'string') checkText(path, value, fault)
  if (typeof value !== 'object' || value === null) return
  if (depth > limits.metadataDepth)
    return fault('/metadata', `must not be nested deeper than ${limits.metadataDepth} levels`)
  for (const [key, inner] of Object.entries(value)) {
    // Copying this key by assignment would change the prototype of all objects.
    if (key === '__proto__') fault('/metadata', 'must not have a key "__proto__" in it')
    checkText(path, key, fault)
    checkTexts(`${path}/${key}`, inner, fault, depth + 1)
  }
}

function checkText(path: string, text: string, fault: Fault): void {
  if (text.includes('\0')) fault(path, 'must not have a NUL character in it')
  if (!text.isWellFormed()) fault(path, 'must be well-formed Unicode: half of a surrogate pair stands alone in it')
}

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** Milliseconds since the epoch; null for a time that there is none of, such as the 30th of February. */
export function timeOf(text: string): number | null {
  if (!rfc3339.test(text)) return null
  const time = Date.parse(text.replace(' ', 'T'))
  return Number.isFinite(time) ? time : null
}

function readTime(name: string, text: string | null | undefined, fault: Fault): number | null | undefined {
  if (text === undefined || text === null) return text
  const time = timeOf(text)
  if (time === null) fault(`/${name}`, 'must be a time as RFC 3339 has it, such as 2026-01-31T12:00:00Z')
  return time
}

type Window = { valid_from: number | null | undefined; valid_until: number | null | undefined }

function checkWindow({ valid_from, valid_until }: Window, fault: Fault): void {
  if (typeof valid_from !== 'number' || typeof valid_until !== 'number') return
  if (valid_until <= valid_from) fault('/valid_until', 'must be later than valid_from')
}
