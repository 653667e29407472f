import { assertNoBodyFaults } from '@svc/plugin'

/** What is written of a record; what is left out is not looked at. */
export interface WrittenText {
  title?: string | undefined
  body?: string | undefined
  tags?: readonly string[] | undefined
}

const control = /\p{Cc}/u

/** A title in one line, without the space around it. */
export function titleOf(title: string): string {
  return title.trim().replaceAll(/\s+/gu, ' ')
}

/** Tags without the space around them, each once, in the order they came. */
export function tagsOf(tags: readonly string[]): string[] {
  return [...new Set(tags.map(tag => tag.trim()))]
}

/** @throws ValidationError that names every fault of text that nobody can mean */
export function checkTexts({ title, body, tags }: WrittenText): void {
  const faults = [
    ...(title === undefined ? [] : faultsOf(title, '/title', { isLine: true })),
    ...(body === undefined ? [] : faultsOf(body, '/body', { isLine: false })),
    ...(tags ?? []).flatMap((tag, index) => faultsOf(tag, `/tags/${index}`, { isLine: true })),
  ]
  assertNoBodyFaults(faults)
}

function faultsOf(text: string, path: string, { isLine }: { isLine: boolean }) {
  const message = faultOf(text, isLine)
  return message === null ? [] : [{ path, message }]
}

function faultOf(text: string, isLine: boolean): string | null {
  if (!text.isWellFormed()) return 'must be valid Unicode: it holds half of a surrogate pair'
  if (text.includes('\0')) return `must not hold the character NUL (there is one at ${text.indexOf('\0')})`
  if (!isLine) return null
  if (text.trim() === '') return 'must hold some text'
  return control.test(text.trim()) ? 'must be one line, without control characters' : null
}

/** What a note or a task counts against the quota: as its table counts it. */
export function bytesOf({ title, body, tags }: { title: string; body: string; tags: string }): number {
  return Buffer.byteLength(title) + Buffer.byteLength(body) + Buffer.byteLength(tags)
}
