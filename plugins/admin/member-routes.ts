import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Workspaces } from '@svc/plugin/contracts/accounts'
import { closed, idParams, pageOf } from './schemas.ts'
import { mayRead, mayWrite } from './workspace-routes.ts'

const member = Type.Object(
  { user_id: Type.String(), username: Type.String(), role: Type.Enum(['owner', 'member']) },
  { ...closed, title: 'WorkspaceMember' },
)
const memberExample = { user_id: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c', username: 'grace', role: 'member' }
const newMember = Type.Object({ username: Type.String({ minLength: 1, maxLength: 256 }) }, closed)
const memberParams = Type.Object({ id: Type.String(), user_id: Type.String() }, closed)

/** Who may act in a workspace. */
export function memberRoutes(app: RouteRegistrar, workspaces: Workspaces): void {
  app.route({
    method: 'GET',
    path: '/api/workspaces/:id/members',
    operationId: 'listWorkspaceMembers',
    summary: 'List the members of a workspace, the first one first',
    permission: mayRead,
    params: idParams,
    responses: {
      200: {
        description: 'All members',
        schema: pageOf(member),
        example: { items: [memberExample], next_cursor: null },
      },
    },
    errors: { 404: ['not_found'] },
    handler: async request => ({
      items: await workspaces.members(actorOf(request), request.params.id),
      next_cursor: null,
    }),
  })

  app.route({
    method: 'POST',
    path: '/api/workspaces/:id/members',
    operationId: 'addWorkspaceMember',
    summary: 'Let a user into a workspace that the caller owns',
    permission: mayWrite,
    params: idParams,
    body: newMember,
    responses: { 201: { description: 'The member', schema: member, example: memberExample } },
    errors: { 403: ['forbidden'], 404: ['not_found'], 409: ['already_exists'] },
    example: { body: { username: 'grace' } },
    handler: async (request, reply) => {
      const { id } = request.params
      const added = await workspaces.addMember(actorOf(request), id, request.body.username)
      reply.status(201).header('location', `${request.baseUrl}/api/workspaces/${id}/members`)
      return added
    },
  })

  app.route({
    method: 'DELETE',
    path: '/api/workspaces/:id/members/:user_id',
    operationId: 'removeWorkspaceMember',
    summary: 'Take a member out of a workspace, or leave it',
    description:
      "Their keys to the workspace end. A workspace's last owner stays. A member who has no other workspace gets a new one; " +
      'who leaves their own only one is refused with 409 `last_workspace`.',
    permission: mayWrite,
    params: memberParams,
    responses: { 204: { description: 'Removed' } },
    errors: { 403: ['forbidden'], 404: ['not_found'], 409: ['last_owner', 'last_workspace'] },
    handler: async (request, reply) => {
      const { id, user_id: userId } = request.params
      await workspaces.removeMember(actorOf(request), id, userId)
      reply.status(204)
    },
  })
}
