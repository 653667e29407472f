import type { Page, PluginStatus } from '@svc/plugin'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'

/** `svc plugin list`. Switching them is a command of svc itself, which needs no plugin for it. */
export async function listPlugins({ client, io }: CommandContext): Promise<number> {
  const answer = await client.request<Page<PluginStatus>>('GET', '/api/admin/plugins')
  const rows = answer.items.map(item => [item.id, item.version, stateOf(item), item.error ?? item.title])
  io.result(answer, columns([['PLUGIN', 'VERSION', 'STATE', 'ABOUT'], ...rows]))
  return 0
}

/** What was switched since the last start shows beside how the plugin fared at it. */
function stateOf({ outcome, enabled, restart_required: waits }: PluginStatus): string {
  return waits && outcome !== 'not-started' ? `${outcome}, ${enabled ? 'on' : 'off'} from the next start` : outcome
}
