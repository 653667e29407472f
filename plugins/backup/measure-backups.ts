import type { Backup, Backups, Metrics } from '@svc/plugin'

/** The newest archive in the home's `backups` folder; without one there is no sample. */
export function measureBackups(metrics: Metrics, backups: Pick<Backups, 'list'>): void {
  const newest = async (): Promise<Backup[]> => {
    const made = await backups.list()
    return made.toSorted((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, 1)
  }
  metrics.gauge('svc_backup_last_success_timestamp_seconds', 'When the newest backup was made', async () =>
    (await newest()).map(({ created_at }) => ({ value: Date.parse(created_at) / 1000 })),
  )
  metrics.gauge('svc_backup_last_bytes', 'The size of the newest backup', async () =>
    (await newest()).map(({ bytes }) => ({ value: bytes })),
  )
}
