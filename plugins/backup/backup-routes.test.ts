import { expect, it } from 'vitest'
import { pageOfBackups } from './backup-routes.ts'
import type { Backup } from './making/backup-folder.ts'

it('pages of backups leave none out that were made in one second', () => {
  const all = [
    ['a', '30.900'],
    ['z', '30.500'],
    ['y', '30.500'],
    ['m', '30.100'],
  ].map(([end, second]): Backup => ({
    ...{ name: `svc-backup-20260131T120030Z-${end}00000.tar.gz`, path: '', bytes: 1, sha256: '' },
    ...{ created_at: `2026-01-31T12:00:${second}Z`, reason: 'manual', app_folders: null },
  }))
  const seen: Backup[] = []
  let cursor: string | undefined
  do {
    const page = pageOfBackups(all, 1, cursor)
    seen.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(all)
})
