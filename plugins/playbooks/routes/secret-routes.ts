import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { Secrets } from '../secrets/secrets.ts'

const path = '/api/playbooks/secrets'
const admin = { role: 'admin', scope: 'playbooks:write' } as const
const params = Type.Object({
  name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,99}$', description: 'As `use.secrets` names it.' }),
})
const mostCharacters = 65_536
const time = Type.String({ format: 'date-time' })
const secret = Type.Object({ name: Type.String(), created_at: time, updated_at: time }, { title: 'PlaybookSecret' })
const at = '2026-11-24T08:00:00.000Z'

/** Secrets of playbooks: set and deleted, never read. */
export function secretRoutes(app: RouteRegistrar, secrets: Secrets): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listPlaybookSecrets',
    summary: 'The names of the secrets of playbooks',
    description: 'Their values are given to runs alone.',
    permission: admin,
    responses: {
      200: {
        description: 'The secrets, by name',
        schema: Type.Object({ items: Type.Array(secret) }),
        example: { items: [{ name: 'SHOP_TOKEN', created_at: at, updated_at: at }] },
      },
    },
    handler: ({ principal }) => ({ items: secrets.list(principal.workspace_id) }),
  })

  app.route({
    method: 'PUT',
    path: `${path}/:name`,
    operationId: 'setPlaybookSecret',
    summary: 'Set a secret of playbooks',
    description: 'It is sealed on disk. Runs that use it have the new value from their next call on.',
    permission: admin,
    params,
    body: Type.Object(
      { value: Type.String({ minLength: 1, maxLength: mostCharacters, description: 'At most 64 KiB.' }) },
      { additionalProperties: false },
    ),
    bodyLimit: 8 * mostCharacters,
    example: { summary: 'A token', body: { value: 'an example, not a token' } },
    responses: { 204: { description: 'It is set' } },
    handler: request => secrets.put(actorOf(request), request.params.name, request.body.value),
  })

  app.route({
    method: 'DELETE',
    path: `${path}/:name`,
    operationId: 'deletePlaybookSecret',
    summary: 'Delete a secret of playbooks',
    permission: admin,
    params,
    responses: { 204: { description: 'Gone' } },
    handler: request => secrets.delete(actorOf(request), request.params.name),
  })
}
