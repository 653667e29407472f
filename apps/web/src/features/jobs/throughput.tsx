import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../../live/server-clock.ts'
import { svc } from '../../live/server.ts'
import { doneAMinute, sparkline } from './done-a-minute.ts'
import classes from './jobs.module.css'

const minutes = 30
const [width, height] = [120, 20]
const mostPages = 5
const refreshMs = 15_000

/** How many jobs ended well in each of the last 30 minutes. A flood of events reads it no more often: it has a pace of its own. */
export function Throughput() {
  const { data: counts } = useQuery({
    queryKey: ['jobs-done'],
    refetchInterval: refreshMs,
    queryFn: async ({ signal }) => {
      const ends: (string | null)[] = []
      let cursor: string | undefined
      for (let page = 0; page < mostPages; page += 1) {
        const { items, next_cursor } = await svc.jobs.list(
          { state: 'succeeded', limit: 200 },
          { signal, query: { cursor } },
        )
        ends.push(...items.map(({ finished_at }) => finished_at))
        if (next_cursor === null) break
        cursor = next_cursor
      }
      return doneAMinute(ends, serverNow(), minutes)
    },
  })
  const sum = counts?.reduce((total, count) => total + count, 0) ?? 0
  if (counts === undefined || sum === 0) return null
  const words = `${(counts.at(-1) ?? 0).toLocaleString('en')} done in the last minute, ${sum.toLocaleString('en')} in ${minutes}`
  return (
    <div className={classes.throughput}>
      <svg role="img" aria-label="Done per minute" viewBox={`-1 -1 ${width + 2} ${height + 2}`} {...{ width, height }}>
        <polyline points={sparkline(counts, width, height)} />
      </svg>
      <span>{words}</span>
    </div>
  )
}
