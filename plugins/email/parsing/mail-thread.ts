import { serveThread } from '@svc/plugin/child'
import { parseAttachment, parseMail, previewOf } from './parse-mail.ts'
import type { AttachmentContent, ParsedMail } from './parsed-mail.ts'

export type MailTask =
  | { type: 'mail'; source: Uint8Array }
  | { type: 'attachment'; source: Uint8Array; n: number }
  | { type: 'previews'; sources: readonly Uint8Array[] }

export type MailAnswer = { mail: ParsedMail } | { attachment: AttachmentContent | null } | { previews: string[] }

// Messages are strangers' work, and reading a large one takes longer than the server's own thread has; this thread can be ended.
serveThread(async (task: MailTask): Promise<MailAnswer> => {
  if (task.type === 'mail') return { mail: await parseMail(task.source) }
  if (task.type === 'attachment') return { attachment: await parseAttachment(task.source, task.n) }
  return { previews: await Promise.all(task.sources.map(previewOf)) }
})
