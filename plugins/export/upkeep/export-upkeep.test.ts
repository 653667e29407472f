import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { JobQueue } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { openContents, openMarks } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { ExportFiles } from '../exports/export-files.ts'
import { exportStore, noFacts } from '../exports/export-store.ts'
import exportTables from '../migrations/0001-exports.ts'
import certificateTables from '../migrations/0002-certificates.ts'
import contentTables from '../migrations/0003-contents.ts'
import { ExportUpkeep } from './export-upkeep.ts'

const damaged = `ws_${'1'.repeat(26)}`
const sound = `ws_${'2'.repeat(26)}`

it('a workspace whose file is damaged keeps no other from being tidied up', async () => {
  const clock = new ManualClock()
  const migrations = [{ owner: 'export', migrations: [exportTables, certificateTables, contentTables] }]
  const planes = await openTestPlanes({ migrations, clock })
  const stop = new AbortController()
  try {
    const { data, home } = planes
    const exportFiles = new ExportFiles(
      openContents(planes, 'export', { isKept: (db, sha256) => exportStore.hasContent(db, sha256) }),
    )
    const row = { export_id: 'xpt_1', format: 'md', title: 'T', file_name: 'T.md', created_by: 'usr_1' } as const
    const order = { items: [], format: 'md' } as const
    data.use(sound, db => {
      exportStore.insert(db, { ...row, order: order as never, created_at: clock.now(), expires_at: clock.now() })
      exportStore.finish(db, { ...row, size: 1, facts: noFacts, items: [], contents: [] })
    })
    await mkdir(join(home.path, 'workspaces', damaged), { recursive: true })
    await writeFile(join(home.path, 'workspaces', damaged, 'data_plane.sqlite'), 'no database at all'.repeat(500))
    const marks = openMarks(planes, 'export')
    for (const workspaceId of [damaged, sound]) marks.add(workspaceId)

    const upkeep = new ExportUpkeep({
      ...{ data, exportFiles, marks, clock, log: recordingLog(), signal: stop.signal },
      exports: { fail: () => undefined },
      jobs: {} as JobQueue,
    })
    await upkeep.start()
    void upkeep.run()
    await vi.waitFor(() => expect(data.use(sound, db => exportStore.get(db, 'xpt_1')?.available)).toBe(false))
  } finally {
    stop.abort()
    await planes.close()
  }
})
