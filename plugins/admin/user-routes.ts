import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Users } from '@svc/plugin/contracts/accounts'
import { closed, idParams, pageOf, pageQuery, role, timestamp } from './schemas.ts'

const user = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    role,
    disabled: Type.Boolean(),
    created_at: timestamp,
  },
  { ...closed, title: 'User' },
)
const userAnswer = Type.Object({ user }, closed)
const userExample = {
  id: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c',
  username: 'grace',
  role: 'user',
  disabled: false,
  created_at: '2026-01-31T12:00:00.000Z',
}

const password = Type.String({ minLength: 8, maxLength: 256 })
const newUser = Type.Object(
  {
    username: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]*$',
      description: 'Choose 1 to 64 letters, digits or . _ @ + - and begin with a letter or a digit.',
    }),
    password,
    role,
  },
  closed,
)
const userChange = Type.Object(
  { role: Type.Optional(role), disabled: Type.Optional(Type.Boolean()) },
  { ...closed, minProperties: 1 },
)
const newInvite = Type.Object(
  { role, expires_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 2_592_000, default: 604_800 })) },
  closed,
)
const openInvite = { id: Type.String(), role, created_by: Type.String(), created_at: timestamp, expires_at: timestamp }
const invite = Type.Object(openInvite, { ...closed, title: 'Invite' })
const madeInvite = Type.Object(
  {
    ...openInvite,
    token: Type.String({ description: 'For `invite` of POST /api/auth/register.' }),
    url: Type.String({ description: 'The page where the invited person registers.' }),
  },
  { ...closed, title: 'NewInvite' },
)
const inviteExample = {
  id: 'inv_01jzcq3m5n8v7x2k4w6y9a0b1c',
  role: 'user',
  created_by: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c',
  created_at: '2026-01-31T12:00:00.000Z',
  expires_at: '2026-02-07T12:00:00.000Z',
}
const passwordReset = Type.Object({ new_password: password }, closed)

/**
 * People. The POST routes keep no `Idempotency-Key` records: those hold what was answered and a plain hash of what was sent,
 * and neither a password nor an invitation's token may be left lying about like that.
 */
export function userRoutes(app: RouteRegistrar, users: Users, address: () => string): void {
  app.route({
    method: 'GET',
    path: '/api/users',
    operationId: 'listUsers',
    summary: 'List all users, newest first',
    permission: { role: 'admin' },
    query: pageQuery,
    responses: {
      200: { description: 'A page', schema: pageOf(user), example: { items: [userExample], next_cursor: null } },
    },
    handler: request => users.list(actorOf(request), request.query),
  })

  app.route({
    method: 'GET',
    path: '/api/users/:id',
    operationId: 'getUser',
    summary: 'Show one user',
    permission: { role: 'admin' },
    params: idParams,
    responses: { 200: { description: 'The user', schema: userAnswer, example: { user: userExample } } },
    errors: { 404: ['not_found'] },
    handler: async request => ({ user: await users.get(actorOf(request), request.params.id) }),
  })

  app.route({
    method: 'POST',
    path: '/api/users',
    operationId: 'createUser',
    summary: 'Create a user with a workspace of their own',
    description: 'An admin makes admins and users; only an owner makes an owner.',
    permission: { role: 'admin' },
    idempotent: false,
    body: newUser,
    responses: { 201: { description: 'The new user', schema: userAnswer, example: { user: userExample } } },
    errors: { 403: ['forbidden', 'multi_user_disabled'], 409: ['already_exists'] },
    example: { body: { username: 'grace', password: 'correct horse battery', role: 'user' } },
    handler: async (request, reply) => {
      const made = await users.create(actorOf(request), request.body)
      reply.status(201).header('location', `${request.baseUrl}/api/users/${made.id}`)
      return { user: made }
    },
  })

  app.route({
    method: 'PATCH',
    path: '/api/users/:id',
    operationId: 'updateUser',
    summary: "Change a user's role, or switch their account off or on",
    description:
      'A new role ends the sessions of the old one. A disabled account loses its sessions and its keys stop at once. ' +
      'An owner is changed by owners only, and the last one stays.',
    permission: { role: 'admin' },
    params: idParams,
    body: userChange,
    responses: { 200: { description: 'The user', schema: userAnswer, example: { user: userExample } } },
    errors: { 403: ['forbidden'], 404: ['not_found'], 409: ['last_owner'] },
    example: { body: { role: 'admin' } },
    handler: async request => ({ user: await users.update(actorOf(request), request.params.id, request.body) }),
  })

  app.route({
    method: 'POST',
    path: '/api/users/:id/password',
    operationId: 'resetUserPassword',
    summary: "Set another user's password and end all their sessions",
    description: "An owner's password is reset by owners only. One's own is changed with POST /api/auth/password.",
    permission: { role: 'admin' },
    idempotent: 'by-nature',
    params: idParams,
    body: passwordReset,
    responses: { 204: { description: 'Set' } },
    errors: { 403: ['forbidden'], 404: ['not_found'] },
    example: { body: { new_password: 'staple correct horse' } },
    handler: async (request, reply) => {
      await users.resetPassword(actorOf(request), request.params.id, request.body.new_password)
      reply.status(204)
    },
  })

  app.route({
    method: 'DELETE',
    path: '/api/users/:id',
    operationId: 'deleteUser',
    summary: 'Delete a user with their sessions, keys, and the workspaces that were theirs alone',
    permission: { role: 'admin' },
    params: idParams,
    responses: { 204: { description: 'Deleted' } },
    errors: { 403: ['forbidden'], 404: ['not_found'], 409: ['last_owner'] },
    handler: async (request, reply) => {
      await users.delete(actorOf(request), request.params.id)
      reply.status(204)
    },
  })

  app.route({
    method: 'POST',
    path: '/api/users/invites',
    operationId: 'inviteUser',
    summary: 'Make an invitation to register, good for one person',
    description:
      'The link and its token are shown this once. The link leads to a page where the invited person chooses a name and a password.',
    permission: { role: 'admin' },
    idempotent: false,
    body: newInvite,
    responses: {
      201: {
        description: 'The invitation',
        schema: madeInvite,
        example: {
          ...inviteExample,
          token: '01jzcq3m5n8v7x2k4w6y9a0b1c_…',
          url: 'https://svc.example/auth/register?invite=01jzcq3m5n8v7x2k4w6y9a0b1c_…',
        },
      },
    },
    errors: { 403: ['forbidden', 'multi_user_disabled'] },
    example: { body: { role: 'user', expires_seconds: 86_400 } },
    handler: async (request, reply) => {
      const made = await users.invite(actorOf(request), request.body)
      reply.status(201).header('location', `${request.baseUrl}/api/users/invites/${made.id}`)
      // A command reaches the server over a socket, which is no address for anybody else.
      return { ...made, url: `${address()}/auth/register?invite=${made.token}` }
    },
  })

  app.route({
    method: 'GET',
    path: '/api/users/invites',
    operationId: 'listInvites',
    summary: 'List the open invitations, newest first',
    permission: { role: 'admin' },
    query: pageQuery,
    responses: {
      200: { description: 'A page', schema: pageOf(invite), example: { items: [inviteExample], next_cursor: null } },
    },
    handler: request => users.invites(actorOf(request), request.query),
  })

  app.route({
    method: 'GET',
    path: '/api/users/invites/:id',
    operationId: 'getInvite',
    summary: 'One open invitation, without its token',
    permission: { role: 'admin' },
    params: idParams,
    responses: { 200: { description: 'The invitation', schema: invite, example: inviteExample } },
    handler: request => users.openInvite(actorOf(request), request.params.id),
  })

  app.route({
    method: 'DELETE',
    path: '/api/users/invites/:id',
    operationId: 'revokeInvite',
    summary: 'Revoke an invitation',
    permission: { role: 'admin' },
    params: idParams,
    responses: { 204: { description: 'Revoked' } },
    errors: { 403: ['forbidden'], 404: ['not_found'] },
    handler: async (request, reply) => {
      await users.revokeInvite(actorOf(request), request.params.id)
      reply.status(204)
    },
  })
}
