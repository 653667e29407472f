import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { svc } from '../../../live/server.ts'
import { RunCard } from '../../../ui/ml-run/run-card.tsx'
import type { ToolPart } from './turns.ts'

/** The run that a call of `ml_train` made, from its first moment on: the answer of the call comes when it is over. */
export function TrainedRun({ part }: { part: ToolPart }) {
  const { session_id: sessionId } = useParams({ strict: false })
  const answered = answeredRun(part.result)
  const filter = filterOf(sessionId ?? '', part.callId)
  const called = useQuery({
    queryKey: ['ml', 'called', filter],
    queryFn: async ({ signal }) => {
      const { items } = await svc.ml.runs.search({ filter, limit: 1 }, { signal })
      return items[0]?.run_id ?? null
    },
    // A call that was approved says so with its answer only.
    enabled: answered === null && filter !== '' && part.state !== 'denied',
  })
  const runId = answered ?? called.data ?? null
  return runId === null ? null : <RunCard runId={runId} />
}

function answeredRun(result: unknown): string | null {
  const text = typeof result === 'string' ? result : JSON.stringify(result ?? null)
  return /"run_id":\s*"(mlr_\w+)"/.exec(text)?.[1] ?? null
}

const plain = /^[\w.:-]+$/

/** Empty for ids that cannot stand in a filter. */
function filterOf(sessionId: string, callId: string): string {
  if (!plain.test(sessionId) || !plain.test(callId)) return ''
  return `tags."svc.call_id" = '${callId}' AND tags."svc.session_id" = '${sessionId}'`
}
