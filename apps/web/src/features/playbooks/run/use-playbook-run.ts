import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { isOver } from './run-words.ts'

const mostOftenMs = 250
const mostTasks = 1000

/** A run with its tasks, read again as its events come. */
export function usePlaybookRun(runId: string) {
  const run = useQuery({
    queryKey: ['playbooks', 'run', runId],
    queryFn: ({ signal }) => svc.playbooks.getRun(runId, { signal }),
  })
  const tasks = useQuery({
    queryKey: ['playbooks', 'tasks', runId],
    async queryFn({ signal }) {
      const found = []
      for await (const task of svc.playbooks.tasks(runId, { limit: 200 }, { signal })) {
        found.push(task)
        if (found.length === mostTasks) break
      }
      return found
    },
  })
  const [problem, setProblem] = useState<unknown>(null)
  const isLive = run.data !== undefined && !isOver(run.data.status)
  useEffect(() => {
    if (!isLive) return
    const reading = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: ['playbooks', 'run', runId] })
        void queries.invalidateQueries({ queryKey: ['playbooks', 'tasks', runId] })
      }, mostOftenMs)
    }
    const read = async (): Promise<void> => {
      try {
        const events = svc.playbooks.streamEvents(runId, {}, { signal: reading.signal })[Symbol.asyncIterator]()
        while ((await events.next()).done !== true) refresh()
      } catch (error) {
        if (!reading.signal.aborted) setProblem(error)
      }
      if (!reading.signal.aborted) void queries.invalidateQueries({ queryKey: ['playbooks'] })
    }
    setProblem(null)
    void read()
    return () => {
      reading.abort()
      clearTimeout(timer)
    }
  }, [runId, isLive])
  return { run, tasks, problem }
}
