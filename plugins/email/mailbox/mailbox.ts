import { NotFoundError, PayloadTooLargeError, UpstreamError } from '@svc/plugin'
import type { Clock } from '@svc/plugin'
import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from 'imapflow'
import type { Accounts } from '../account/accounts.ts'
import type { ImapConnections } from '../imap/imap-connections.ts'
import type { MailParser } from '../parsing/mail-parser.ts'
import type { AttachmentContent, ParsedMail } from '../parsing/parsed-mail.ts'
import { decodeMessageId, encodeMessageId, noSuchMessage } from './message-id.ts'
import { summaryOf } from './message-summary.ts'
import type { MessageSummary } from './message-summary.ts'

export interface MailboxOptions {
  accounts: Accounts
  connections: ImapConnections
  parser: MailParser
  maxMessageBytes: number
  clock: Clock
}

/** Whose mailbox, and how long they wait. */
export interface MailCaller {
  workspaceId: string
  signal: AbortSignal
}

export interface MailSearch {
  query?: string
  from?: string
  /** The first day: `2026-01-31`. */
  since?: string
  folder?: string
  limit?: number
}

export interface MailFolder {
  path: string
  name: string
  /** What the folder is for, where the server says so. */
  role: 'inbox' | 'sent' | 'drafts' | 'trash' | 'junk' | 'archive' | 'all' | 'flagged' | null
  messages: number | null
  unread: number | null
}

/** A message with its text. */
export interface Message extends ParsedMail {
  id: string
  folder: string
  unread: boolean
  size: number
}

const inbox = 'INBOX'
const previewBytes = 24 * 1024
const defaultCount = 10
const defaultLimit = 20
const maxFolders = 1000
const summaryQuery: FetchQueryObject = {
  uid: true,
  flags: true,
  envelope: true,
  internalDate: true,
  bodyStructure: true,
  source: { start: 0, maxLength: previewBytes },
}

/** A workspace's mailbox, read without changing it: what was unread stays unread. */
export class Mailbox {
  readonly #options: MailboxOptions

  constructor(options: MailboxOptions) {
    this.#options = options
  }

  /** The newest first. @throws ConflictError without an account, UpstreamError, TimeoutError */
  recent(caller: MailCaller, { count = defaultCount, folder = inbox } = {}): Promise<MessageSummary[]> {
    return this.#summaries(caller, folder, async client => {
      const { exists } = opened(client)
      if (exists === 0) return []
      return client.fetchAll(`${Math.max(1, exists - count + 1)}:*`, summaryQuery)
    })
  }

  /** Words as they are: nothing of them is a query. @throws as {@link recent} */
  search(caller: MailCaller, search: MailSearch): Promise<MessageSummary[]> {
    const { folder = inbox, limit = defaultLimit } = search
    // The library asks for mail of the last so many seconds, and servers refuse none.
    const isAhead = search.since !== undefined && Date.parse(search.since) >= this.#options.clock.now()
    return this.#summaries(caller, folder, async client => {
      if (isAhead) return []
      const found = await client.search(criteria(search), { uid: true })
      if (!found) throw searchFailed()
      const newest = found.toSorted((a, b) => a - b).slice(-limit)
      return newest.length === 0 ? [] : client.fetchAll(newest.join(','), summaryQuery, { uid: true })
    })
  }

  /** @throws NotFoundError, PayloadTooLargeError, UnprocessableError, and as {@link recent} */
  async read(caller: MailCaller, id: string): Promise<Message> {
    const { source, folder, unread, size } = await this.#fetch(caller, id)
    const parsed = await this.#options.parser.mail(source, caller)
    return { id, folder, unread, size, ...parsed }
  }

  /** @throws as {@link read} */
  async attachment(caller: MailCaller, id: string, n: number): Promise<AttachmentContent> {
    const { source } = await this.#fetch(caller, id)
    const found = await this.#options.parser.attachment(source, n, caller)
    if (found) return found
    throw new NotFoundError(`The message has no attachment ${n}. GET /api/email/messages/{id} lists those it has.`)
  }

  /** What an answer to the message names in its headers. @throws NotFoundError, and as {@link recent} */
  async thread(caller: MailCaller, id: string): Promise<{ inReplyTo: string | null; references: string[] }> {
    const { workspaceId, signal } = caller
    const account = await this.#options.accounts.require(workspaceId)
    const place = decodeMessageId(workspaceId, account, id)
    const message = await this.#options.connections.use(workspaceId, account, signal, client =>
      inFolder(client, place.folder, async () => {
        requireSame(client, place.uidValidity)
        return client.fetchOne(String(place.uid), { uid: true, envelope: true, headers: ['references'] }, { uid: true })
      }),
    )
    if (!message) throw noSuchMessage()
    const [own] = idsIn(message.envelope?.messageId ?? '')
    const before = idsIn(message.headers?.toString('latin1') ?? '')
    return { inReplyTo: own ?? null, references: own === undefined ? before : [...before, own] }
  }

  /** @throws as {@link recent} */
  async folders({ workspaceId, signal }: MailCaller): Promise<MailFolder[]> {
    const { accounts, connections } = this.#options
    const account = await accounts.require(workspaceId)
    const listed = await connections.use(workspaceId, account, signal, client =>
      // Elsewhere each folder would be a question of its own, and there may be thousands.
      client.list(client.capabilities.has('LIST-STATUS') ? { statusQuery: { messages: true, unseen: true } } : {}),
    )
    return listed.slice(0, maxFolders).map(({ path, name, specialUse, status }) => ({
      path,
      name,
      role: roleOf(specialUse),
      messages: status?.messages ?? null,
      unread: status?.unseen ?? null,
    }))
  }

  async #summaries(
    { workspaceId, signal }: MailCaller,
    folder: string,
    fetch: (client: ImapFlow) => Promise<FetchMessageObject[]>,
  ): Promise<MessageSummary[]> {
    const { accounts, connections, parser } = this.#options
    const account = await accounts.require(workspaceId)
    const { messages, uidValidity } = await connections.use(workspaceId, account, signal, client =>
      inFolder(client, folder, async () => ({
        messages: await fetch(client),
        uidValidity: opened(client).uidValidity,
      })),
    )
    const newest = messages.toSorted((a, b) => b.seq - a.seq)
    const previews = await parser.previews(
      newest.map(({ source }) => copyOf(source)),
      { workspaceId, signal },
    )
    return newest.map((message, index) => {
      const id = encodeMessageId(workspaceId, account, { folder, uidValidity, uid: message.uid })
      return summaryOf(message, id, previews[index] ?? '')
    })
  }

  async #fetch(
    { workspaceId, signal }: MailCaller,
    id: string,
  ): Promise<{ source: Uint8Array; folder: string; unread: boolean; size: number }> {
    const { accounts, connections, maxMessageBytes } = this.#options
    const account = await accounts.require(workspaceId)
    const { folder, uidValidity, uid } = decodeMessageId(workspaceId, account, id)
    const message = await connections.use(workspaceId, account, signal, client =>
      inFolder(client, folder, async () => {
        requireSame(client, uidValidity)
        const facts = await client.fetchOne(String(uid), { uid: true, size: true }, { uid: true })
        if (!facts) throw noSuchMessage()
        if ((facts.size ?? 0) > maxMessageBytes) throw tooLarge(facts.size ?? 0, maxMessageBytes)
        const source = { start: 0, maxLength: maxMessageBytes }
        return client.fetchOne(String(uid), { uid: true, flags: true, size: true, source }, { uid: true })
      }),
    )
    if (!message) throw noSuchMessage()
    const { flags, size = 0 } = message
    return { source: copyOf(message.source), folder, unread: !flags?.has('\\Seen'), size }
  }
}

/** Opens the folder for reading alone and lets it go again. @throws NotFoundError when there is none */
async function inFolder<T>(client: ImapFlow, folder: string, work: () => Promise<T>): Promise<T> {
  const lock = await client.getMailboxLock(folder, { readOnly: true }).catch((error: unknown) => {
    throw client.usable && isRefusal(error) ? noSuchFolder(error) : error
  })
  try {
    return await work()
  } finally {
    lock.release()
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseStatus' in error && error.responseStatus === 'NO'
}

function noSuchFolder(cause: unknown): NotFoundError {
  return new NotFoundError('There is no such folder in the mailbox. GET /api/email/folders lists them.', { cause })
}

/** The library says no more than that it failed. */
function searchFailed(): UpstreamError {
  return new UpstreamError(
    'The mail server did not carry out the search. Some servers search for words in plain ASCII letters alone.',
  )
}

function opened(client: ImapFlow): { exists: number; uidValidity: bigint } {
  const { mailbox } = client
  if (mailbox) return mailbox
  throw noSuchFolder(undefined)
}

/** The server counts messages anew: what the id named may be anything now. */
function requireSame(client: ImapFlow, uidValidity: bigint): void {
  if (BigInt(opened(client).uidValidity) !== uidValidity) throw noSuchMessage()
}

function criteria({ query, from, since }: MailSearch): SearchObject {
  const search: SearchObject = {
    ...(query !== undefined && { text: query }),
    ...(from !== undefined && { from }),
    ...(since !== undefined && { since: new Date(`${since}T00:00:00Z`) }),
  }
  return Object.keys(search).length === 0 ? { all: true } : search
}

const roles = new Map(
  Object.entries<MailFolder['role']>({
    '\\inbox': 'inbox',
    '\\sent': 'sent',
    '\\drafts': 'drafts',
    '\\trash': 'trash',
    '\\junk': 'junk',
    '\\archive': 'archive',
    '\\all': 'all',
    '\\flagged': 'flagged',
  }),
)

function roleOf(specialUse: string | undefined): MailFolder['role'] {
  return roles.get(specialUse?.toLowerCase() ?? '') ?? null
}

function idsIn(header: string): string[] {
  return (header.match(/<[^<>\s]{1,250}>/g) ?? []).slice(-20)
}

/** The thread is given bytes of its own: a buffer of Node's may be a piece of a larger one. */
function copyOf(source: Buffer | undefined): Uint8Array {
  return new Uint8Array(source ?? [])
}

function tooLarge(size: number, limit: number): PayloadTooLargeError {
  const inMb = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
  return new PayloadTooLargeError(
    `The message has ${inMb(size)} MB; up to ${inMb(limit)} MB are read (SVC_EMAIL_MAX_MESSAGE_MB).`,
  )
}
