import { useQuery } from '@tanstack/react-query'
import { hasRole, useMe } from '../../../live/me.ts'
import { svc } from '../../../live/server.ts'
import { bytes } from '../../../ui/words/bytes.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import classes from '../admin.module.css'
import { Configuration } from './configuration.tsx'

/** The process: its version, its machine, its queues. */
export function System() {
  const me = useMe()
  const status = useQuery({
    queryKey: ['admin', 'status'],
    queryFn: async ({ signal }) => svc.admin.status({ signal }),
  })
  return (
    <Loaded query={status} sketch={<RowsSketch />}>
      {server => (
        <>
          <dl className={classes.facts}>
            <dt>Version</dt>
            <dd>svc {server.version}</dd>
            <dt>Node</dt>
            <dd>
              {server.node} on {server.platform}
            </dd>
            <dt>Running for</dt>
            <dd>{duration(server.uptime_seconds)}</dd>
            <dt>Memory</dt>
            <dd>
              {bytes(server.rss_bytes)} of the process, at most {bytes(server.heap_limit_bytes)} of heap
            </dd>
            <dt>Last backup</dt>
            <dd>{server.last_backup === null ? 'None' : server.last_backup.created_at}</dd>
            <dt>Child processes</dt>
            <dd>
              {server.missing_walls.length === 0
                ? 'All walls stand around them'
                : `Without ${server.missing_walls.join(', ')}`}
            </dd>
            {server.queues.map(({ queue, queued, running, dead }) => (
              <div key={queue} style={{ display: 'contents' }}>
                <dt>Queue {queue}</dt>
                <dd>
                  {queued} queued, {running} running, {dead} dead
                </dd>
              </div>
            ))}
          </dl>
          <p>
            <code>svc doctor</code> on the machine checks more and says what to do.
          </p>
          {hasRole(me, 'owner') && <Configuration />}
        </>
      )}
    </Loaded>
  )
}

function duration(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}
