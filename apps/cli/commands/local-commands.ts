import type { LocalCommand } from '../local-command.ts'
import { configListCommand } from './config-list.ts'
import { doctorCommand } from './doctor.ts'
import { healthCommand } from './health.ts'
import { pluginAddCommand } from './plugin-add.ts'
import { setupCommand } from './setup.ts'
import { startCommand } from './start.ts'

/** What `svc` can do without asking a plugin. */
export const localCommands: readonly LocalCommand[] = [
  configListCommand,
  doctorCommand,
  healthCommand,
  pluginAddCommand,
  setupCommand,
  startCommand,
]
