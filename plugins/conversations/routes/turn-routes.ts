import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Principal, RouteRegistrar, RouteResponse } from '@svc/plugin'
import type { FileAttachments } from '../attachments/file-attachments.ts'
import { readAttachments } from '../attachments/read-attachments.ts'
import type { Session, TurnOptions } from '../records.ts'
import type { Choices } from '../sessions/choices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { checkMessage } from '../sessions/text-checks.ts'
import { conversationEvents } from './event-schemas.ts'
import { exampleAnswer, exampleQuestion, exampleSession, exampleStream, exampleWaiting } from './examples.ts'
import { answer, closed, messageParams, model, sessionParams, tools } from './schemas.ts'
import type { TurnEngine } from '../turns/turn-engine.ts'
import type { TurnRequests } from './turn-requests.ts'

const one = '/api/conversations/:session_id'
/** Four attachments of 5 MB in base64, and the message. */
const messageBodyBytes = 28 * 1024 * 1024

const overrideFields = {
  stream: Type.Optional(
    Type.Boolean({ default: false, description: 'True: server-sent events, with the ids that `…/events` gives them.' }),
  ),
  model: Type.Optional(model),
  tools: Type.Optional(tools),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  max_tokens: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Of each answer of the model.' }),
  ),
  stop: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 4 })),
  seed: Type.Optional(Type.Integer()),
}
const message = Type.String({ description: 'At most 1 MiB of text, not blank.' })
const attachment = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    content_type: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    text: Type.Optional(Type.String({ description: 'Text as it is; this or `data`.' })),
    data: Type.Optional(
      Type.String({
        description: 'Base64. A PNG, JPEG, WebP or GIF is known by its first bytes; all else must be text.',
      }),
    ),
  },
  { ...closed, title: 'NewAttachment' },
)
const messageBody = Type.Object(
  {
    message,
    attachments: Type.Optional(
      Type.Array(
        Type.Union([attachment, Type.String({ minLength: 1, maxLength: 100, description: 'The id of a file.' })]),
        {
          maxItems: 4,
          description:
            'Each at most 5 MiB. Text is shown to the model marked as data, an image as an image. A file of the workspace is named by its id (scope `files:read`): text and images as they are, of PDF, DOCX and HTML the text.',
        },
      ),
    ),
    ...overrideFields,
  },
  closed,
)
const editBody = Type.Object({ message, ...overrideFields }, closed)
const overridesBody = Type.Object(overrideFields, closed)
type OverridesBody = Static<typeof overridesBody>
type Overrides = Omit<OverridesBody, 'stream'>

const answeredNote =
  'The turn belongs to the conversation: it goes on when the caller leaves, and `…/events` repeats it. Without `stream` the answer comes ' +
  'whole; when the model calls a tool about which a person must be asked, it comes at once with 202, `status: "waiting"` and the approvals, and ' +
  'the rest is in `…/messages` and `…/events` once they are decided. What fails at the provider answers as its problem; what was said is kept.'
const responses: Record<number, RouteResponse> = {
  200: {
    description: 'The answer; with `stream: true` its events',
    schema: answer,
    example: exampleAnswer,
    otherTypes: ['text/event-stream'],
    events: conversationEvents,
  },
  202: { description: 'A person is asked first', schema: answer, example: exampleWaiting },
}
const errors = {
  409: ['conflict'],
  413: ['payload_too_large'],
  422: ['unprocessable'],
  502: ['upstream_error'],
  504: ['timeout'],
}

export interface TurnRouteOptions {
  turns: TurnEngine
  requests: TurnRequests
  sessions: Sessions
  choices: Choices
  fileAttachments: FileAttachments
}

/** What begins, follows and ends a turn. */
export function turnRoutes(app: RouteRegistrar, options: TurnRouteOptions): void {
  const { turns, requests, sessions, choices, fileAttachments } = options
  /** The conversation, once what overrides its own settings is checked. */
  const sessionFor = async (principal: Principal, sessionId: string, overrides: Overrides): Promise<Session> => {
    const session = sessions.get(principal.workspace_id, sessionId)
    if (overrides.tools !== undefined) await choices.checkTools(principal.workspace_id, overrides.tools)
    if (overrides.model !== undefined) await choices.checkModel(principal, overrides.model)
    return session
  }

  app.route({
    method: 'POST',
    path: `${one}/messages`,
    operationId: 'sendMessage',
    summary: 'Say something, and get the answer whole or as a stream',
    description: `${answeredNote} A second message during a turn is a 409.`,
    permission: 'conversations:write',
    params: sessionParams,
    body: messageBody,
    example: { summary: 'A question', body: { message: exampleQuestion.content } },
    responses,
    errors,
    idempotent: 'handler',
    bodyLimit: messageBodyBytes,
    longRunning: true,
    async handler(request, reply) {
      const { message: text, stream = false, attachments: sent = [], ...overrides } = request.body
      const { principal, params } = request
      const session = await sessionFor(principal, params.session_id, overrides)
      checkMessage(text)
      const attachments = await readAttachments(sent, (fileId, path) =>
        fileAttachments.read(fileId, { principal, path, signal: request.signal }),
      )
      return requests.answer(request, reply, stream, onStored =>
        turns.begin({ session, principal, text, attachments, onStored, ...turnOptions(overrides) }),
      )
    },
  })

  app.route({
    method: 'POST',
    path: `${one}/retry`,
    operationId: 'retryTurn',
    summary: 'Ask the last question again after an answer that was broken off',
    description: `Of an interrupted, failed or cancelled turn. What was said stays, as a branch beside the new answer. ${answeredNote}`,
    permission: 'conversations:write',
    params: sessionParams,
    body: overridesBody,
    example: { summary: 'As a stream', body: { stream: true } },
    responses,
    errors,
    idempotent: 'handler',
    longRunning: true,
    async handler(request, reply) {
      const { stream = false, ...overrides } = request.body
      const { principal, params } = request
      const session = await sessionFor(principal, params.session_id, overrides)
      return requests.answer(request, reply, stream, onStored =>
        turns.retry({ session, principal, onStored, ...turnOptions(overrides) }),
      )
    },
  })

  app.route({
    method: 'POST',
    path: `${one}/messages/:message_id/regenerate`,
    operationId: 'regenerateMessage',
    summary: 'Get another answer in the place of this one',
    description: `The answer of before stays, as a branch. ${answeredNote}`,
    permission: 'conversations:write',
    params: messageParams,
    body: overridesBody,
    example: { summary: 'By another model', body: { model: 'svc/offline' } },
    responses,
    errors,
    idempotent: 'handler',
    longRunning: true,
    async handler(request, reply) {
      const { stream = false, ...overrides } = request.body
      const { principal, params } = request
      const session = await sessionFor(principal, params.session_id, overrides)
      return requests.answer(request, reply, stream, onStored =>
        turns.regenerate({ session, principal, message_id: params.message_id, onStored, ...turnOptions(overrides) }),
      )
    },
  })

  app.route({
    method: 'PATCH',
    path: `${one}/messages/:message_id`,
    operationId: 'editMessage',
    summary: 'Ask something else in the place of this question',
    description: `The question of before and all that followed stay, as a branch; its attachments go with the new one. ${answeredNote}`,
    permission: 'conversations:write',
    params: messageParams,
    body: editBody,
    example: { summary: 'Another number', body: { message: 'How many seats do 18 tables of 6 have?' } },
    responses,
    errors,
    longRunning: true,
    bodyLimit: 4 * 1024 * 1024,
    async handler(request, reply) {
      const { message: text, stream = false, ...overrides } = request.body
      const { principal, params, signal, baseUrl } = request
      const session = await sessionFor(principal, params.session_id, overrides)
      checkMessage(text)
      return requests.answer({ principal, signal, baseUrl, idempotency: null }, reply, stream, () =>
        turns.edit({ session, principal, message_id: params.message_id, text, ...turnOptions(overrides) }),
      )
    },
  })

  const cancelled = Type.Object(
    {
      session_id: Type.String(),
      turn_id: Type.Union([Type.String(), Type.Null()], { description: 'Null: nothing was under way.' }),
    },
    { title: 'CancelledTurn' },
  )
  app.route({
    method: 'POST',
    path: `${one}/cancel`,
    operationId: 'cancelTurn',
    summary: 'Stop the reply in progress',
    description: 'What was said is kept. Nothing happens when no reply is in progress.',
    permission: 'conversations:write',
    params: sessionParams,
    responses: {
      202: {
        description: 'It stops',
        schema: cancelled,
        example: { session_id: exampleSession.session_id, turn_id: exampleAnswer.turn_id },
      },
    },
    example: { summary: 'Has no body' },
    async handler({ principal: { workspace_id }, params: { session_id } }, reply) {
      sessions.get(workspace_id, session_id)
      const turn_id = await turns.cancel(workspace_id, session_id)
      reply.status(202)
      return { session_id, turn_id }
    },
  })

  const eventsQuery = Type.Object(
    {
      turn_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Only this turn; the stream ends with it.' }),
      ),
      follow: Type.Optional(
        Type.Boolean({ default: true, description: 'False: only what is stored; the stream ends after it.' }),
      ),
    },
    closed,
  )
  app.route({
    method: 'GET',
    path: `${one}/events`,
    operationId: 'streamConversationEvents',
    summary: 'Stream the events of a conversation, from its beginning and on',
    description:
      'Server-sent events: first all that is stored, then each as it happens, for as long as the reader stays. `Last-Event-ID` resumes behind an ' +
      'event, for every reader; an id that is not of this conversation is a 400. Events: `message`, `content`, `reasoning`, ' +
      '`memory`, `tool_call`, `tool_result`, `approval`, `waiting`, `run`, `context`, `step`, `title`, `error` and `done`.',
    permission: 'conversations:read',
    params: sessionParams,
    query: eventsQuery,
    responses: {
      200: {
        description: 'The events',
        contentType: 'text/event-stream',
        events: conversationEvents,
        example: exampleStream,
      },
    },
    longRunning: true,
    handler({ principal: { workspace_id }, params: { session_id }, query, headers, signal }, reply) {
      sessions.get(workspace_id, session_id)
      const lastId = headers['last-event-id']
      const after = lastId === undefined || lastId === '' ? null : lastId
      const { turn_id = null, follow: live = true } = query
      return reply.sse(turns.follow({ workspace_id, session_id, turn_id, after, live }, signal))
    },
  })
}

function turnOptions({ model, ...options }: Overrides): { model: string | undefined; options: TurnOptions } {
  return { model, options }
}
