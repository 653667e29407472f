import { serverNow } from '../../live/server-clock.ts'
import { ago } from './ago.ts'

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' })

/** How long ago, or in how long, with the exact time on hover. `at` is an ISO 8601 time. */
export function Time({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={exact.format(date)}>
      {ago((date.getTime() - serverNow()) / 1000)}
    </time>
  )
}
