export type Role = 'owner' | 'admin' | 'user'

/** Who a request acts as, after authentication. */
export interface Principal {
  readonly user_id: string
  readonly username: string
  readonly role: Role
  readonly workspace_id: string
  readonly via: 'session' | 'api_key' | 'operator' | 'agent_app'
  /** Present when `via` is `session`. */
  readonly session_id?: string
  /** Present when the request came with an API key, also through an agent app. */
  readonly key_id?: string
  /** `['*']`, or the scopes that remain after key and app restrictions. */
  readonly scopes: readonly string[]
  /** What the key may spend, when it is limited; also through an agent app. */
  readonly key_limits?: KeyLimits
  /** Present when `via` is `agent_app` and the app asks through `ctx.client`: which it is, and its run; a sandboxed tool has none. */
  readonly app?: { readonly name: string; readonly run_id: string | null }
}

/** What an API key may ask of language models, and what they are offered for it. */
export interface KeyLimits {
  /** Model ids; absent: every model. */
  readonly models?: readonly string[]
  /** The tools that a model is offered, where a conversation names none; absent: it finds its tools. No permission to call them. */
  readonly tools?: readonly string[]
  /** Prompt and completion tokens together, a UTC day and a UTC month. */
  readonly token_budget?: { readonly day?: number; readonly month?: number }
}

/** A permission id, `<domain>:<action>`, declared in a manifest's `permissions`. */
export type Permission = `${string}:${string}`

/**
 * What a route asks of its caller. `public`: nothing; `signed-in`: any principal; a permission id: that scope;
 * `{ role }`: at least that role, and the scope `*` (or `scope`, when given); `{ key }`: a developer key with that scope, and nothing else
 * opens it, no browser's session either.
 */
export type RoutePermission =
  | 'public'
  | 'signed-in'
  | Permission
  | { readonly role: Role; readonly scope?: Permission }
  | { readonly key: Permission }

/** True when `scopes` contain `permission`: `*` has all, and `x:write` does not imply `x:read`. */
export function hasScope(scopes: readonly string[], permission: string): boolean {
  return scopes.includes('*') || scopes.includes(permission)
}

const rank: Record<Role, number> = { user: 0, admin: 1, owner: 2 }

/** True when `role` is `atLeast` or higher. */
export function roleAtLeast(role: Role, atLeast: Role): boolean {
  return rank[role] >= rank[atLeast]
}

/** Who makes a change and, when it came by a request, from where: the audit log records both. A plain principal fits. */
export interface Actor extends Principal {
  readonly ip?: string
  readonly request_id?: string
}

/** The caller of a route as an {@link Actor}. */
export function actorOf(request: { principal: Principal; ip: string; id: string }): Actor {
  return { ...request.principal, ip: request.ip, request_id: request.id }
}
