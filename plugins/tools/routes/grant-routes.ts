import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Grants } from '../grants/grants.ts'
import { exampleGrant } from './examples.ts'
import { Grant, GrantBody, GrantKeyQuery, PageQuery, pageOfItems, ToolParams } from './schemas.ts'

const path = '/api/tools/:name/grant'

/** Who may call which tool without being asked. */
export function grantRoutes(app: RouteRegistrar, grants: Grants): void {
  app.route({
    method: 'GET',
    path: '/api/tools/grants',
    operationId: 'listToolGrants',
    summary: 'List grants of tools',
    description: 'What admins of this workspace have set, by tool. Where nothing is set the tool’s effect decides.',
    permission: 'tools:read',
    query: PageQuery,
    responses: {
      200: {
        description: 'A page of grants',
        schema: pageOfItems(Grant),
        example: { items: [exampleGrant], next_cursor: null },
      },
    },
    handler: request => grants.list(actorOf(request), request.query),
  })

  app.route({
    method: 'PUT',
    path,
    operationId: 'putToolGrant',
    summary: 'Grant a tool',
    description:
      '`allow`: it runs; `ask`: a person decides each call; `deny`: it is refused. For one key (`key_id`) or the whole workspace; the key’s own ' +
      'counts first. `<server>__*` stands for all tools of one MCP server.',
    permission: { role: 'admin' },
    params: ToolParams,
    body: GrantBody,
    example: { summary: 'Let it run unasked', body: { grant: 'allow' } },
    responses: { 200: { description: 'The grant', schema: Grant, example: exampleGrant } },
    handler: request => {
      const { grant, key_id = null } = request.body
      return grants.put(actorOf(request), { tool_name: request.params.name, key_id, grant })
    },
  })

  app.route({
    method: 'DELETE',
    path,
    operationId: 'deleteToolGrant',
    summary: 'Take a grant back',
    description: 'What holds then is the workspace’s grant, else what the tool’s effect comes to.',
    permission: { role: 'admin' },
    params: ToolParams,
    query: GrantKeyQuery,
    responses: { 204: { description: 'Gone' } },
    handler: request => grants.delete(actorOf(request), request.params.name, request.query.key_id ?? null),
  })
}
