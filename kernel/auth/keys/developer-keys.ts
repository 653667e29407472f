import { assertNoBodyFaults, bodyFault, ConflictError, ForbiddenError, hasScope, NotFoundError } from '@svc/plugin'
import type {
  Actor,
  ApiKey,
  ApiKeyRecord,
  ApiKeys,
  Clock,
  ControlPlane,
  ControlReader,
  Ids,
  NewApiKey,
  Page,
  PageQuery,
} from '@svc/plugin'
import type { AuditTrail } from '../audit-trail.ts'
import type { CredentialCache } from '../callers/credential-cache.ts'
import { formatKey, keySecretBytes } from './key-format.ts'
import { limitFaults, limitsOf, readLimits, textOf } from './key-limits.ts'

const defaultGraceSeconds = 3600
const maxGraceSeconds = 30 * 24 * 3600
const maxNameLength = 200
const readsOrWrites = /^\*$|:(?:read|write)$/

interface DeveloperKeysParts {
  control: ControlPlane
  cache: CredentialCache
  audit: AuditTrail
  clock: Clock
  ids: Ids
  /** Every scope that a key may be given; one that was given earlier stays, and does nothing while nobody declares it. */
  permissions: ReadonlySet<string>
  /** Those of them that `*` does not include. */
  explicitPermissions: ReadonlySet<string>
  keysPerPerson: number
}

/** The actor's own keys in the actor's workspace; anybody else's are not found. */
export class DeveloperKeys implements ApiKeys {
  readonly #parts: DeveloperKeysParts
  readonly #scopes: ReadonlySet<string>

  constructor(parts: DeveloperKeysParts) {
    this.#parts = parts
    this.#scopes = new Set(['*', ...[...parts.permissions].toSorted()])
  }

  knownScopes(): string[] {
    return [...this.#scopes]
  }

  async list(actor: Actor, page: PageQuery): Promise<Page<ApiKey>> {
    const where = { workspace_id: actor.workspace_id, user_id: actor.user_id }
    const found = await this.#parts.control.read(reader => reader.page('api_keys', where, page))
    return { items: found.items.map(toApiKey), next_cursor: found.next_cursor }
  }

  async get(actor: Actor, keyId: string): Promise<ApiKey> {
    return toApiKey(await this.#parts.control.read(reader => ownKey(reader, actor, keyId)))
  }

  async create(actor: Actor, key: NewApiKey): Promise<ApiKey & { key: string }> {
    mayMakeKeys(actor)
    this.#check(key)
    const scopes = [...new Set(key.scopes ?? ['*'])]
    this.#mayGive(actor, scopes)
    const expires_at = key.expires_at === undefined ? null : new Date(key.expires_at).toISOString()
    const limits = limitsOf(key)
    const made = this.#make({ name: key.name, scopes, expires_at, limits: textOf(limits), actor })
    await this.#parts.control.transaction(async tx => {
      await this.#assertRoom(tx, actor, this.#parts.keysPerPerson)
      await tx.insert('api_keys', made.record)
    })
    await this.#parts.audit.record(actor, 'key.created', made.record.id, {
      name: key.name,
      scopes,
      expires_at,
      ...limits,
    })
    return { ...toApiKey(made.record), key: made.key }
  }

  async rotate(actor: Actor, keyId: string, options: { grace_seconds?: number }): Promise<ApiKey & { key: string }> {
    mayMakeKeys(actor)
    const grace = checkedGrace(options.grace_seconds ?? defaultGraceSeconds)
    const made = await this.#parts.control.transaction(async tx => {
      const old = await ownKey(tx, actor, keyId)
      if (this.#hasExpired(old)) {
        throw new ConflictError(
          'conflict',
          'This key has expired, and its successor would too. Create a new key instead.',
        )
      }
      const { name, scopes, expires_at, limits } = old
      this.#mayGive(actor, scopes)
      // A key that is replaced lives on for a while beside its successor.
      await this.#assertRoom(tx, actor, 2 * this.#parts.keysPerPerson)
      const successor = this.#make({ name, scopes, expires_at, limits, actor })
      await tx.insert('api_keys', successor.record)
      const end = new Date(this.#parts.clock.now() + grace * 1000).toISOString()
      // Timestamps in this form sort as text.
      const endsSooner = old.expires_at !== null && old.expires_at < end
      if (grace === 0) await tx.delete('api_keys', old.id)
      else if (!endsSooner) await tx.update('api_keys', old.id, { expires_at: end })
      return successor
    })
    this.#parts.cache.forgetAll()
    await this.#parts.audit.record(actor, 'key.rotated', keyId, { successor: made.record.id, grace_seconds: grace })
    return { ...toApiKey(made.record), key: made.key }
  }

  async revoke(actor: Actor, keyId: string): Promise<void> {
    mayMakeKeys(actor)
    await this.#parts.control.transaction(async tx => {
      const key = await ownKey(tx, actor, keyId)
      await tx.delete('api_keys', key.id)
    })
    this.#parts.cache.forgetAll()
    await this.#parts.audit.record(actor, 'key.revoked', keyId)
  }

  /** @throws ConflictError when the person has so many keys already */
  async #assertRoom(tx: ControlReader, actor: Actor, most: number): Promise<void> {
    const keys = await tx.find('api_keys', { user_id: actor.user_id })
    if (keys.filter(key => !this.#hasExpired(key)).length < most) return
    throw new ConflictError(
      'conflict',
      `You have ${most} keys, which is the limit (SVC_KEYS_PER_PERSON). Revoke one that is not used any more.`,
    )
  }

  #make(of: { name: string; scopes: string[]; expires_at: string | null; limits: string | null; actor: Actor }): {
    record: ApiKeyRecord
    key: string
  } {
    const { clock, ids } = this.#parts
    const id = ids.create('key')
    const { key, prefix, secretHash } = formatKey(id, ids.secret(keySecretBytes))
    const record: ApiKeyRecord = {
      id,
      workspace_id: of.actor.workspace_id,
      user_id: of.actor.user_id,
      name: of.name,
      prefix,
      secret_hash: secretHash,
      scopes: of.scopes,
      created_at: clock.timestamp(),
      expires_at: of.expires_at,
      last_used_at: null,
      limits: of.limits,
    }
    return { record, key }
  }

  /**
   * A key makes no key with more than its own: `*` gives what reads and writes; an action of its own, such as sending mail, is given
   * by a key that names it. What `*` does not include, such as deciding in a person's place, a person gives: a key that has it would
   * else be another key by making one, or by its successor. What a scope is that nobody declares now, nobody can say.
   * @throws ForbiddenError
   */
  #mayGive(actor: Actor, scopes: readonly string[]): void {
    if (actor.via !== 'api_key') return
    const { explicitPermissions } = this.#parts
    const personal = scopes.find(scope => {
      const isHeld = readsOrWrites.test(scope) || actor.scopes.includes(scope)
      return !isHeld || !this.#scopes.has(scope) || explicitPermissions.has(scope)
    })
    if (personal === undefined) return
    throw new ForbiddenError('forbidden', `Only a sign-in may make or renew a key with the scope "${personal}".`)
  }

  #hasExpired(key: ApiKeyRecord): boolean {
    return key.expires_at !== null && Date.parse(key.expires_at) <= this.#parts.clock.now()
  }

  /** Collects everything that is wrong, so that a person corrects it in one round. */
  #check(key: NewApiKey): void {
    const errors = [
      ...this.#nameFaults(key.name),
      ...this.#scopeFaults(key.scopes),
      ...this.#expiryFaults(key.expires_at),
      ...limitFaults(key),
    ]
    assertNoBodyFaults(errors)
  }

  #nameFaults(name: string) {
    const fits = name.trim() !== '' && name.length <= maxNameLength
    return fits ? [] : [{ path: '/name', message: `must have 1 to ${maxNameLength} characters` }]
  }

  #scopeFaults(scopes: string[] | undefined) {
    if (scopes === undefined) return []
    if (scopes.length === 0) return [{ path: '/scopes', message: 'must name at least one scope; leave it out for all' }]
    return scopes.flatMap((scope, index) => {
      if (this.#scopes.has(scope)) return []
      const message = `"${scope}" is no scope; known are ${this.knownScopes().join(', ')}`
      return [{ path: `/scopes/${index}`, message }]
    })
  }

  #expiryFaults(expiresAt: string | undefined) {
    if (expiresAt === undefined) return []
    const at = Date.parse(expiresAt)
    if (at > this.#parts.clock.now()) return []
    const message = Number.isNaN(at)
      ? 'must be a date and time, such as 2030-01-31T12:00:00.000Z'
      : 'must lie in the future'
    return [{ path: '/expires_at', message }]
  }
}

/** A key that may do less than its owner must not give itself more, and code of others never gets at keys. */
function mayMakeKeys(actor: Actor): void {
  const { models, token_budget } = actor.key_limits ?? {}
  const isWhole = hasScope(actor.scopes, '*') && !models && !token_budget
  if (actor.via !== 'agent_app' && isWhole) return
  throw new ForbiddenError('forbidden', 'Only a sign-in, or a key with the scope "*" and no limits, may manage keys.')
}

async function ownKey(reader: ControlReader, actor: Actor, keyId: string): Promise<ApiKeyRecord> {
  const key = await reader.get('api_keys', keyId)
  if (key?.user_id === actor.user_id && key.workspace_id === actor.workspace_id) return key
  throw new NotFoundError('There is no such key.')
}

function checkedGrace(seconds: number): number {
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= maxGraceSeconds) return seconds
  throw bodyFault('/grace_seconds', `must be a whole number of seconds from 0 to ${maxGraceSeconds}`)
}

function toApiKey(record: ApiKeyRecord): ApiKey {
  const { id, name, prefix, scopes, created_at, expires_at, last_used_at } = record
  const limits = readLimits(record.limits)
  return {
    id,
    name,
    prefix,
    scopes,
    created_at,
    expires_at,
    last_used_at,
    models: limits?.models ? [...limits.models] : null,
    tools: limits?.tools ? [...limits.tools] : null,
    token_budget: limits?.token_budget ?? null,
  }
}
