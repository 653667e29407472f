import { SvcError } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import type { StoredTurn } from '../records.ts'

/** An error as a turn's readers may see it. */
export function turnProblem(error: unknown, turn: StoredTurn, log: Logger): NonNullable<StoredTurn['error']> {
  if (error instanceof SvcError && error.code !== 'internal_error')
    return { status: error.status, code: error.code, detail: error.message }
  const cause = error instanceof SvcError ? (error.cause ?? error) : error
  log.error({ turn_id: turn.turn_id, session_id: turn.session_id, err: cause }, 'a turn failed')
  const detail = `The turn failed by a fault of the server; its log has the details under ${turn.turn_id}.`
  return { status: 500, code: 'internal_error', detail }
}
