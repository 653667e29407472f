import type {
  Clock,
  ControlPlane,
  Ids,
  JsonSchema,
  Logger,
  NewAuditEntry,
  Principal,
  RecordScope,
  RoutePermission,
} from '@svc/plugin'
import type { RecordField } from '../installed-plugins.ts'
import { AuditTrail } from './audit-trail.ts'
import { authorize, holdsScope } from './authorize.ts'
import { CredentialCache } from './callers/credential-cache.ts'
import { DeveloperKeys } from './keys/developer-keys.ts'
import { LastUsed } from './callers/last-used.ts'
import { LaterCallers } from './callers/later-callers.ts'
import { CountingLoginThrottle } from './sign-in/login-throttle.ts'
import { Operator } from './callers/operator.ts'
import { RecordScopes } from './record-scopes.ts'
import type { GivenInput } from './record-scopes.ts'
import { RequestAuthentication } from './callers/request-authentication.ts'
import { SessionCookie, SessionTokens } from './sign-in/session-cookie.ts'
import { Sessions } from './sign-in/sessions.ts'

/** What a request carries that may show who sends it. */
export interface Credentials {
  authorization: string | undefined
  cookie: string | undefined
  /** `X-Workspace-Id`: a session's choice. A key names its own workspace or none. */
  workspaceId: string | undefined
  ip: string
}

/** What the HTTP room needs of this one. */
export interface Authenticator {
  /**
   * The caller, or null when no credential was sent. Answers without a promise on the hot path (a cached key).
   * @throws UnauthenticatedError for a wrong, expired or revoked credential; RateLimitedError after too many wrong ones;
   * NotFoundError for a workspace that is not the caller's.
   */
  authenticate(credentials: Credentials): Principal | null | Promise<Principal | null>
  /** @throws UnauthenticatedError without a principal, ForbiddenError without the permission. */
  authorize(principal: Principal | null, permission: RoutePermission): void
  /** @throws ForbiddenError when the input names a record of another plugin that the caller may not read. */
  assertMayRead(principal: Principal, given: GivenInput): void
  /** What {@link assertMayRead} looks at in input of this schema. */
  recordsIn(schema: JsonSchema, plugin: string): readonly RecordScope[]
  /** Calls back after every change that may have ended a credential: callers of long requests are checked again. */
  onChange(listener: () => void): void
}

export interface AuthOptions {
  control: ControlPlane
  clock: Clock
  ids: Ids
  log: Logger
  sessionKey: string
  /** True when clients reach us by https: `Secure` cookies under the `__Host-` name. */
  secureCookies: boolean
  basePath: string
  /** Every scope that a key may be given. */
  permissions: ReadonlySet<string>
  /** Those of them that `*` does not include: a sign-in gives them to a key, by name. */
  explicitPermissions: ReadonlySet<string>
  recordFields: readonly RecordField[]
  /** Keys that a person may have at once. */
  keysPerPerson: number
  /** Called with each entry of the audit log once it is kept; must not throw. */
  onAudited?: (entry: NewAuditEntry) => Promise<void>
}

export type Auth = ReturnType<typeof createAuth>

/** Keys, sessions and the audit log over one control plane: who calls, and what they may. */
export function createAuth(options: AuthOptions) {
  const { control, clock, ids, log, permissions, explicitPermissions } = options
  const records = new RecordScopes(options.recordFields, explicitPermissions)
  const assertMayRead = (principal: Principal, given: GivenInput) => records.assertMayRead(principal, given)
  const cache = new CredentialCache()
  const audit = new AuditTrail(control, clock, ids, options.onAudited)
  const { failures = null } = control
  const throttle = new CountingLoginThrottle(clock, failures && { failures, key: options.sessionKey })
  const lastUsed = new LastUsed(control, clock, log)
  const tokens = new SessionTokens(options.sessionKey, clock)
  const cookie = new SessionCookie({ secure: options.secureCookies, basePath: options.basePath })
  const operator = new Operator(control, cache)
  const authentication = new RequestAuthentication({ control, cache, cookie, tokens, throttle, lastUsed, clock })
  control.onForeignChange(() => cache.forgetAll())

  return {
    authenticate: (credentials: Credentials) => authentication.authenticate(credentials),
    authorize: (principal: Principal | null, permission: RoutePermission) =>
      authorize(principal, permission, explicitPermissions),
    assertMayRead,
    recordsIn: (schema: JsonSchema, plugin: string) => records.recordsIn(schema, plugin),
    onChange: (listener: () => void) => cache.onForgotten(listener),
    apiKeys: new DeveloperKeys({
      control,
      cache,
      audit,
      clock,
      ids,
      permissions,
      explicitPermissions,
      keysPerPerson: options.keysPerPerson,
    }),
    audit,
    callerScopes: {
      has: (principal: Principal, scope: string) => holdsScope(principal, scope, explicitPermissions),
      assertMayRead,
    },
    callers: new LaterCallers(control, operator, clock),
    signIns: new Sessions({ control, cache, audit, cookie, tokens, clock, ids }),
    throttle,
    /** The operator of this machine, for requests over the home's own socket and the command line: role owner. */
    operator: (workspaceId?: string) => operator.principal(workspaceId),
    close: () => lastUsed.close(),
  }
}
