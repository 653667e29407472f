import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { SessionSearch } from '../search/session-search.ts'
import type { FoundSession } from '../search/session-search.ts'
import type { ListedSession } from '../sessions/session-store.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { exampleSession } from './examples.ts'
import { changeBody, createBody, foundSession, listQuery, pageOfItems, session, sessionParams } from './schemas.ts'
import { shownFound as found, shownSession as shown } from './shown.ts'

const path = '/api/conversations'
const one = `${path}/:session_id`
const answered = { description: 'The conversation', schema: session, example: exampleSession }

/** The conversations themselves. */
export function sessionRoutes(
  app: RouteRegistrar,
  sessions: Sessions,
  { search, memoryByDefault }: { search: SessionSearch; memoryByDefault: boolean },
): void {
  const shownSession = (session: ListedSession) => shown(session, memoryByDefault)
  const shownFound = (each: FoundSession) => found(each, memoryByDefault)
  app.route({
    method: 'GET',
    path,
    operationId: 'listConversations',
    summary: 'List or search the conversations of the workspace',
    description:
      'Those last used first. With `search`: those in whose title or transcript every word occurs, each with the message that fits best.',
    permission: 'conversations:read',
    query: listQuery,
    responses: {
      200: {
        description: 'A page of conversations',
        schema: pageOfItems(foundSession),
        example: { items: [exampleSession], next_cursor: null },
      },
    },
    async handler({ principal: { workspace_id }, query: { search: text, ...page }, signal }) {
      if (text !== undefined) {
        const { items, next_cursor } = await search.find(workspace_id, text, page, signal)
        return { items: items.map(shownFound), next_cursor }
      }
      const { items, next_cursor } = sessions.list(workspace_id, page)
      return { items: items.map(shownSession), next_cursor }
    },
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'createConversation',
    summary: 'Begin a conversation',
    description:
      'It belongs to the workspace: every member may read, continue and delete it. Without a model it is answered by the default of the ' +
      'workspace; without tools the model is offered all that the caller may use. Without a title it gets one from what is said first.',
    permission: 'conversations:write',
    body: createBody,
    example: { summary: 'With a system prompt', body: { title: 'Seats for a workshop', system: 'Answer briefly.' } },
    responses: { 201: answered },
    async handler(request, reply) {
      const { source = 'api', ...input } = request.body
      const created = await sessions.create(actorOf(request), input, source)
      reply.status(201).header('location', `${request.baseUrl}${path}/${created.session_id}`)
      return shownSession(created)
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getConversation',
    summary: 'One conversation',
    permission: 'conversations:read',
    params: sessionParams,
    responses: { 200: answered },
    handler: ({ principal, params }) => shownSession(sessions.get(principal.workspace_id, params.session_id)),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateConversation',
    summary: 'Change the title, model, system prompt, tools, memory or settings of a conversation',
    description:
      'Settings that are left out stay as they are. It holds from the next turn on. `title: null` lets the model find one again.',
    permission: 'conversations:write',
    params: sessionParams,
    body: changeBody,
    example: { summary: 'Another model, without tools', body: { model: 'svc/offline', tools: 'none' } },
    responses: { 200: answered },
    handler: async request =>
      shownSession(await sessions.update(actorOf(request), request.params.session_id, request.body)),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteConversation',
    summary: 'Delete a conversation with all that was said in it',
    description: 'A turn that runs is cancelled first.',
    permission: 'conversations:write',
    params: sessionParams,
    responses: { 204: { description: 'Gone' } },
    handler: request => sessions.delete(actorOf(request), request.params.session_id),
  })
}
