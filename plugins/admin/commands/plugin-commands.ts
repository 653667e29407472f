import { ValidationError } from '@svc/plugin'
import type { Page, PluginStatus } from '@svc/plugin'
import type { CliCommand, CliContext } from '@svc/plugin/contracts/cli'
import { columns } from './columns.ts'

const plugin = { name: 'plugin', description: 'the id of the plugin, as "svc plugin list" shows it', required: true }

/** `svc plugin …`; what they change holds from the next start on. */
export const pluginCommands: readonly CliCommand[] = [
  {
    name: 'plugin list',
    summary: 'List all plugins and how they fared at the last start',
    async run(context) {
      const answer = await context.api('GET', '/api/admin/plugins')
      // The answer fits the route's response schema; the client of the API has no types of its own here.
      const { items } = answer as unknown as Page<PluginStatus>
      const rows = items.map(item => [item.id, item.version, item.outcome, item.error ?? item.title])
      context.result(answer, columns(['PLUGIN', 'VERSION', 'STATE', 'ABOUT'], rows))
      return 0
    },
  },
  { name: 'plugin enable', summary: 'Switch a plugin on', arguments: [plugin], run: context => change(context, true) },
  {
    name: 'plugin disable',
    summary: 'Switch a plugin off',
    arguments: [plugin],
    run: context => change(context, false),
  },
]

async function change(context: CliContext, enabled: boolean): Promise<number> {
  const id = context.arguments['plugin']
  if (id === undefined) throw new ValidationError('The argument <plugin> is missing.')
  const answer = await context.api('PATCH', `/api/admin/plugins/${encodeURIComponent(id)}`, { enabled })
  const { restart_required: waits } = answer as unknown as PluginStatus
  const when = waits ? ' from the next start on' : ''
  context.result(answer, `${id} is ${enabled ? 'on' : 'off'}${when}.`)
  return 0
}
