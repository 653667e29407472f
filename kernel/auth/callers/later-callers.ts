import { ForbiddenError, hasScope } from '@svc/plugin'
import type { ApiKeyRecord, Callers, Clock, ControlPlane, ControlReader, Principal, SavedCaller } from '@svc/plugin'
import { readLimits } from '../keys/key-limits.ts'
import { hasWorkspace } from './operator.ts'
import type { Operator } from './operator.ts'
import { activeMember } from './request-authentication.ts'

/** Callers of work that waited: they must still be let in, and have the role and the key of today. */
export class LaterCallers implements Callers {
  readonly #control: ControlPlane
  readonly #operator: Operator
  readonly #clock: Clock

  constructor(control: ControlPlane, operator: Operator, clock: Clock) {
    this.#control = control
    this.#operator = operator
    this.#clock = clock
  }

  save({ user_id, username, workspace_id, key_id, scopes }: Principal): SavedCaller {
    return { user_id, username, workspace_id, key_id: key_id ?? null, scopes: [...scopes] }
  }

  resume(saved: SavedCaller): Promise<Principal> {
    return this.#control.read(async reader => {
      const user = await activeMember(reader, saved.user_id, saved.workspace_id)
      if (user === null) throw gone('account is disabled, gone or no longer in the workspace')
      const key = saved.key_id === null ? null : await this.#goodKey(reader, saved.key_id)
      const limits = key && readLimits(key.limits)
      return Object.freeze<Principal>({
        user_id: user.id,
        username: user.username,
        role: user.role,
        workspace_id: saved.workspace_id,
        // Not by a sign-in nor a key of its own: what only these may do, later work may not.
        via: 'agent_app',
        ...(key && { key_id: key.id }),
        scopes: key ? narrower(saved.scopes, key.scopes) : saved.scopes,
        ...(limits && { key_limits: limits }),
      })
    })
  }

  async operator(): Promise<Principal | null> {
    const principal = await this.#operator.principal()
    return hasWorkspace(principal) ? principal : null
  }

  async #goodKey(reader: ControlReader, keyId: string): Promise<ApiKeyRecord> {
    const key = await reader.get('api_keys', keyId)
    const isGood = key !== null && (key.expires_at === null || Date.parse(key.expires_at) > this.#clock.now())
    if (!isGood) throw gone('key has ended')
    return key
  }
}

/** Scopes that both have; `*` stands for all. */
function narrower(then: readonly string[], now: readonly string[]): string[] {
  const kept = then.filter(scope => hasScope(now, scope))
  return then.includes('*') && !now.includes('*') ? [...now] : kept
}

function gone(what: string): ForbiddenError {
  return new ForbiddenError('forbidden', `This cannot go on: its caller's ${what}.`)
}
