import type { Metrics } from '@svc/plugin'
import type { Backup } from './making/backup-folder.ts'

/** The newest archive in the home's `backups` folder; without one there is no sample. */
export function measureBackups(metrics: Metrics, newest: () => Promise<Backup | null>): void {
  const sample = async (valueOf: (backup: Backup) => number): Promise<{ value: number }[]> => {
    const backup = await newest()
    return backup === null ? [] : [{ value: valueOf(backup) }]
  }
  metrics.gauge(
    'svc_backup_last_success_timestamp_seconds',
    'When the newest backup was made; absent when there is none',
    () => sample(({ created_at }) => Date.parse(created_at) / 1000),
  )
  metrics.gauge('svc_backup_last_bytes', 'The size of the newest backup', () => sample(({ bytes }) => bytes))
}
