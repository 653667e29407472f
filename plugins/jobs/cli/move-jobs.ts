import { ValidationError } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'

/** As they are typed, and what they are. */
const places = { postgres: 'database', sqlite: 'home' } as const

/** Takes the jobs of a home to the other place where they can be kept. */
export async function moveJobs(context: CommandContext<Commands['jobs move']>): Promise<number> {
  const { to } = context.options
  if (to === undefined) throw new ValidationError('Say where to: --to postgres or --to sqlite.')
  const homes = await context.home.offline()
  const { home, databaseUrl } = await homes.configured()
  if (databaseUrl === null) {
    throw new ValidationError(
      'Set DATABASE_URL to the database that the jobs go to, or come from, such as postgres://user:password@host:5432/database',
    )
  }
  let noted = 0
  const place = places[to]
  const moved = await homes.moveJobs({
    home,
    databaseUrl,
    to: place,
    onProgress({ jobs }) {
      if (jobs < noted + 10_000) return
      noted = jobs
      context.io.note(`${counted(jobs, 'job')} so far …`)
    },
  })
  const where = place === 'database' ? 'the database' : `the home ${home}`
  const lines = [
    `Moved ${counted(moved.jobs, 'job')} and ${counted(moved.schedules, 'schedule')} into ${where}${moved.control ? ', with users, workspaces and keys' : ''}.`,
    ...(moved.requeued > 0 ? [`${moved.requeued} of them were running; they are queued again.`] : []),
    place === 'database' ? 'Start the server with the same DATABASE_URL.' : 'Start the server without DATABASE_URL.',
  ]
  context.io.result({ to, home, ...moved }, lines.join('\n'))
  return 0
}
