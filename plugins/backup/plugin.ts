import {
  auditLog,
  callers,
  childProcesses,
  clusterDirectory,
  definePlugin,
  eventLog,
  homeCopies,
  homeFolder,
  httpServer,
  jobExports,
  metrics,
} from '@svc/plugin'
import { appFolders } from '@svc/plugin/contracts/app-folders'
import { newestBackup } from '@svc/plugin/contracts/boot-facts'
import type { BackupConfig } from './generated/config.ts'
import { backupRoutes } from './backup-routes.ts'
import { BackupSchedule } from './backup-schedule.ts'
import { downloadRoute } from './download-route.ts'
import { BackupFolder } from './making/backup-folder.ts'
import { HomeBackups } from './making/home-backups.ts'
import { measureBackups } from './measure-backups.ts'

export const plugin = definePlugin<BackupConfig>()({
  id: 'backup',
  uses: {
    audit: auditLog,
    callers,
    children: childProcesses,
    cluster: clusterDirectory,
    copies: homeCopies,
    events: eventLog,
    home: homeFolder,
    http: httpServer,
    jobs: jobExports,
    metrics,
  },
  setup({ audit, callers, children, cluster, copies, events, home, http, jobs, metrics }, env) {
    const { clock, ids, log, signal, role } = env
    const folder = new BackupFolder(home.path, log)
    const folders = env.contributions(appFolders)
    const backups = new HomeBackups({
      home: home.path,
      homeId: home.id,
      appFolder: () => folders().at(0)?.value ?? null,
      copies,
      jobs: jobs.store,
      folder,
      children,
      version: () => http.facts().version,
      clock,
      ids,
      log,
      signal,
    })
    env.routes(app => {
      backupRoutes(app, { backups, audit })
      downloadRoute(app, { backups, audit })
    })
    measureBackups(metrics, () => backups.newest())
    env.contribute(newestBackup, async () => {
      const newest = await backups.newest()
      return newest && { name: newest.name, bytes: newest.bytes, created_at: newest.created_at, reason: newest.reason }
    })
    // A worker may stand beside a server that is making one.
    if (role !== 'worker') env.onStart(() => folder.removeUnfinished())
    env.onStop(() => backups.idle())
    const { backup_schedule: schedule, backup_keep: keep } = env.config
    if (schedule === undefined || role !== 'server') return
    const recurring = new BackupSchedule({
      backups,
      schedule,
      keep,
      clock,
      log,
      signal,
      cluster: cluster.directory,
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
