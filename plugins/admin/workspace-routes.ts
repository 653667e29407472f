import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Workspaces } from '@svc/plugin/contracts/accounts'
import { closed, idParams, pageOf, pageQuery, timestamp } from './schemas.ts'

const workspace = Type.Object(
  { id: Type.String(), name: Type.String(), role: Type.Enum(['owner', 'member']), created_at: timestamp },
  { ...closed, title: 'Workspace' },
)
const workspaceExample = {
  id: 'ws_01jzcq3m5n8v7x2k4w6y9a0b1c',
  name: 'Research',
  role: 'owner',
  created_at: '2026-01-31T12:00:00.000Z',
}
const nameBody = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }, closed)

/** Reading and writing need the whole key `*`, or the scope that says so. */
export const mayRead = { role: 'user', scope: 'workspace:read' } as const
export const mayWrite = { role: 'user', scope: 'workspace:write' } as const

/** The caller's workspaces; an API key sees the one it belongs to. */
export function workspaceRoutes(app: RouteRegistrar, workspaces: Workspaces): void {
  app.route({
    method: 'GET',
    path: '/api/workspaces',
    operationId: 'listWorkspaces',
    summary: "List the caller's workspaces, newest first",
    description: 'An API key belongs to one workspace and sees that one.',
    permission: mayRead,
    query: pageQuery,
    responses: {
      200: {
        description: 'A page',
        schema: pageOf(workspace),
        example: { items: [workspaceExample], next_cursor: null },
      },
    },
    handler: request => workspaces.list(actorOf(request), request.query),
  })

  app.route({
    method: 'GET',
    path: '/api/workspaces/:id',
    operationId: 'getWorkspace',
    summary: 'Show one workspace',
    permission: mayRead,
    params: idParams,
    responses: { 200: { description: 'The workspace', schema: workspace, example: workspaceExample } },
    errors: { 404: ['not_found'] },
    handler: request => workspaces.get(actorOf(request), request.params.id),
  })

  app.route({
    method: 'POST',
    path: '/api/workspaces',
    operationId: 'createWorkspace',
    summary: 'Create a workspace and own it',
    permission: mayWrite,
    body: nameBody,
    responses: { 201: { description: 'The workspace', schema: workspace, example: workspaceExample } },
    example: { body: { name: 'Research' } },
    handler: async (request, reply) => {
      const made = await workspaces.create(actorOf(request), request.body)
      reply.status(201).header('location', `${request.baseUrl}/api/workspaces/${made.id}`)
      return made
    },
  })

  app.route({
    method: 'PATCH',
    path: '/api/workspaces/:id',
    operationId: 'renameWorkspace',
    summary: 'Rename a workspace that the caller owns',
    permission: mayWrite,
    params: idParams,
    body: nameBody,
    responses: { 200: { description: 'The workspace', schema: workspace, example: workspaceExample } },
    errors: { 403: ['forbidden'], 404: ['not_found'] },
    example: { body: { name: 'Field work' } },
    handler: request => workspaces.rename(actorOf(request), request.params.id, request.body.name),
  })

  app.route({
    method: 'DELETE',
    path: '/api/workspaces/:id',
    operationId: 'deleteWorkspace',
    summary: 'Delete a workspace that the caller owns, with all keys to it',
    description:
      'Refused with 409 `last_workspace` while it is the only workspace of the caller. Members who have no other get a new one.',
    permission: mayWrite,
    params: idParams,
    responses: { 204: { description: 'Deleted' } },
    errors: { 403: ['forbidden'], 404: ['not_found'], 409: ['last_workspace'] },
    handler: async (request, reply) => {
      await workspaces.delete(actorOf(request), request.params.id)
      reply.status(204)
    },
  })
}
