import { hash } from 'node:crypto'

/** The same for texts that differ in nothing but Unicode form, case and white space. */
export function fingerprintOf(content: string): string {
  return hash('sha256', foldedText(content), 'base64url')
}

export function foldedText(content: string): string {
  return content.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()
}
