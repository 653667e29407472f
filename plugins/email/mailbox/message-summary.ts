import type { FetchMessageObject, MessageAddressObject, MessageStructureObject } from 'imapflow'
import { cleanLine } from '../parsing/clean-text.ts'
import type { MailAddress } from '../parsing/parsed-mail.ts'

/** A message as a list shows it. */
export interface MessageSummary {
  id: string
  from: MailAddress | null
  to: MailAddress[]
  subject: string
  date: string | null
  unread: boolean
  /** The beginning of its text. */
  preview: string
  has_attachments: boolean
}

const shownRecipients = 20

/** The fields of a message that the server is asked for. */
export function summaryOf(message: FetchMessageObject, id: string, preview: string): MessageSummary {
  const { envelope, flags, internalDate, bodyStructure } = message
  return {
    id,
    from: addressesOf(envelope?.from)[0] ?? null,
    to: addressesOf(envelope?.to),
    subject: cleanLine(envelope?.subject ?? '', 1000),
    date: timeOf(envelope?.date) ?? timeOf(internalDate),
    unread: !(flags?.has('\\Seen') ?? false),
    preview,
    has_attachments: hasAttachments(bodyStructure),
  }
}

function addressesOf(given: readonly MessageAddressObject[] | undefined): MailAddress[] {
  return (given ?? [])
    .slice(0, shownRecipients)
    .map(({ name = '', address = '' }) => ({ name: cleanLine(name, 300) || null, address: cleanLine(address, 320) }))
}

function timeOf(date: Date | string | undefined): string | null {
  const time = new Date(date ?? '')
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Without recursion: a message may nest as deep as it likes. */
function hasAttachments(structure: MessageStructureObject | undefined): boolean {
  const open = structure ? [structure] : []
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.disposition?.toLowerCase() === 'attachment') return true
    for (const child of part.childNodes ?? []) open.push(child)
  }
  return false
}
