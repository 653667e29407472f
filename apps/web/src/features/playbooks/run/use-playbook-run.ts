import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { isOver } from './run-words.ts'

const mostOftenMs = 250
/** How often what an agent writes is drawn anew. */
const redrawMs = 80
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
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
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
    const written = new Map<string, string>()
    let drawing: ReturnType<typeof setTimeout> | undefined
    const say = ({ type, data }: { type: string; data: unknown }): void => {
      const { task, delta = '' } = data as { task: string; delta?: string }
      written.set(task, type === 'content' ? (written.get(task) ?? '') + delta : '')
      drawing ??= setTimeout(() => {
        drawing = undefined
        setTexts(new Map(written))
      }, redrawMs)
    }
    const read = async (): Promise<void> => {
      try {
        for await (const event of svc.playbooks.streamEvents(runId, {}, { signal: reading.signal })) {
          if (event.type === 'content' || event.type === 'content_reset') say(event)
          else refresh()
        }
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
      clearTimeout(drawing)
    }
  }, [runId, isLive])
  return { run, tasks, texts, problem }
}
