import { Type } from 'typebox'
import type { RouteRegistrar, RouteReply, RouteRequest, SignIns } from '@svc/plugin'
import type { FirstSetup } from '../sign-in/first-setup.ts'
import { originOf } from '../sign-in/signed-in.ts'
import type { PasswordLogin } from '../sign-in/password-login.ts'
import type { Registration } from '../sign-in/registration.ts'
import type { SignedIn } from '../sign-in/signed-in.ts'
import {
  newPassword,
  newUsername,
  signedIn,
  signedInExample,
  toAccount,
  typedPassword,
  typedUsername,
} from './schemas.ts'

const statusAnswer = Type.Object(
  {
    setup_required: Type.Boolean(),
    signed_in: Type.Boolean({ description: 'Whether the credentials of this very request are good.' }),
    registration_enabled: Type.Boolean({ description: 'Whether anybody may register, without an invitation.' }),
    multi_user_enabled: Type.Boolean({ description: 'False: one account; nobody can be invited or registered.' }),
  },
  { title: 'AuthStatus', additionalProperties: false },
)

const setupBody = Type.Object(
  {
    username: newUsername,
    password: newPassword,
    setup_token: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Printed at start and kept in <home>/setup_token',
    }),
  },
  { additionalProperties: false },
)

const loginBody = Type.Object({ username: typedUsername, password: typedPassword }, { additionalProperties: false })

const registerBody = Type.Object(
  {
    username: newUsername,
    password: newPassword,
    invite: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'The token of an invitation' })),
  },
  { additionalProperties: false },
)

export interface SignInRouteOptions {
  setup: FirstSetup
  passwordLogin: PasswordLogin
  registration: Registration
  sessions: SignIns
}

/** The public routes: is svc set up, and the three ways in. */
export function signInRoutes(app: RouteRegistrar, options: SignInRouteOptions): void {
  const { setup, passwordLogin, registration, sessions } = options

  async function answer(reply: RouteReply, status: number, { user, session }: SignedIn) {
    reply.status(status).header('set-cookie', await sessions.cookieOf(session))
    return { user: toAccount(user), expires_at: session.expires_at }
  }

  /** `/api/users` is for admins: an account is read by its own person where the session is. */
  function made({ baseUrl }: RouteRequest, reply: RouteReply, signedIn: SignedIn) {
    reply.header('location', `${baseUrl}/api/auth/me`)
    return answer(reply, 201, signedIn)
  }

  app.route({
    method: 'GET',
    path: '/api/auth/status',
    operationId: 'getAuthStatus',
    summary: 'Tell whether svc is set up and whether anybody may register',
    permission: 'public',
    responses: {
      200: {
        description: 'The state',
        schema: statusAnswer,
        example: { setup_required: false, signed_in: false, registration_enabled: false, multi_user_enabled: true },
      },
    },
    handler: async ({ caller }) => ({
      setup_required: !(await setup.isDone()),
      signed_in: caller !== null,
      registration_enabled: registration.isOpen,
      multi_user_enabled: registration.isMultiUser,
    }),
  })

  app.route({
    method: 'POST',
    path: '/api/auth/setup',
    operationId: 'setUp',
    summary: 'Create the first owner, once',
    description:
      'Needs the one-time token that the server prints at start and keeps in the file `setup_token` (mode 0600) of its home. ' +
      'Signs the new owner in.',
    permission: 'public',
    body: setupBody,
    responses: { 201: { description: 'The owner, signed in', schema: signedIn, example: signedInExample } },
    errors: { 403: ['forbidden'], 409: ['setup_complete'] },
    example: { body: { username: 'ada', password: 'correct horse battery', setup_token: 'q3Zc…' } },
    handler: async (request, reply) => {
      const { username, password, setup_token: setupToken } = request.body
      return made(request, reply, await setup.run({ username, password, setupToken }, originOf(request)))
    },
  })

  app.route({
    method: 'POST',
    path: '/api/auth/login',
    operationId: 'login',
    summary: 'Sign in with a username and a password',
    description:
      'Sets the cookie `svc_session` (behind https `__Host-svc_session`). An unknown user, a wrong password and a disabled ' +
      'account have one answer. The sixth wrong try in a minute for a name from one address is 429, and so is every try from an ' +
      'address with too many wrong ones.',
    permission: 'public',
    body: loginBody,
    responses: { 200: { description: 'Signed in', schema: signedIn, example: signedInExample } },
    errors: { 401: ['unauthenticated'], 429: ['rate_limited'] },
    example: { body: { username: 'ada', password: 'correct horse battery' } },
    handler: async (request, reply) => answer(reply, 200, await passwordLogin.login(request.body, originOf(request))),
  })

  app.route({
    method: 'POST',
    path: '/api/auth/register',
    operationId: 'register',
    summary: 'Create an account, when registration is on or with an invitation',
    description:
      'Without an invitation the role is `user`; an invitation gives its own role, works once, and ends with its time.',
    permission: 'public',
    body: registerBody,
    responses: { 201: { description: 'The new user, signed in', schema: signedIn, example: signedInExample } },
    errors: {
      403: ['registration_disabled', 'invitation_invalid', 'multi_user_disabled'],
      409: ['already_exists', 'setup_required'],
      429: ['rate_limited'],
    },
    example: { body: { username: 'grace', password: 'correct horse battery', invite: '01jzcq3m5n8v7x2k4w6y9a0b1c_…' } },
    handler: async (request, reply) =>
      made(request, reply, await registration.register(request.body, originOf(request))),
  })
}
