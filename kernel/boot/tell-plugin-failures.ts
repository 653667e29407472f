import { messageOf } from '@svc/plugin'
import type { EventLog, Logger } from '@svc/plugin'
import type { BootedPlugin } from './booted-plugin.ts'

/** Tells the first owner which plugins are to run and do not. Why stands in the list of plugins; it may name paths. */
export async function tellPluginFailures(
  plugins: readonly BootedPlugin[],
  { events, workspaceId, log }: { events: EventLog; workspaceId: string; log: Logger },
): Promise<void> {
  for (const { id, outcome } of plugins) {
    if (outcome !== 'failed' && outcome !== 'degraded') continue
    try {
      await events.publish(workspaceId, { type: 'plugin.failed', data: { plugin_id: id, outcome } })
    } catch (error) {
      log.warn({ plugin: id, reason: messageOf(error) }, 'that a plugin failed could not be told as an event')
    }
  }
}
