import { auditLog, backups, callers, definePlugin, eventLog, metrics } from '@svc/plugin'
import type { BackupConfig } from './generated/config.ts'
import { backupRoutes } from './backup-routes.ts'
import { BackupSchedule } from './backup-schedule.ts'
import { measureBackups } from './measure-backups.ts'

export const plugin = definePlugin<BackupConfig>()({
  id: 'backup',
  uses: { audit: auditLog, backups, callers, events: eventLog, metrics },
  setup({ audit, backups, callers, events, metrics }, env) {
    const { backup_schedule: schedule, backup_keep: keep } = env.config
    env.routes(app => backupRoutes(app, { backups, audit }))
    measureBackups(metrics, backups)
    if (schedule === undefined || env.role !== 'server') return
    const recurring = new BackupSchedule({
      backups,
      schedule,
      keep,
      clock: env.clock,
      log: env.log,
      signal: env.signal,
      async notify(event) {
        const operator = await callers.operator()
        // Before there is an owner there is nobody to hear of it; the log has it.
        if (operator !== null) await events.publish(operator.workspace_id, event)
      },
    })
    env.onStart(() => recurring.start())
    env.onStop(() => recurring.stop())
  },
})
