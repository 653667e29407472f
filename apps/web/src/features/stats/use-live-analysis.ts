import { useCallback, useEffect, useRef, useState } from 'react'
import { draftOf, keepDraft } from '../../live/drafts.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { analysisQuery } from './queries.ts'
import type { Analysis } from './types.ts'

export type Order = Omit<Parameters<typeof svc.stats.analyze>[0], 'mode' | 'version'>

interface Outcome {
  /** The order that it answers. */
  key: string
  analysis?: Analysis
  error?: unknown
  isStopped?: boolean
}

const pauseMs = 300
const draftName = 'stats:last-analysis'
/** What was there for longer may have been read, cited or sent to somebody. */
const passingMs = 60_000

/** A result that was computed since the page was opened, and that nobody has used. */
interface Step {
  key: string
  analysisId: string
  cameAt: number
}

/**
 * The analysis of what is chosen, a moment after each change; null: not all is chosen yet. A newer order stops the older one. What an order of the same
 * method and dataset brought a moment before is deleted on the server, unless `keep` was called meanwhile: nobody has asked for every step on the way.
 */
export function useLiveAnalysis(order: Order | null) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = order === null ? null : JSON.stringify(order)
  const running = useRef<AbortController>(null)
  const step = useRef<Step>(null)
  useEffect(() => {
    if (key === null) return
    const stop = new AbortController()
    running.current = stop
    const changedAt = Date.now()
    const timer = setTimeout(async () => {
      try {
        const known = await analysisBefore(key)
        const analysis = known ?? (await svc.stats.analyze(JSON.parse(key), { signal: stop.signal }))
        if (stop.signal.aborted || 'job_id' in analysis) return
        setOutcome({ key, analysis })
        if (known !== null) return
        const analysisId = analysis.analysis_id
        queries.setQueryData(analysisQuery(analysisId).queryKey, analysis)
        keepDraft(draftName, JSON.stringify({ key, analysisId }))
        const before = step.current
        step.current = { key, analysisId, cameAt: Date.now() }
        if (before !== null && isStep(before.key, key) && changedAt - before.cameAt < passingMs)
          await forget(before.analysisId)
      } catch (error) {
        if (!stop.signal.aborted) setOutcome({ key, error })
      }
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, attempt])
  const cancel = useCallback(() => {
    running.current?.abort()
    if (key !== null) setOutcome({ key, isStopped: true })
  }, [key])
  const keep = useCallback(() => {
    step.current = null
  }, [])
  const again = useCallback(() => {
    setOutcome(null)
    setAttempt(count => count + 1)
  }, [])
  const isCurrent = outcome !== null && outcome.key === key
  return {
    /** What is shown: while a newer one is computed, the one before. */
    analysis: key === null ? undefined : outcome?.analysis,
    error: isCurrent ? outcome.error : undefined,
    isStopped: isCurrent && outcome.isStopped === true,
    isRunning: key !== null && !isCurrent,
    cancel,
    again,
    /** Says that somebody uses the result. */
    keep,
  }
}

/** A reload shows what was computed before it; so nothing is computed twice. */
async function analysisBefore(key: string): Promise<Analysis | null> {
  const last = lastAnalysis()
  if (last?.key !== key) return null
  try {
    return await queries.fetchQuery({ ...analysisQuery(last.analysisId), staleTime: 0 })
  } catch {
    // It is gone, so it is computed again; if the server cannot be reached, that says so.
    return null
  }
}

interface Last {
  key: string
  analysisId: string
}

function lastAnalysis(): Last | null {
  const text = draftOf(draftName)
  return text === null ? null : (JSON.parse(text) as Last)
}

/** Whether one order came from the other by a change of variables, options or filter. */
function isStep(before: string, after: string): boolean {
  const [one, other] = [before, after].map(text => JSON.parse(text) as Order)
  return one?.method === other?.method && one?.dataset_id === other?.dataset_id
}

async function forget(analysisId: string): Promise<void> {
  try {
    await svc.stats.delete(analysisId)
    queries.removeQueries({ queryKey: analysisQuery(analysisId).queryKey })
    await queries.invalidateQueries({ queryKey: ['stats', 'list'] })
  } catch {
    // It stays in the list of analyses, where it can be deleted.
  }
}
