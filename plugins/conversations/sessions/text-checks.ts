import { bodyFault, fieldName, PayloadTooLargeError } from '@svc/plugin'

const mostBytes = 1024 * 1024

/** @throws ValidationError, PayloadTooLargeError for text that nobody can mean, at `path` of the body */
export function checkMessage(text: string, path = '/message'): void {
  if (text.trim() === '') throw bodyFault(path, 'must hold some text')
  checkText(text, path)
  const bytes = Buffer.byteLength(text)
  if (bytes <= mostBytes) return
  throw new PayloadTooLargeError(
    `${fieldName(path)} has ${bytes} bytes of text; at most ${mostBytes} are taken. Send long texts as attachments, or in parts.`,
  )
}

/** @throws ValidationError */
export function checkText(text: string, path: string): void {
  const fault = textFault(text)
  if (fault !== null) throw bodyFault(path, fault)
}

/** What is wrong with a text; null: nothing. */
export function textFault(text: string): string | null {
  const nul = text.indexOf('\u0000')
  if (nul >= 0) return `must not hold the character NUL (there is one at ${nul})`
  return text.isWellFormed() ? null : 'must be valid Unicode: it holds half of a surrogate pair'
}
