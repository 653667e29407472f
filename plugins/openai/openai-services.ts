import type { Clock, Ids, PluginEnv } from '@svc/plugin'
import type { AgentApps } from '@svc/plugin/contracts/agent-apps'
import type { Turns } from '@svc/plugin/contracts/conversations'
import type { Models } from '@svc/plugin/contracts/models'
import type { CallerCounts } from '@svc/plugin/library/caller-counts'

/** What the routes of this plugin work with. */
export interface OpenAiServices {
  models: Models
  /** Undefined while the plugin that provides them is off. */
  turns: Turns | undefined
  apps: AgentApps | undefined
  calls: CallerCounts
  clock: Clock
  ids: Ids
  phrase: PluginEnv['phrase']
}
