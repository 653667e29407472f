import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeDataPlane } from '@svc/plugin/testing'
import { SqliteDataPlane } from '../../kernel/drivers/sqlite/data/sqlite-data-plane.ts'
import { recordingLog } from '../support/recording-log.ts'
import { temporaryFolder } from '../rooms/planes.ts'

const runner = { describe, it, expect, beforeEach, afterEach }

describeDataPlane(runner, 'files of SQLite', async ({ plan, clock }) => {
  const folder = await temporaryFolder()
  const options = { homePath: folder.path, clock, log: recordingLog() }
  let data = new SqliteDataPlane({ ...options, plan })
  return {
    data,
    async reopen(nextPlan) {
      await data.close()
      data = new SqliteDataPlane({ ...options, plan: nextPlan })
      return data
    },
    async close() {
      await data.close()
      await folder.remove()
    },
  }
})

describeDataPlane(runner, 'SQLite in memory', async ({ plan, clock }) => {
  const data = new SqliteDataPlane({ homePath: ':memory:', plan, clock, log: recordingLog() })
  return { data, reopen: null, close: () => data.close() }
})
