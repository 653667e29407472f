/** A mailbox as a header names it. */
export interface MailAddress {
  name: string | null
  address: string
}

export interface ParsedAttachment {
  /** Its place in the message, from 0. */
  n: number
  name: string
  content_type: string
  size: number
  /** True for what the text shows, such as a picture in it. */
  inline: boolean
}

/** A message, read. */
export interface ParsedMail {
  subject: string
  from: MailAddress | null
  to: MailAddress[]
  cc: MailAddress[]
  reply_to: MailAddress[]
  date: string | null
  message_id: string | null
  references: string[]
  text: string
  /** Where the text is from: a message may have HTML alone, or neither. */
  text_from: 'text' | 'html' | 'none'
  /** True when the text is longer than what is given. */
  truncated: boolean
  attachments: ParsedAttachment[]
}

export interface AttachmentContent extends ParsedAttachment {
  bytes: Uint8Array
}
