import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Sessions } from '../sessions/sessions.ts'
import type { TurnEngine } from '../turns/turn-engine.ts'
import { exampleAnswer, exampleQuestion } from './examples.ts'
import { message, messageParams, messagesQuery, pageOfItems, sessionParams } from './schemas.ts'
import { shownMessage } from './shown.ts'

const path = '/api/conversations/:session_id/messages'

/** What was said, and which branch of it is read. */
export function messageRoutes(app: RouteRegistrar, sessions: Sessions, turns: TurnEngine): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listMessages',
    summary: 'List the messages of a conversation',
    description:
      'The active branch alone, oldest first; `order=desc`: newest first, with pages that go back. `branches` of a message names those that stand in its place on other branches. The text of an ' +
      'answer that is still being written is in `…/events`.',
    permission: 'conversations:read',
    params: sessionParams,
    query: messagesQuery,
    responses: {
      200: {
        description: 'A page of messages',
        schema: pageOfItems(message),
        example: { items: [exampleQuestion], next_cursor: null },
      },
    },
    handler({ principal, params, query }) {
      const { items, next_cursor } = sessions.messages(principal.workspace_id, params.session_id, query)
      return { items: items.map(shownMessage), next_cursor }
    },
  })

  app.route({
    method: 'GET',
    path: `${path}/:message_id`,
    operationId: 'getMessage',
    summary: 'One message, of any branch',
    permission: 'conversations:read',
    params: messageParams,
    responses: { 200: { description: 'The message', schema: message, example: exampleQuestion } },
    handler: ({ principal, params }) =>
      shownMessage(sessions.message(principal.workspace_id, params.session_id, params.message_id)),
  })

  app.route({
    method: 'POST',
    path: `${path}/:message_id/activate`,
    operationId: 'activateMessage',
    summary: 'Read and continue the branch of this message',
    description: 'The branch goes on from it to what was said last in it. During a turn it is a 409.',
    permission: 'conversations:write',
    params: messageParams,
    responses: {
      200: { description: 'The message', schema: message, example: { ...exampleQuestion, id: exampleAnswer.id } },
    },
    errors: { 409: ['conflict'] },
    example: { summary: 'Has no body' },
    handler(request) {
      const { session_id, message_id } = request.params
      turns.switchTo(actorOf(request), session_id, message_id)
      return shownMessage(sessions.message(request.principal.workspace_id, session_id, message_id))
    },
  })
}
