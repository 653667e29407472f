import { createHash } from 'node:crypto'
import { fieldName, PayloadTooLargeError, ValidationError } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  ByteQuota,
  Clock,
  DataPlane,
  EventLog,
  FieldError,
  Ids,
  WorkspaceDatabase,
} from '@svc/plugin'
import type { Message, Session } from '../records.ts'
import { messageStore } from '../sessions/message-store.ts'
import { sessionStore } from '../sessions/session-store.ts'
import { textFault } from '../sessions/text-checks.ts'

/** A message of a conversation that was held elsewhere. */
export interface ImportedMessage {
  /** Its name within the conversation. */
  key: string
  /** The message that it follows, which stands before it in the list; null: it begins the conversation. */
  parent: string | null
  role: 'user' | 'assistant'
  content: string
  model?: string
  created_at: string
}

/** A conversation that was held elsewhere, with all of its branches. */
export interface ImportedConversation {
  /** Its id there; the same one is taken once. */
  key: string
  title: string | null
  created_at: string
  updated_at: string
  messages: readonly ImportedMessage[]
  /** The end of the branch that is read; without it the last message. */
  leaf?: string
}

export interface ImportOutcome {
  key: string
  session_id: string
  /** `present`: it came with an import before, and nothing was changed. */
  status: 'created' | 'present'
}

export interface ConversationImportsOptions {
  data: DataPlane
  quota: Pick<ByteQuota, 'measure'>
  events: EventLog
  audit: AuditLog
  stepLimit: number
  ids: Ids
  clock: Clock
}

/** Of one request: they are stored in one transaction, and everybody else waits for its end. */
export const mostMessages = 5000

const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/** Conversations of other programs, kept as if they had been held here. */
export class ConversationImports {
  readonly #options: ConversationImportsOptions

  constructor(options: ConversationImportsOptions) {
    this.#options = options
  }

  /** All of them or none. @throws ValidationError that names every fault, PayloadTooLargeError */
  async add(actor: Actor, source: string, conversations: readonly ImportedConversation[]): Promise<ImportOutcome[]> {
    const count = conversations.reduce((sum, { messages }) => sum + messages.length, 0)
    if (count > mostMessages) {
      const message = `The conversations have ${count} messages, and one request brings at most ${mostMessages}.`
      throw new PayloadTooLargeError(`${message} Send fewer of them at once.`)
    }
    const faults = conversations.flatMap((conversation, at) => faultsOf(conversation, `/conversations/${at}`))
    const [first] = faults
    if (first) throw new ValidationError(`${fieldName(first.path)} ${first.message}.`, faults)
    const { data, quota, events, audit } = this.#options
    const outcomes = data.use(actor.workspace_id, db =>
      db.transaction(() =>
        conversations.map(conversation => {
          const session_id = idOf(actor.workspace_id, source, conversation.key)
          const isPresent = sessionStore.get(db, session_id) !== null
          if (!isPresent) {
            quota.measure(db, () => this.#insert(db, actor, { ...conversation, session_id, source }))
            const created = { session_id, user_id: actor.user_id }
            events.append(db, actor.workspace_id, [{ type: 'conversation.created', data: created }])
          }
          return { key: conversation.key, session_id, status: isPresent ? ('present' as const) : ('created' as const) }
        }),
      ),
    )
    const { ip = null, request_id = null } = actor
    const created = outcomes.filter(({ status }) => status === 'created').length
    const details = { source, created, present: outcomes.length - created }
    await audit.append({ principal: actor, action: 'conversations.imported', target: source, ip, request_id, details })
    return outcomes
  }

  #insert(
    db: WorkspaceDatabase,
    actor: Actor,
    {
      session_id,
      source,
      title,
      created_at,
      updated_at,
      messages,
      leaf,
    }: ImportedConversation & { session_id: string; source: string },
  ): void {
    const { ids, stepLimit } = this.#options
    const messageIds = new Map(messages.map(({ key }) => [key, ids.create('msg')]))
    const leafKey = leaf ?? messages.at(-1)?.key ?? ''
    const session: Session = {
      session_id,
      title,
      title_by: title === null ? 'nobody' : 'person',
      model: null,
      system: null,
      tools: 'all',
      settings: { context: 'summarise', step_limit: stepLimit, token_limit: null },
      memory: null,
      source,
      user_id: actor.user_id,
      key_id: actor.key_id ?? null,
      leaf_id: messageIds.get(leafKey) ?? null,
      created_at,
      updated_at,
    }
    sessionStore.insert(db, session)
    const active = branchTo(leafKey, messages)
    const positions = new Map<string, number>()
    for (const { key, parent, role, content, model = null, created_at: at } of messages) {
      const position = parent === null ? 0 : (positions.get(parent) ?? 0) + 1
      positions.set(key, position)
      const message: Message = {
        message_id: messageIds.get(key) ?? '',
        session_id,
        parent_id: parent === null ? null : (messageIds.get(parent) ?? null),
        position,
        active: active.has(key),
        turn_id: null,
        role,
        content,
        attachments: [],
        images: [],
        tool_calls: [],
        tool_call_id: null,
        tool_name: null,
        model,
        finish_reason: role === 'assistant' ? 'stop' : null,
        usage: null,
        created_at: at,
      }
      messageStore.insert(db, message)
    }
  }
}

/** The same in every import of the same conversation into the same workspace, so that none comes twice. */
function idOf(workspaceId: string, source: string, key: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([workspaceId, source, key]))
    .digest()
  return `ses_0${Array.from(hash.subarray(0, 25), byte => digits.charAt(byte & 31)).join('')}`
}

function branchTo(leaf: string, messages: readonly ImportedMessage[]): Set<string> {
  const parents = new Map(messages.map(({ key, parent }) => [key, parent]))
  const branch = new Set<string>()
  for (let key: string | null = leaf; key !== null; key = parents.get(key) ?? null) branch.add(key)
  return branch
}

function faultsOf({ title, messages, leaf }: ImportedConversation, path: string): FieldError[] {
  const faults: FieldError[] = []
  const add = (at: string, message: string | null) => message !== null && faults.push({ path: `${path}${at}`, message })
  const keys = new Set<string>()
  add('/title', title === null ? null : textFault(title))
  for (const [at, { key, parent, content }] of messages.entries()) {
    add(`/messages/${at}/content`, textFault(content))
    if (keys.has(key)) add(`/messages/${at}/key`, 'must be the only one of its conversation')
    if (parent !== null && !keys.has(parent))
      add(`/messages/${at}/parent`, 'must be null or the key of a message before it')
    keys.add(key)
  }
  if (leaf !== undefined && !keys.has(leaf)) add('/leaf', 'must be the key of a message')
  return faults
}
