import { afterAll, beforeAll, expect, vi } from 'vitest'
import { createWorkspaceMarks } from '../../kernel/marks/index.ts'
import { memoryMigrations } from '../../kernel/planes/index.ts'
import { openPgvector } from '../../kernel/planes/memory/pgvector/open-pgvector.ts'
import { SqliteMemoryPlane } from '../../kernel/planes/memory/sqlite-memory-plane.ts'
import { systemClock } from '../../kernel/runtime/index.ts'
import { startPglite } from '../support/pglite.ts'
import type { TestPglite } from '../support/pglite.ts'
import { recordingLog } from '../support/recording-log.ts'
import { openTestPlanes } from '../support/test-planes.ts'
import { describeMemoryPlane } from './memory-plane.ts'

const files = { driver: 'sqlite', healthy: true, location: '', version: null, detail: 'files' }
const allSynced = /^(\d+) vectors of \1 synced$/
let database: TestPglite
beforeAll(async () => {
  database = await startPglite()
  await database.execute('CREATE SCHEMA IF NOT EXISTS svc')
})
afterAll(() => database.stop())

describeMemoryPlane('candidates of pgvector', async ({ path } = {}) => {
  const log = recordingLog()
  const planes = await openTestPlanes({ path, migrations: [{ owner: 'kernel', migrations: memoryMigrations }] })
  const data = planes.data as ConstructorParameters<typeof SqliteMemoryPlane>[0]['data']
  const memory = new SqliteMemoryPlane({ data, log })
  const marks = createWorkspaceMarks(data, 'test')
  const index = openPgvector({ databaseUrl: database.url, data, vectors: memory, marks, clock: systemClock, log })
  memory.useCandidates(index)
  index.recover()
  const isSettled = async (): Promise<void> => {
    const { driver, detail } = await index.status(files)
    expect([driver, detail]).toEqual(['pgvector', expect.stringMatching(allSynced)])
  }
  return {
    memory,
    data,
    home: planes.home.path,
    settled: () => vi.waitFor(isSettled, { timeout: 10_000, interval: 10 }),
    async close() {
      await index.close()
      await memory.close()
      await planes.close()
    },
  }
})
