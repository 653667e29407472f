import { bodyFault, FairTurns, PayloadTooLargeError, UnavailableError, UnprocessableError } from '@svc/plugin'
import type { Actor, AuditLog, Egress, EventLog, Logger } from '@svc/plugin'
import type { Files, OpenedFile } from '@svc/plugin/contracts/files'
import type { Account } from '../account/account.ts'
import type { Accounts } from '../account/accounts.ts'
import type { EmailConfig } from '../generated/config.ts'
import type { Mailbox } from '../mailbox/mailbox.ts'
import { mailFailure, mailTimeout } from '../mail-failure.ts'
import { composeMessage } from './compose-message.ts'
import type { ComposedMessage } from './compose-message.ts'
import { readRecipients } from './recipients.ts'
import { withSmtp } from './smtp-session.ts'
import type { SendOutcome } from './smtp-session.ts'

export type NewMessage = {
  to: string[]
  cc?: string[]
  bcc?: string[]
  subject: string
  text: string
  /** The id of a message in the mailbox. */
  in_reply_to?: string
  /** Ids of files. */
  attachments?: string[]
}

export type SentMessage = {
  message_id: string
  accepted: string[]
  /** Addresses that the server did not take; the others get the message. */
  rejected: string[]
}

export interface OutboxOptions {
  config: EmailConfig
  accounts: Accounts
  mailbox: Mailbox
  egress: Egress
  files: Files | undefined
  events: EventLog
  audit: AuditLog
  log: Logger
  /** Ends what is being sent when the server stops. */
  signal: AbortSignal
}

/** Messages of one workspace at once, so that a slow mail server does not block the other workspaces. */
const mostAtOnce = 4
const mostWaiting = 16

/** Sends messages from the workspace's address. */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #turns: FairTurns

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#turns = new FairTurns({
      most: options.config.max_connections,
      mostEach: mostAtOnce,
      mostWaitingEach: mostWaiting,
      refusal: 'Too many messages of this workspace are being sent at once. Try again in a moment.',
    })
  }

  /** Refuses what could never be sent, and reaches nothing. @throws ConflictError without an account, ValidationError, NotFoundError */
  async check(workspaceId: string, message: NewMessage): Promise<void> {
    await this.#options.accounts.require(workspaceId)
    this.#read(workspaceId, message)
  }

  /**
   * Once the message is being handed over it goes on, also when the caller has left: nobody could say whether it went out.
   * @throws as {@link check}; UnprocessableError when the server does not take it; UpstreamError, TimeoutError
   */
  async send(actor: Actor, message: NewMessage, signal: AbortSignal): Promise<SentMessage> {
    return this.#turns.run(actor.workspace_id, signal, async () => {
      const account = await this.#options.accounts.require(actor.workspace_id)
      const composed = await this.#compose(actor, account, message, signal)
      signal.throwIfAborted()
      const { accepted, rejected } = await this.#handOver(account, composed)
      await this.#recordSent(actor, composed.messageId, accepted.length)
      return { message_id: composed.messageId, accepted, rejected }
    })
  }

  #read(workspaceId: string, { subject, ...message }: NewMessage) {
    const { config, files } = this.#options
    const recipients = readRecipients(message, config.max_recipients)
    // A line break would begin a header of its own.
    if (/\p{Cc}|[\u2028\u2029]/u.test(subject))
      throw bodyFault('/subject', 'must be one line, without control characters')
    const ids = message.attachments ?? []
    if (ids.length > 0 && !files)
      throw new UnprocessableError(
        'unprocessable',
        'Attachments are files of this workspace, and the files plugin is off.',
      )
    const stored = ids.map(id => (files as Files).get(workspaceId, id))
    const bytes = stored.reduce((sum, { size }) => sum + size, 0)
    if (bytes > config.max_message_mb * 1024 * 1024)
      throw new PayloadTooLargeError(
        `The attachments are larger than ${config.max_message_mb} MB together (SVC_EMAIL_MAX_MESSAGE_MB).`,
      )
    return { recipients, ids }
  }

  async #compose(actor: Actor, account: Account, message: NewMessage, signal: AbortSignal): Promise<ComposedMessage> {
    const { config, mailbox, files } = this.#options
    const { workspace_id: workspaceId } = actor
    const { recipients, ids } = this.#read(workspaceId, message)
    const answered =
      message.in_reply_to === undefined
        ? { inReplyTo: null, references: [] }
        : await mailbox.thread({ workspaceId, signal }, message.in_reply_to)
    const opened: OpenedFile[] = []
    try {
      for (const id of ids) opened.push(await (files as Files).open(workspaceId, id))
      const attachments = opened.map(({ file, content }) => ({
        name: file.name,
        content_type: file.content_type,
        content,
      }))
      const { subject, text } = message
      const draft = { recipients, subject, text, attachments, ...answered }
      return await composeMessage(account, draft, config.max_message_mb * 1024 * 1024)
    } finally {
      for (const { content } of opened) content.destroy()
    }
  }

  async #handOver(account: Account, { envelope, bytes }: ComposedMessage): Promise<SendOutcome> {
    const { egress, config, signal } = this.#options
    const limit = AbortSignal.timeout(config.send_timeout_seconds * 1000)
    const until = AbortSignal.any([signal, limit])
    const session = { egress, account, timeoutMs: config.timeout_seconds * 1000, signal: until }
    try {
      return await withSmtp(session, smtp => smtp.send(envelope, bytes))
    } catch (error) {
      if (limit.aborted) throw mailTimeout(account.smtp, config.send_timeout_seconds)
      if (signal.aborted) throw new UnavailableError('The server is stopping; the message may have gone out or not.')
      throw mailFailure(error, account.smtp, account)
    }
  }

  /** The message is out: what goes wrong now is no reason to say that it is not. */
  async #recordSent(actor: Actor, messageId: string, recipients: number): Promise<void> {
    const { events, audit, log } = this.#options
    const { user_id, key_id = null, workspace_id, ip = null, request_id = null } = actor
    const data = { message_id: messageId, recipients, user_id, key_id }
    const details = { recipients }
    const outcomes = await Promise.allSettled([
      events.publish(workspace_id, { type: 'email.sent', data }),
      audit.append({ principal: actor, action: 'email.sent', target: messageId, ip, request_id, details }),
    ])
    for (const each of outcomes) {
      if (each.status === 'rejected') log.error({ err: each.reason as Error }, 'a message was sent and not recorded')
    }
  }
}
