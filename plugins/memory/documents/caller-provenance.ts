import type { Principal, ToolContext } from '@svc/plugin'
import type { MemoryProvenance } from '@svc/plugin/contracts/memory'

/** Who a request acts as, and through what: the client's own word plays no part in it. */
export function callerProvenance(principal: Principal, via: MemoryProvenance['via']): MemoryProvenance {
  const { user_id, username, key_id, app } = principal
  return {
    via: principal.via === 'agent_app' && via === 'api' ? 'app' : via,
    user_id,
    username,
    ...(key_id !== undefined && { key_id }),
    ...(app && { app: app.name }),
    ...(app?.run_id && { run_id: app.run_id }),
  }
}

/** The same for a call of a tool, with the turn, the run or the app that made it. */
export function toolProvenance({ principal, origin, app }: ToolContext): MemoryProvenance {
  const caller = callerProvenance(principal, 'tool')
  if (origin?.kind === 'turn') return { ...caller, session_id: origin.session_id, turn_id: origin.turn_id }
  const name = origin?.kind === 'app' ? origin.app : app?.name
  if (name === undefined) return caller
  const run_id = origin?.kind === 'app' ? origin.run_id : null
  return { ...caller, app: name, ...(run_id !== null && { run_id }) }
}
