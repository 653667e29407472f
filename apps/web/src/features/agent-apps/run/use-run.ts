import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { isLive } from './run-words.ts'
import type { Run } from '../types.ts'

/** What a run has said so far. */
export interface RunNews {
  logs: Run['logs']
  /** Null: it has not said how far it is. */
  progress: { fraction: number; note: string | null } | null
  /** Why nothing more is heard of it. */
  problem: unknown
}

const nothing: RunNews = { logs: [], progress: null, problem: null }
const mostLines = 2000

/** A run, and what it says while it lasts. */
export function useRun(runId: string) {
  const query = useQuery({
    queryKey: ['agent-apps', 'run', runId],
    queryFn: ({ signal }) => svc.agentApps.run.get(runId, { signal }),
  })
  const [news, setNews] = useState(nothing)
  const isOn = isLive(query.data?.status)
  useEffect(() => {
    if (!isOn) return
    const reading = new AbortController()
    const read = async (): Promise<void> => {
      try {
        for await (const event of svc.agentApps.run.events(runId, {}, { signal: reading.signal })) {
          setNews(before => newsAfter(before, event as RunEvent))
        }
      } catch (problem) {
        if (!reading.signal.aborted) setNews(before => ({ ...before, problem }))
      }
      if (!reading.signal.aborted) void queries.invalidateQueries({ queryKey: ['agent-apps'] })
    }
    void read()
    return () => {
      reading.abort()
      // Another reading begins with what happened first.
      setNews(nothing)
    }
  }, [runId, isOn])
  return { query, news }
}

type RunEvent =
  | ({ type: 'log' } & Run['logs'][number])
  | { type: 'progress'; fraction: number; note: string | null }
  | { type: 'agent' | 'tool_call' | 'done' }

function newsAfter(before: RunNews, event: RunEvent): RunNews {
  if (event.type === 'progress') return { ...before, progress: { fraction: event.fraction, note: event.note } }
  if (event.type !== 'log') return before
  const { at, level, message } = event
  return { ...before, logs: [...before.logs.slice(1 - mostLines), { at, level, message }] }
}
