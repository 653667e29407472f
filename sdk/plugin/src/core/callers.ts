import type { Principal } from '../principal.ts'
import { defineService } from '../service.ts'

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
