import type { Metrics, RouteDefinition } from '@svc/plugin'
import { BackupFolder } from './backup-folder.ts'
import { BackupSchedule } from './backup-schedule.ts'
import type { BackupScheduleOptions } from './backup-schedule.ts'
import { HomeBackups } from './home-backups.ts'
import type { HomeBackupsOptions } from './home-backups.ts'
import { measureBackups } from './measure-backups.ts'
import { backupRoutes } from './routes/backup-routes.ts'
import type { BackupRouteParts } from './routes/backup-routes.ts'

export interface CreateBackupsOptions
  extends Omit<HomeBackupsOptions, 'folder'>, Pick<BackupScheduleOptions, 'schedule' | 'keep' | 'tell'> {
  audit: BackupRouteParts['audit']
  metrics: Metrics
}

/** The backups of this home with what the kernel alone does with them. */
export interface HomeBackupRoom {
  service: HomeBackups
  /** `/api/backups`. */
  routes: readonly RouteDefinition[]
  /** Clears away what a killed process left. */
  prepare(): Promise<void>
  /** Begins with the schedule. */
  start(): Promise<void>
  /** Ends with nothing being made. */
  close(): Promise<void>
}

export function createBackups(options: CreateBackupsOptions): HomeBackupRoom {
  const { home, schedule, keep, clock, log, signal, tell, audit } = options
  const folder = new BackupFolder(home)
  const service = new HomeBackups({ ...options, folder })
  measureBackups(options.metrics, service)
  const routes: RouteDefinition[] = []
  backupRoutes({ route: route => void routes.push(route as unknown as RouteDefinition) }, { backups: service, audit })
  const recurring = new BackupSchedule({ backups: service, folder, schedule, keep, clock, log, signal, tell })
  return {
    service,
    routes,
    prepare: () => folder.removeUnfinished(),
    start: () => recurring.start(),
    async close() {
      recurring.stop()
      await service.idle()
    },
  }
}
