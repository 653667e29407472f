import { defineService } from '@svc/plugin'
import type { Clock, Ids, Logger, ToolEffect } from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'
import type { AppBuilder, Sandbox } from '@svc/plugin/contracts/sandbox'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'
import type { AgentAppsConfig } from '../generated/config.ts'

/** What the commands that work on folders take from a kernel that is set up and not started. */
export interface AppWorkbench {
  config: AgentAppsConfig
  builder: AppBuilder
  sandbox: Sandbox
  models: Models | undefined
  tools: ToolCatalog | undefined
  effectOf: (tool: string) => ToolEffect | null
  clock: Clock
  ids: Ids
  log: Logger
}

export const appWorkbench = defineService<AppWorkbench>('agent-apps.workbench')
