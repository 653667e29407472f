import type {
  ApiKeys,
  AuditLog,
  Callers,
  CallerScopes,
  Clock,
  ControlPlane,
  Ids,
  Logger,
  LoginThrottle,
  NewAuditEntry,
  Principal,
  RoutePermission,
  SignIns,
} from '@svc/plugin'

/** What a request carries that may tell who sends it. */
export interface Credentials {
  authorization: string | undefined
  cookie: string | undefined
  /** `X-Workspace-Id`, for sessions only. */
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
  /** Calls back after every change that may have ended a credential: whoever was admitted for long is asked about again. */
  onChange?(listener: () => void): void
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
  /** Told of each entry of the audit log once it is kept; must not throw. */
  onAudited?: (entry: NewAuditEntry) => Promise<void>
}

export interface Auth extends Authenticator {
  apiKeys: ApiKeys
  audit: AuditLog
  callers: Callers
  callerScopes: CallerScopes
  signIns: SignIns
  throttle: LoginThrottle
  /** The operator of this machine, for requests over the home's own socket and the command line: role owner. */
  operator(): Promise<Principal>
  close(): Promise<void>
}
