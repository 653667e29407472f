import { NotFoundError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import type { TurnRecord } from '@svc/plugin/contracts/conversations'
import type { StoredTurn } from '../records.ts'
import { branchStore } from './branch-store.ts'
import type { RunningTurn } from './running-turn.ts'
import { clientCalls } from './turn-journal.ts'
import { turnStore } from './turn-store.ts'

/** @throws NotFoundError */
export function readTurn(data: DataPlane, workspaceId: string, turnId: string, running?: RunningTurn): TurnRecord {
  return data.use(workspaceId, db => {
    const turn = turnStore.get(db, turnId)
    if (turn === null) throw new NotFoundError('There is no such turn in this workspace.')
    const answer = branchStore.find(db, turn.answer_id)
    return recordOf(turn, { content: running?.content ?? '', ...answer })
  })
}

function recordOf(
  turn: StoredTurn,
  answer: { content: string; tool_calls?: TurnRecord['tool_calls']; model?: string | null },
): TurnRecord {
  const { session_id, turn_id, answer_id, model, status, finish_reason, usage, error, created_at, finished_at } = turn
  return {
    session_id,
    turn_id,
    message_id: answer_id,
    model,
    status,
    finish_reason,
    content: answer.content,
    tool_calls: clientCalls(turn, answer.tool_calls ?? []),
    usage,
    error,
    created_at,
    finished_at,
  }
}
