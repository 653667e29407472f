import { UnprocessableError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import type { Block, ExportSource, Inline } from '@svc/plugin/contracts/export'
import type { Message } from '../records.ts'
import { messageStore } from '../sessions/message-store.ts'
import { requireSession } from '../sessions/sessions.ts'
import { turnStore } from '../turns/turn-store.ts'
import type { AnswerFacts } from '../turns/turn-store.ts'
import { shareable } from './shareable.ts'

/** Of one conversation in a document. */
const mostMessages = 5000
const mostLetters = 5_000_000
const mostAttached = 50 * 1024 * 1024

const speakers: Record<Message['role'], string> = {
  system: 'System',
  user: 'You',
  assistant: 'Answer',
  tool: 'Tool result',
}

/** The active branch of a conversation as a chapter, with what each answer was given and what it called. */
export function conversationExport(data: DataPlane): ExportSource {
  return {
    type: 'conversation',
    title: 'Conversation',
    permission: 'conversations:read',
    async read({ id = '' }, { principal }) {
      const { session, listed, factsOf } = data.use(principal.workspace_id, db => {
        const found = requireSession(db, id)
        const branch = messageStore.branch(db, id, -1, mostMessages + 1)
        return { session: found, listed: branch, factsOf: turnStore.facts(db, branch) }
      })
      const letters = listed.reduce((sum, { content }) => sum + content.length, 0)
      const attached = listed.reduce((sum, { attached_bytes }) => sum + attached_bytes, 0)
      if (listed.length > mostMessages || letters > mostLetters || attached > mostAttached) {
        const limits = `at most ${mostMessages} messages with ${mostLetters} characters and ${mostAttached} bytes of attachments of a conversation are exported`
        throw new UnprocessableError(
          'export_limit',
          `${id} is too long: ${limits}. Export it as Markdown or JSON from the chat.`,
        )
      }
      const messages: Message[] = []
      while (messages.length < listed.length) {
        const rest = listed.slice(messages.length)
        messages.push(...data.use(principal.workspace_id, db => messageStore.whole(db, rest)))
      }
      const { status: _status, ...kept } = session
      const title = session.title ?? 'Conversation'
      return {
        title,
        version: null,
        chapters: [
          {
            title,
            about: `Conversation, begun ${session.created_at.slice(0, 10)}, last used ${session.updated_at.slice(0, 10)}${session.model === null ? '' : `, ${session.model}`}`,
            blocks: messages.flatMap(message => messageBlocks(message, factsOf(message))),
          },
        ],
        record: { conversation: kept, messages: messages.map(shareable) },
      }
    },
  }
}

function messageBlocks(message: Message, { memories: recalled, error }: AnswerFacts): Block[] {
  const { role, content, created_at, model, tool_name, attachments, tool_calls } = message
  const name = role === 'tool' && tool_name !== null ? `${speakers[role]}: ${tool_name}` : speakers[role]
  const about = model === null ? created_at : `${created_at} · ${model}`
  const small = (...children: Inline[]): Block => ({ type: 'paragraph', tone: 'small', children })
  return [
    { type: 'heading', level: 1, children: [{ type: 'text', text: name }] },
    small({ type: 'text', text: about }),
    ...(content === '' ? [] : [bodyOf(role, content)]),
    ...(error === null ? [] : [small({ type: 'text', text: `Failed: ${error.detail}` })]),
    ...(recalled.length === 0
      ? []
      : [
          small({
            type: 'text',
            text: `From memory: ${recalled.map(({ id, source }) => `${source ?? 'no source'} (${id})`).join(', ')}`,
          }),
        ]),
    ...attachments.map(({ name: file, content_type }) =>
      small({ type: 'text', text: `Attached: ${file} (${content_type})` }),
    ),
    ...tool_calls.flatMap((call): Block[] => [
      small({ type: 'text', text: 'Calls ' }, { type: 'text', text: call.name, marks: ['code'] }),
      { type: 'code', text: call.arguments, language: 'json' },
    ]),
  ]
}

/** What models and people wrote is a quotation, so that a heading in it is none of the document's. */
function bodyOf(role: Message['role'], text: string): Block {
  if (role === 'tool') return { type: 'code', text }
  return { type: 'quote', children: [{ type: 'markdown', text }] }
}
