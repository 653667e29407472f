import type { Readable } from 'node:stream'
import { PayloadTooLargeError } from '@svc/plugin'
import type { Account } from '../account/account.ts'
import type { MailAddress } from '../parsing/parsed-mail.ts'
import type { Recipients } from './recipients.ts'
import type { Envelope } from './smtp-session.ts'

export interface Draft {
  recipients: Recipients
  subject: string
  text: string
  inReplyTo: string | null
  references: readonly string[]
  attachments: readonly { name: string; content_type: string; content: Readable }[]
}

export interface ComposedMessage {
  envelope: Envelope
  messageId: string
  bytes: Buffer
}

/** The message as it goes out. Nothing in it is read from a path or a URL. @throws PayloadTooLargeError */
export async function composeMessage(account: Account, draft: Draft, maxBytes: number): Promise<ComposedMessage> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { recipients, subject, text, inReplyTo, references, attachments } = draft
  const node = new MailComposer({
    from: named({ name: account.name, address: account.address }),
    to: recipients.to.map(named),
    cc: recipients.cc.map(named),
    bcc: recipients.bcc.map(named),
    subject,
    text,
    ...(inReplyTo !== null && { inReplyTo, references: [...references] }),
    attachments: attachments.map(({ name, content_type, content }) => ({
      filename: name,
      contentType: content_type,
      content,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const { from, to } = node.getEnvelope()
  const messageId = node.messageId()
  const bytes = await node.build()
  if (bytes.byteLength > maxBytes) {
    const limit = Math.floor(maxBytes / 1024 / 1024)
    throw new PayloadTooLargeError(
      `The message with its attachments, as they are written in mail, is larger than ${limit} MB (SVC_EMAIL_MAX_MESSAGE_MB).`,
    )
  }
  return { envelope: { from: from || account.address, to: [...new Set(to)] }, messageId, bytes }
}

function named({ name, address }: MailAddress): { name: string; address: string } {
  return { name: name ?? '', address }
}
