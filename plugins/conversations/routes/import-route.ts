import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { mostMessages } from '../imports/conversation-imports.ts'
import type { ConversationImports } from '../imports/conversation-imports.ts'
import { closed } from './schemas.ts'

const importBodyBytes = 28 * 1024 * 1024
// Twice what is taken, with six fields for each message: so that what is too much is refused in words.
const jsonMembers = 14 * mostMessages
const key = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })
const time = Type.String({ format: 'date-time' })

const message = Type.Object(
  {
    key: key('Its name within the conversation.'),
    parent: Type.Union([Type.String({ maxLength: 200 }), Type.Null()], {
      description:
        'The `key` of the message that it follows, which stands before it in the list; null: it is a first one.',
    }),
    role: Type.Enum(['user', 'assistant']),
    content: Type.String({ maxLength: 1024 * 1024 }),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Which wrote it.' })),
    created_at: time,
  },
  { ...closed, title: 'ImportedMessage' },
)
const conversation = Type.Object(
  {
    key: key('Its id where it was held. The same one is taken once.'),
    title: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
    created_at: time,
    updated_at: time,
    messages: Type.Array(message, {
      minItems: 1,
      maxItems: mostMessages,
      description: 'Of all branches, each behind its parent.',
    }),
    leaf: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The `key` of the last message of the branch that is read. Default: the last one.',
      }),
    ),
  },
  { ...closed, title: 'ImportedConversation' },
)
const body = Type.Object(
  {
    source: Type.String({
      pattern: '^(?!(api|cli|web|v1)$)[a-z][a-z0-9-]{0,39}$',
      description: 'The program that they were held in, such as `chatgpt`.',
    }),
    conversations: Type.Array(conversation, { minItems: 1, maxItems: 50 }),
  },
  closed,
)
const example = {
  source: 'chatgpt',
  conversations: [
    {
      key: '6f1c',
      title: 'Seats for a workshop',
      created_at: '2026-01-31T12:00:00.000Z',
      updated_at: '2026-01-31T12:00:04.000Z',
      messages: [
        {
          key: 'a',
          parent: null,
          role: 'user' as const,
          content: '17 tables of 6?',
          created_at: '2026-01-31T12:00:00.000Z',
        },
        {
          key: 'b',
          parent: 'a',
          role: 'assistant' as const,
          content: '102 seats.',
          created_at: '2026-01-31T12:00:04.000Z',
        },
      ],
    },
  ],
}
const outcomes = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        key: Type.String(),
        session_id: Type.String(),
        status: Type.Enum(['created', 'present'], { description: '`present`: it came before; nothing was changed.' }),
      },
      { title: 'ImportedConversationOutcome' },
    ),
  ),
})

/** Conversations of other programs. */
export function importRoute(app: RouteRegistrar, imports: ConversationImports): void {
  app.route({
    method: 'POST',
    path: '/api/conversations/import',
    operationId: 'importConversations',
    summary: 'Bring conversations in from another program',
    description:
      'All of one request are kept or none. A conversation with the `source` and `key` of one that is there is left alone, so that an import ' +
      `may be sent again. One request brings at most ${mostMessages} messages. They are yours, and every member of the workspace may read, continue and delete them.`,
    permission: 'conversations:write',
    body,
    bodyLimit: importBodyBytes,
    jsonMembers,
    example: { body: example },
    responses: {
      200: {
        description: 'What became of each, in the order of the request',
        schema: outcomes,
        example: { items: [{ key: '6f1c', session_id: 'ses_01jzcq3m5n8v7x2k4w6y9a0b1c', status: 'created' }] },
      },
    },
    handler: async request => ({
      items: await imports.add(actorOf(request), request.body.source, request.body.conversations),
    }),
  })
}
