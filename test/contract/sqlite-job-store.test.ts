import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewEvent } from '@svc/plugin'
import { jobMigrations } from '../../kernel/planes/index.ts'
import { SqliteJobStore } from '../../kernel/drivers/sqlite/jobs/sqlite-job-store.ts'
import { createIds } from '../../kernel/services/index.ts'
import { recordingLog } from '../support/recording-log.ts'
import { openTestPlanes } from '../rooms/planes.ts'
import { describeJobStore } from '@svc/plugin/testing'

const createLog = 'CREATE TABLE IF NOT EXISTS test_events (event TEXT NOT NULL) STRICT'
const insertEvent = 'INSERT INTO test_events (event) VALUES (?)'
const selectEvents = 'SELECT event FROM test_events ORDER BY rowid'

describeJobStore(
  { describe, it, expect, beforeEach, afterEach },
  "the workspaces' SQLite files",
  async ({ limits, clock }) => {
    const planes = await openTestPlanes({ migrations: [{ owner: 'kernel', migrations: jobMigrations }] })
    const { data } = planes
    const make = () =>
      new SqliteJobStore({
        data,
        clock,
        ids: createIds(clock),
        log: recordingLog(),
        limits,
        append: (db, _workspaceId, events) => {
          db.run(createLog)
          for (const event of events) db.run(insertEvent, JSON.stringify(event))
        },
      })
    const stores = [make()]
    const [store] = stores
    if (store === undefined) throw new Error('there is no store')
    return {
      store,
      events: async workspaceId => {
        const rows = data.use(workspaceId, db => db.all<{ event: string }>(selectEvents))
        return rows.map(({ event }) => JSON.parse(event) as NewEvent)
      },
      another: async () => {
        const other = make()
        stores.push(other)
        return other
      },
      close: async () => {
        for (const each of stores) await each.close()
        await planes.close()
      },
    }
  },
)
