import type { Page, PluginStatus } from '@svc/plugin'
import { ask } from '../ask.ts'
import type { DoctorCheck, Server } from '../doctor-check.ts'
import { failed, ok, warning } from '../finding.ts'

export const pluginsCheck: DoctorCheck<Server> = {
  name: 'plugins',
  async run({ api }, signal) {
    const answer = await ask<Page<PluginStatus>>(api, '/api/admin/plugins', 'plugins', signal)
    if (answer.notTold) return [answer.notTold]
    const { items } = answer.body
    const troubled = items.filter(({ outcome }) => outcome !== 'running' && outcome !== 'disabled')
    const restart = items.filter(plugin => plugin.restart_required)
    return [
      ...(troubled.length === 0 ? [ok('plugins', `${items.filter(({ enabled }) => enabled).length} running`)] : []),
      ...troubled.map(({ id, outcome, error }) =>
        outcome === 'waiting-for-owner'
          ? warning(`plugin ${id}`, 'its manifest changed', `Look at it, then: svc plugin enable ${id}`)
          : failed(`plugin ${id}`, `${outcome}: ${error ?? 'the log says why'}`, wayOut(id, error)),
      ),
      ...restart.map(({ id }) => warning(`plugin ${id}`, 'its switch was changed', 'Start the server again.')),
    ]
  },
}

/** A plugin that cannot load says itself how to go on. */
function wayOut(id: string, error: string | null): string | undefined {
  const command = `svc plugin disable ${id}`
  return error?.includes(command) ? undefined : `Correct it, or: ${command}`
}
