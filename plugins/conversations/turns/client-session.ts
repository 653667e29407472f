import type { Clock, Ids } from '@svc/plugin'
import type { ClientTurn } from '@svc/plugin/contracts/conversations'
import type { Session } from '../records.ts'
import { appPrefix } from './app-turn.ts'

/** A conversation whose history a client keeps. */
export function newClientSession(
  { ids, clock, config }: { ids: Ids; clock: Clock; config: { step_limit: number } },
  { principal, model, source }: Pick<ClientTurn, 'principal' | 'model' | 'source'>,
): Session {
  const now = clock.timestamp()
  return {
    session_id: ids.create('ses'),
    title: null,
    title_by: 'nobody',
    model,
    system: null,
    tools: model === 'agent' || model.startsWith(appPrefix) ? 'all' : 'none',
    settings: { context: 'summarise', step_limit: config.step_limit, token_limit: null },
    memory: null,
    source,
    user_id: principal.user_id,
    key_id: principal.key_id ?? null,
    leaf_id: null,
    created_at: now,
    updated_at: now,
  }
}
