import { Type } from 'typebox'
import { actorOf, ForbiddenError, UnauthenticatedError } from '@svc/plugin'
import type { ControlRecords, JsonObject, Principal, RouteRegistrar, SignIns } from '@svc/plugin'
import { originOf } from '../sign-in/signed-in.ts'
import type { Preferences } from '../people/preferences.ts'
import type { PasswordLogin } from '../sign-in/password-login.ts'
import {
  account,
  accountExample,
  newPassword,
  pageQuery,
  session,
  sessionExample,
  toAccount,
  typedPassword,
} from './schemas.ts'

const closed = { additionalProperties: false }
const workspace = Type.Object({ id: Type.String(), name: Type.String() }, closed)
const me = Type.Object(
  {
    user: account,
    workspace,
    via: Type.Enum(['session', 'api_key', 'operator', 'agent_app']),
    scopes: Type.Array(Type.String()),
    preferences: Type.Object(
      {},
      { additionalProperties: true, description: "The caller's own, as clients have set them; empty before." },
    ),
  },
  { ...closed, title: 'Me' },
)
const meExample = {
  user: accountExample,
  workspace: { id: 'ws_01jzcq3m5n8v7x2k4w6y9a0b1c', name: "ada's workspace" },
  via: 'session',
  scopes: ['*'],
  preferences: { theme: 'dark' },
}
const meBody = Type.Object(
  {
    preferences: Type.Unsafe<JsonObject>(
      Type.Object(
        {},
        {
          additionalProperties: true,
          maxProperties: 100,
          propertyNames: { minLength: 1, maxLength: 64 },
          description: 'The members to set; null removes one. All together have at most 16 KiB as JSON.',
        },
      ),
    ),
  },
  closed,
)
const passwordBody = Type.Object({ current_password: typedPassword, new_password: newPassword }, closed)
const sessionPage = Type.Object(
  { items: Type.Array(session), next_cursor: Type.Union([Type.String(), Type.Null()]) },
  closed,
)
const sessionParams = Type.Object({ id: Type.String() }, closed)

export interface AccountRouteOptions {
  passwordLogin: PasswordLogin
  preferences: Preferences
  sessions: SignIns
  control: ControlRecords
}

/** The caller's own account. */
export function accountRoutes(app: RouteRegistrar, options: AccountRouteOptions): void {
  const { passwordLogin, preferences, sessions, control } = options

  async function meOf(principal: Principal) {
    const [user, current, own] = await control.read(reader =>
      Promise.all([
        reader.get('users', principal.user_id),
        reader.get('workspaces', principal.workspace_id),
        preferences.of(reader, principal.user_id),
      ]),
    )
    if (user === null || current === null) throw new UnauthenticatedError()
    const { via, scopes } = principal
    const { id, name } = current
    return { user: toAccount(user), workspace: { id, name }, via, scopes, preferences: own }
  }

  app.route({
    method: 'GET',
    path: '/api/auth/me',
    operationId: 'getMe',
    summary: 'Tell who the caller is, in which workspace, and what they may do',
    permission: 'signed-in',
    responses: {
      200: {
        description: 'The caller',
        schema: me,
        example: meExample,
      },
    },
    handler: ({ principal }) => meOf(principal),
  })

  app.route({
    method: 'PATCH',
    path: '/api/auth/me',
    operationId: 'updateMe',
    summary: "Change one's own preferences",
    description:
      'A small JSON object of each person, the same in all their workspaces, which clients read and write as they like. ' +
      'What the body does not name stays.',
    permission: { role: 'user' },
    body: meBody,
    example: { body: { preferences: { theme: 'dark' } } },
    responses: {
      200: { description: 'The caller, with the preferences as they are now', schema: me, example: meExample },
    },
    handler: async ({ principal, body }) => {
      await preferences.change(principal.user_id, body.preferences)
      return meOf(principal)
    },
  })

  app.route({
    method: 'POST',
    path: '/api/auth/logout',
    operationId: 'logout',
    summary: 'End this session on the server and drop its cookie',
    permission: 'signed-in',
    idempotent: 'by-nature',
    responses: { 204: { description: 'Signed out' } },
    handler: async (request, reply) => {
      const actor = actorOf(request)
      if (actor.session_id === undefined) {
        throw new ForbiddenError(
          'forbidden',
          'Only a sign-in can be ended here. To end an API key, revoke it where keys are listed.',
        )
      }
      await sessions.revoke(actor, actor.session_id, 'logout')
      reply.status(204).header('set-cookie', sessions.noCookie())
    },
  })

  app.route({
    method: 'POST',
    path: '/api/auth/password',
    operationId: 'changePassword',
    summary: "Change one's own password and end all other sessions",
    permission: { role: 'user' },
    idempotent: false,
    body: passwordBody,
    responses: { 204: { description: 'Changed' } },
    errors: { 401: ['unauthenticated'], 403: ['forbidden'], 409: ['conflict'], 429: ['rate_limited'] },
    example: { body: { current_password: 'correct horse battery', new_password: 'staple correct horse' } },
    handler: async (request, reply) => {
      const { current_password: current, new_password: wanted } = request.body
      await passwordLogin.changePassword(actorOf(request), { current, wanted }, originOf(request))
      reply.status(204)
    },
  })

  app.route({
    method: 'GET',
    path: '/api/auth/sessions',
    operationId: 'listSessions',
    summary: "List one's own sign-ins, newest first",
    permission: { role: 'user' },
    query: pageQuery,
    responses: {
      200: { description: 'A page', schema: sessionPage, example: { items: [sessionExample], next_cursor: null } },
    },
    handler: request => sessions.list(actorOf(request), request.query),
  })

  app.route({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    operationId: 'revokeSession',
    summary: "End one of one's own sign-ins",
    permission: { role: 'user' },
    params: sessionParams,
    responses: { 204: { description: 'Ended' } },
    errors: { 404: ['not_found'] },
    handler: async (request, reply) => {
      await sessions.revoke(actorOf(request), request.params.id, 'session.revoked')
      reply.status(204)
    },
  })
}
