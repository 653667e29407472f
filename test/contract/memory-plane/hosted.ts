import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Clock } from '@svc/plugin'
import { createWorkspaceMarks, systemClock } from '../../../kernel/services/index.ts'
import { memoryMigrations } from '../../../kernel/planes/index.ts'
import { openPgvector } from '../../../kernel/drivers/pgvector/open-pgvector.ts'
import type { Pgvector } from '../../../kernel/drivers/pgvector/open-pgvector.ts'
import { SqliteMemoryPlane } from '../../../kernel/drivers/sqlite/memory/sqlite-memory-plane.ts'
import { recordingLog } from '../../support/recording-log.ts'
import type { RecordingLog } from '../../support/recording-log.ts'
import { openTestPlanes } from '../../rooms/planes.ts'
import type { TestPlanes } from '../../rooms/planes.ts'
import { describeMemoryPlane } from '../memory-plane.ts'

/** A home with its memory, and an index in the database that follows it. */
export interface HostedMemory {
  planes: TestPlanes
  memory: SqliteMemoryPlane
  index: Pgvector
  log: RecordingLog
  close(): Promise<void>
}

export interface HostedMemoryOptions {
  /** Of the home; an own one, removed when closed, without it. */
  path?: string
  databaseUrl: string
  exactUpTo?: number
  clock?: Clock
}

export async function openHostedMemory(options: HostedMemoryOptions): Promise<HostedMemory> {
  const { path, databaseUrl, exactUpTo, clock = systemClock } = options
  const log = recordingLog()
  const planes = await openTestPlanes({ path, migrations: [{ owner: 'kernel', migrations: memoryMigrations }] })
  const data = planes.data as ConstructorParameters<typeof SqliteMemoryPlane>[0]['data']
  const memory = new SqliteMemoryPlane({ data, log })
  const marks = createWorkspaceMarks(planes.data, 'test', recordingLog())
  const index = openPgvector({ databaseUrl, data, vectors: memory, marks, exactUpTo, clock, log })
  memory.useCandidates(index)
  let isClosed = false
  return {
    planes,
    memory,
    index,
    log,
    async close() {
      if (isClosed) return
      isClosed = true
      await index.close()
      await memory.close()
      await planes.close()
    },
  }
}

/** What every memory plane promises, with searches that wait until the index has all of their workspace. */
export function describeHostedMemory(name: string, urlOf: () => string): void {
  let answered = 0
  describe(name, () => {
    let client: pg.Pool
    beforeAll(async () => {
      client = new pg.Pool({ connectionString: urlOf(), max: 1 })
      await client.query('CREATE SCHEMA IF NOT EXISTS svc')
    })
    afterAll(async () => {
      await client.query('DROP TABLE IF EXISTS svc.memory_vectors, svc.memory_parts, svc.memory_workspaces')
      await client.end()
    })

    describeMemoryPlane(name, async ({ path } = {}) => {
      const { planes, memory, index, close } = await openHostedMemory({ path, databaseUrl: urlOf() })
      memory.useCandidates({
        changed: workspaceId => index.changed(workspaceId),
        async candidates(question, abort) {
          const found = await index.candidates(question, abort)
          if (found !== null) answered += 1
          return found
        },
      })
      const settled = async (workspaceId: string): Promise<void> => {
        index.changed(workspaceId)
        await vi.waitFor(
          async () => {
            const sql = `SELECT seq::int FROM svc.memory_workspaces WHERE workspace_id = $1`
            const { rows } = await client.query<{ seq: number }>(sql, [workspaceId])
            expect(rows[0]?.seq).toBe(memory.changesSince(workspaceId, 0, 1).newest)
          },
          { timeout: 60_000, interval: 20 },
        )
      }
      return { memory, data: planes.data, home: planes.home.path, settled, close }
    })

    it('was what found the candidates', () => expect(answered).toBeGreaterThan(10))
  })
}
