import type { Actor, Principal } from '../principal.ts'
import type { Page, PageQuery } from '../pages.ts'
import type { JsonSchema } from '../json-schema.ts'
import { defineService } from '../service.ts'

/** An API key without its secret. */
export interface ApiKey {
  id: string
  name: string
  /** The first characters of the key, enough to recognise it. */
  prefix: string
  scopes: string[]
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  /** The only models it may ask; null: every model. */
  models: string[] | null
  /** The tools that a model is offered for it, where a conversation names none; null: the model finds its tools. */
  tools: string[] | null
  /** Tokens a UTC day and month; null: as many as it likes. */
  token_budget: { day?: number; month?: number } | null
}

export interface NewApiKey {
  name: string
  scopes?: string[]
  expires_at?: string
  models?: string[]
  tools?: string[]
  token_budget?: { day?: number; month?: number }
}

/** Developer keys of the actor's workspace. `key` is shown once. */
export interface ApiKeys {
  list(actor: Actor, page: PageQuery): Promise<Page<ApiKey>>
  /** @throws NotFoundError for another person's, too */
  get(actor: Actor, keyId: string): Promise<ApiKey>
  /** @throws ValidationError for an unknown scope or a past expiry; ForbiddenError when the actor's own scopes are narrower than `*` */
  create(actor: Actor, key: NewApiKey): Promise<ApiKey & { key: string }>
  /** The old key lives for `grace_seconds` (default 3600); 0 ends it at once. */
  rotate(actor: Actor, keyId: string, options: { grace_seconds?: number }): Promise<ApiKey & { key: string }>
  revoke(actor: Actor, keyId: string): Promise<void>
  /** Every scope that a key may carry. */
  knownScopes(): string[]
}

export const apiKeys = defineService<ApiKeys>('core.api-keys')

/** Who asked for work that outlives its request; kept with the work. It holds no credential. */
export interface SavedCaller {
  user_id: string
  username: string
  workspace_id: string
  /** Null: a sign-in asked, not a key. */
  key_id: string | null
  scopes: string[]
}

/** Brings back who asked for work that went on without its request: an approval, a turn after a restart, a job. */
export interface Callers {
  save(principal: Principal): SavedCaller
  /**
   * The caller as they are now, never with more scopes than then: the role of today, the limits of the key of today.
   * @throws ForbiddenError when the account, its place in the workspace or the key is gone
   */
  resume(saved: SavedCaller): Promise<Principal>
  /** Who runs this installation: the first owner, in their own workspace. For what nobody asked for, such as schedules. Null before setup. */
  operator(): Promise<Principal | null>
}

export const callers = defineService<Callers>('core.callers')

/** What a caller has: for what is asked for elsewhere than in a route, such as the permission of a tool. */
export interface CallerScopes {
  /** A scope that its manifest keeps out of `*` (`"wildcard": false`) a key or an app has by name alone. */
  has(principal: Principal, permission: string): boolean
  /**
   * Whether the caller may read the records of other plugins whose ids stand in `value`, which fits `schema`. Routes and tools are checked so
   * before their handlers are called. @throws ForbiddenError that names the field and the scope
   */
  assertMayRead(principal: Principal, given: { plugin: string; schema: JsonSchema; value: unknown }): void
}

export const callerScopes = defineService<CallerScopes>('core.caller-scopes')
