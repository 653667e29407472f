import { BackupFolder } from './backup-folder.ts'
import { HomeBackups } from './home-backups.ts'
import type { HomeBackupsOptions } from './home-backups.ts'

export type CreateBackupsOptions = Omit<HomeBackupsOptions, 'folder'>

/** The backups of this home with what the kernel alone does with them. */
export interface HomeBackupRoom {
  service: HomeBackups
  /** Clears away what a killed process left. */
  prepare(): Promise<void>
  /** Deletes copies from before migrations that are too old to go back to. */
  removeOldCopies(): Promise<void>
  /** Ends with nothing being made. */
  close(): Promise<void>
}

export function createBackups(options: CreateBackupsOptions): HomeBackupRoom {
  const folder = new BackupFolder(options.home)
  const service = new HomeBackups({ ...options, folder })
  return {
    service,
    prepare: () => folder.removeUnfinished(),
    removeOldCopies: () => folder.removeOldMigrationFolders(),
    close: () => service.idle(),
  }
}
