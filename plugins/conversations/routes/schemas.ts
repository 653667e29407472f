import { Type } from 'typebox'
import type { TObject } from 'typebox'
import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'

export const closed = { additionalProperties: false }

export const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
export const usage = Type.Object(
  { prompt_tokens: Type.Integer(), completion_tokens: Type.Integer() },
  { title: 'TokenUsage' },
)

export const role = Type.Enum(['system', 'user', 'assistant', 'tool'], { title: 'MessageRole' })

const settingFields = {
  context: Type.Optional(
    Type.Enum(['summarise', 'drop'], {
      description: 'What happens to the oldest messages when the history no longer fits the model.',
    }),
  ),
  step_limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Answers of the model within one turn.' }),
  ),
  token_limit: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 100_000_000 }), Type.Null()], {
      description: 'Prompt and completion tokens of one turn together; null: no limit of its own.',
    }),
  ),
}

export const model = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'A model of `GET /v1/models`, `agent`, or `app:<name>`.',
})
export const tools = Type.Union(
  [
    Type.Enum(['all', 'none']),
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 200, uniqueItems: true }),
  ],
  {
    description:
      'The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole.',
  },
)
const orNull = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Optional(Type.Union([type, Type.Null()]))

const settableFields = {
  title: orNull(Type.String({ maxLength: 200, description: 'One that a person gave is never changed by the model.' })),
  model: orNull(model),
  system: orNull(Type.String({ maxLength: 100_000, description: 'Instructions that stand before every turn.' })),
  tools: Type.Optional(tools),
  settings: Type.Optional(Type.Object(settingFields, { ...closed, title: 'ConversationSettingsInput' })),
  memory: Type.Optional(
    Type.Boolean({
      description:
        'Tell the agent what the workspace remembers about each question. Default: as the installation has it (`SVC_CONVERSATIONS_MEMORY`).',
    }),
  ),
}
export const createBody = Type.Object(
  {
    ...settableFields,
    source: Type.Optional(Type.Enum(['api', 'cli', 'web'], { default: 'api', description: 'What it is begun with.' })),
  },
  closed,
)
export const changeBody = Type.Object(settableFields, { ...closed, minProperties: 1 })

const sessionFields = {
  id: Type.String(),
  session_id: Type.String(),
  title: nullable('Null until one is given or found.'),
  title_by: Type.Enum(['nobody', 'model', 'person']),
  model: nullable("Null: the workspace's default."),
  system: nullable('Instructions that stand before every turn.'),
  tools,
  settings: Type.Object(settingFields, { title: 'ConversationSettings' }),
  memory: Type.Boolean({ description: 'Whether its questions are answered with what the workspace remembers.' }),
  source: Type.String({ description: '`api`, `cli`, `web`, `v1`, or the program that it was imported from.' }),
  status: Type.Enum(['idle', 'running', 'waiting'], { description: '`waiting`: a person is asked about a tool call.' }),
  running_turn_id: nullable('The turn that runs or waits; null when nothing is under way.'),
  created_by: Type.String({ description: 'A user. Every member of the workspace may read and continue it.' }),
  created_at: Type.String(),
  updated_at: Type.String(),
}
export const session = Type.Object(sessionFields, { title: 'Conversation' })
export const foundSession = Type.Object(
  {
    ...sessionFields,
    match: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              message_id: Type.String(),
              role,
              snippet: Type.String({ description: 'Plain text; the words that fit stand in `**`.' }),
              created_at: Type.String(),
            },
            { title: 'ConversationMatch' },
          ),
          Type.Null(),
        ],
        {
          description: 'With `search`: the message that fits best; null when it is the title that fits.',
        },
      ),
    ),
  },
  { title: 'ListedConversation' },
)

export const finishReason = Type.Unsafe<TurnFinishReason>(
  Type.Enum(
    [
      'stop',
      'length',
      'content_filter',
      'tool_calls',
      'cancelled',
      'interrupted',
      'step_limit',
      'token_limit',
      'failed',
    ] satisfies TurnFinishReason[],
    { title: 'FinishReason' },
  ),
)
export const toolFault = Type.Object({ code: Type.String(), message: Type.String() }, { title: 'ToolError' })
export const toolCallFields = {
  call_id: Type.String(),
  tool_name: Type.String(),
  arguments: Type.Unknown({ description: 'An object; a string where the model wrote no JSON.' }),
}
const toolCall = Type.Object(toolCallFields, { title: 'ToolCall', additionalProperties: true })
const shownAttachment = Type.Object(
  {
    file_id: Type.Optional(Type.String({ description: 'Of the file it was read from.' })),
    size: Type.Optional(Type.Integer({ description: 'Of that file, in bytes.' })),
    name: Type.String(),
    content_type: Type.String(),
    kind: Type.Enum(['text', 'image']),
  },
  { title: 'Attachment' },
)
export const recalledMemory = Type.Object(
  {
    id: Type.String({ description: 'Of the document: `GET /api/memory/{id}`.' }),
    source: nullable('Where the document came from.'),
    score: Type.Number(),
    chunk_text: Type.String({ description: 'How the passage begins.' }),
  },
  { title: 'RecalledMemory' },
)
/** Why a turn failed, as an event of the stream and on its answer. */
export const turnErrorFields = { status: Type.Integer(), code: Type.String(), detail: Type.String() }
const memories = Type.Array(recalledMemory, {
  description: 'What the answer was given of the memory of the workspace, the best first.',
})
export const message = Type.Object(
  {
    id: Type.String(),
    parent_id: nullable('What it follows; null for the first.'),
    role,
    content: Type.String(),
    attachments: Type.Optional(Type.Array(shownAttachment)),
    tool_calls: Type.Optional(Type.Array(toolCall)),
    tool_call_id: Type.Optional(Type.String()),
    tool_name: Type.Optional(Type.String()),
    memories: Type.Optional(memories),
    turn_id: nullable('The turn in which it was said.'),
    model: nullable('Which wrote it.'),
    finish_reason: Type.Union([finishReason, Type.Null()], {
      description: 'On an answer that is complete or broken off.',
    }),
    error: Type.Optional(Type.Object(turnErrorFields, { title: 'TurnError', description: 'Why the answer failed.' })),
    usage: Type.Union([usage, Type.Null()]),
    branches: Type.Array(Type.String(), {
      description:
        'The messages in its place, oldest first, itself among them: more than one after an edit or a regeneration.',
    }),
    created_at: Type.String(),
  },
  { title: 'Message' },
)

export const answer = Type.Object(
  {
    id: Type.String({ description: 'Of the answer, a message.' }),
    session_id: Type.String(),
    turn_id: Type.String(),
    role: Type.Literal('assistant'),
    content: Type.String(),
    tool_calls: Type.Array(toolCall, { description: 'The calls of the turn, each with its `result` or `error`.' }),
    memories,
    model: Type.String(),
    usage,
    finish_reason: Type.Union([finishReason, Type.Null()], { description: 'Null while the turn goes on.' }),
    status: Type.Enum(['done', 'waiting']),
    approvals: Type.Optional(
      Type.Array(
        Type.Object(
          {
            approval_id: Type.String(),
            call_id: Type.String(),
            tool_name: Type.String(),
            expires_at: Type.String(),
            url: Type.String({ description: 'Where the approval is read.' }),
            message: Type.String({ description: 'Who decides, until when, and how.' }),
          },
          { title: 'WaitingCall' },
        ),
      ),
    ),
  },
  { title: 'Answer', additionalProperties: true },
)

export const pageOfItems = <T extends TObject>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })

const limit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })
const cursor = Type.Optional(Type.String({ maxLength: 2048, description: 'The `next_cursor` of the page before.' }))
export const messagesQuery = Type.Object(
  {
    limit,
    cursor,
    order: Type.Optional(
      Type.Enum(['asc', 'desc'], { default: 'asc', description: '`desc`: the newest message first.' }),
    ),
  },
  closed,
)
export const listQuery = Type.Object(
  {
    limit,
    cursor,
    search: Type.Optional(
      Type.String({
        maxLength: 100_000,
        description:
          'Words that all occur in the title or in one message; the last may be the beginning of a word. The first 16 count.',
      }),
    ),
  },
  closed,
)

const id = Type.String({ minLength: 1, maxLength: 100 })
export const sessionParams = Type.Object({ session_id: id })
export const messageParams = Type.Object({ session_id: id, message_id: id })
