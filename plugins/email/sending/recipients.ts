import { domainToASCII } from 'node:url'
import { faultSentences, ValidationError } from '@svc/plugin'
import type { FieldError } from '@svc/plugin'
import type { MailAddress } from '../parsing/parsed-mail.ts'

export interface Recipients {
  to: MailAddress[]
  cc: MailAddress[]
  bcc: MailAddress[]
}

export interface GivenRecipients {
  to: readonly string[]
  cc?: readonly string[]
  bcc?: readonly string[]
}

const withName = /^([^<>]*)<([^<>\s]+)>$/
const quoted = /^"([^"]*)"$/
const localPart = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const control = /\p{Cc}|[\u2028\u2029]/u

/** Reads addresses; each that is none is named. @throws ValidationError */
export function readRecipients(given: GivenRecipients, maxRecipients: number): Recipients {
  const errors: FieldError[] = []
  const read = (field: keyof GivenRecipients): MailAddress[] =>
    (given[field] ?? []).flatMap((text, index) => {
      const address = readAddress(text)
      if (address) return [address]
      const shown = JSON.stringify(text.slice(0, 80))
      errors.push({
        path: `/${field}/${index}`,
        message: `${shown} is not an address such as ada@example.com or Ada Lovelace <ada@example.com>`,
      })
      return []
    })
  const recipients = { to: read('to'), cc: read('cc'), bcc: read('bcc') }
  const count = recipients.to.length + recipients.cc.length + recipients.bcc.length
  if (count > maxRecipients)
    errors.push({ path: '/to', message: `${count} addresses are more than the ${maxRecipients} one message may go to` })
  if (errors.length === 0) return recipients
  throw new ValidationError(faultSentences(errors), errors.slice(0, 100))
}

/** Null for what is no address. */
export function readAddress(text: string): MailAddress | null {
  if (control.test(text)) return null
  // What is trimmed before needs no pattern that gives and takes spaces: a thousand addresses may be made of them.
  const whole = text.trim()
  const [, before = '', inside] = withName.exec(whole) ?? []
  const name = nameOf(before.trim())
  if (name === null) return null
  const address = inside ?? whole
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (at < 1 || Buffer.byteLength(local) > 64 || !localPart.test(local) || !isDomain(address.slice(at + 1))) return null
  return { name: name.trim() || null, address }
}

/** Null for quotes that stand elsewhere than around it. */
function nameOf(given: string): string | null {
  const name = quoted.exec(given)?.[1] ?? given
  return name.includes('"') ? null : name
}

function isDomain(domain: string): boolean {
  const ascii = domainToASCII(domain)
  return ascii !== '' && ascii.length <= 253 && ascii.split('.').every(label => domainLabel.test(label))
}
