import { serverNow } from '../../live/server-clock.ts'

const dayMs = 86_400_000
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

/** The heading that a conversation stands under, by the day of this browser when it was last used. */
export function dayOf(date: Date, now = new Date(serverNow())): string {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const days = Math.ceil((midnight - date.getTime()) / dayMs)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days <= 7) return 'The last 7 days'
  return days <= 30 ? 'The last 30 days' : month.format(date)
}
