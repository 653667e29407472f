import { ValidationError } from '@svc/plugin'
import { moveJobs, readKernelConfiguration } from '../../../../kernel/index.ts'
import { counted } from '../../counted.ts'
import type { LocalCommand } from '../../local-command.ts'

const places = ['postgres', 'sqlite'] as const

/** Takes the jobs of a home to the other place where they can be kept. */
export const moveCommand: LocalCommand = {
  name: 'jobs move',
  summary:
    'Move jobs, and users and keys with them, into the database DATABASE_URL or back into the home; the server must be stopped',
  options: [
    { flags: '--to <place>', description: 'postgres (the database DATABASE_URL) or sqlite (the files of the home)' },
  ],
  async run(context, { shell }) {
    const { env, cwd } = shell
    const to = places.find(place => place === context.options['to'])
    if (to === undefined) throw new ValidationError('Say where to: --to postgres or --to sqlite.')
    const { home, database_url: databaseUrl } = await readKernelConfiguration({ env, cwd })
    if (databaseUrl === undefined) {
      throw new ValidationError(
        'Set DATABASE_URL to the database that the jobs go to, or come from, such as postgres://user:password@host:5432/database',
      )
    }
    let told = 0
    const moved = await moveJobs({
      home,
      databaseUrl,
      to,
      onProgress({ jobs }) {
        if (jobs < told + 10_000) return
        told = jobs
        context.note(`${jobs} jobs so far …`)
      },
    })
    const where = to === 'postgres' ? 'the database' : `the home ${home}`
    const lines = [
      `Moved ${counted(moved.jobs, 'job')} and ${counted(moved.schedules, 'schedule')} into ${where}${moved.control ? ', with users, workspaces and keys' : ''}.`,
      ...(moved.requeued > 0 ? [`${moved.requeued} of them were running; they are queued again.`] : []),
      to === 'postgres' ? 'Start the server with the same DATABASE_URL.' : 'Start the server without DATABASE_URL.',
    ]
    context.result({ to, home, ...moved }, lines.join('\n'))
    return 0
  },
}
