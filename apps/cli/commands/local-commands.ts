import type { LocalCommand } from '../local-command.ts'
import { backupCreateCommand } from './backup/backup-create.ts'
import { backupListCommand } from './backup/backup-list.ts'
import { backupRestoreCommand } from './backup/backup-restore.ts'
import { backupRollbackCommand } from './backup/backup-rollback.ts'
import { backupVerifyCommand } from './backup/backup-verify.ts'
import { configListCommand } from './config-list.ts'
import { doctorCommand } from './doctor.ts'
import { healthCommand } from './health.ts'
import { jobCommands } from './jobs/job-commands.ts'
import { scheduleCommands } from './jobs/schedule-commands.ts'
import { pluginAddCommand } from './plugin-add.ts'
import { setupCommand } from './setup.ts'
import { startCommand } from './start.ts'
import { workerCommand } from './worker.ts'

/** What `svc` can do without asking a plugin. */
export const localCommands: readonly LocalCommand[] = [
  backupCreateCommand,
  backupListCommand,
  backupRestoreCommand,
  backupRollbackCommand,
  backupVerifyCommand,
  configListCommand,
  doctorCommand,
  healthCommand,
  ...jobCommands,
  ...scheduleCommands,
  pluginAddCommand,
  setupCommand,
  startCommand,
  workerCommand,
]
