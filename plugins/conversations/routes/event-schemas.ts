import { Type } from 'typebox'
import type { TProperties } from 'typebox'
import {
  finishReason,
  nullable,
  recalledMemory,
  role,
  toolCallFields,
  toolFault,
  turnErrorFields,
  usage,
} from './schemas.ts'

function event<T extends TProperties>(type: string, fields: T, description: string) {
  const name = type.replaceAll(/(?:^|_)([a-z])/g, (_all, first: string) => first.toUpperCase())
  const shared = {
    turn_id: nullable('The turn it belongs to; null: none.'),
    at: Type.String({ description: 'When it was stored.' }),
  }
  return Type.Object(
    { type: Type.Literal(type), ...fields, ...shared },
    { title: `Conversation${name}Event`, description },
  )
}

const call = { call_id: Type.String(), tool_name: Type.String() }
const delta = Type.String({ description: 'The next piece of the text.' })

/** What the events of a conversation hold; the id of each is that of the stream. */
export const conversationEvents = Type.Union(
  [
    event('message', { message_id: Type.String(), role, content: Type.String() }, 'What was asked.'),
    event('content', { delta }, 'A piece of the answer.'),
    event('reasoning', { delta }, 'What the model thinks before it answers; no part of the answer.'),
    event(
      'memory',
      { memories: Type.Array(recalledMemory) },
      'What the answer is given of the memory of the workspace, the best first.',
    ),
    event('tool_call', toolCallFields, 'The model calls a tool.'),
    event(
      'tool_result',
      {
        ...call,
        result: Type.Optional(Type.Unknown({ description: 'What the tool gave; text of more than 64 KiB is cut.' })),
        error: Type.Optional(toolFault),
      },
      'What came of a call: `result` or `error`.',
    ),
    event(
      'approval',
      { approval_id: Type.String(), ...call, expires_at: Type.String() },
      'A person is asked about a call.',
    ),
    event(
      'approved',
      { approval_id: Type.String(), ...call },
      'A person has approved the call, and it runs; `tool_result` follows.',
    ),
    event(
      'waiting',
      { approval_ids: Type.Array(Type.String()) },
      'The turn goes on when a person has decided about these.',
    ),
    event(
      'run',
      { run_id: Type.String(), app: Type.String(), status: Type.String() },
      'The agent app that answers has run.',
    ),
    event(
      'context',
      {
        strategy: Type.Enum(['summarise', 'drop']),
        dropped_messages: Type.Integer(),
        summary: nullable('What the model is given in their place; null: nothing.'),
      },
      'The oldest messages no longer fit the model.',
    ),
    event(
      'step',
      { step: Type.Integer({ description: 'From 1.' }), model: Type.String(), usage },
      'One answer of the model is complete; a turn that calls tools has several.',
    ),
    event('title', { title: Type.String() }, 'The conversation has a title.'),
    event('error', turnErrorFields, 'Why the turn failed; `done` follows.'),
    event(
      'done',
      {
        message_id: Type.String({ description: 'Of the answer.' }),
        finish_reason: finishReason,
        usage,
        detail: Type.Optional(Type.String({ description: 'Which limit it was.' })),
      },
      'The turn is over.',
    ),
  ],
  { title: 'ConversationEvent' },
)
