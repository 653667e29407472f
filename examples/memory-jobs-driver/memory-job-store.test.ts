import { randomBytes } from 'node:crypto'
import type { Ids, NewEvent } from '@svc/plugin'
import { describeJobStore } from '@svc/plugin/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemoryJobStore } from './memory-job-store.ts'
import { MemoryJobs } from './memory-jobs.ts'

const ids: Ids = {
  create: prefix => `${prefix}_${randomBytes(16).toString('hex')}`,
  secret: bytes => randomBytes(bytes).toString('base64url'),
}

describeJobStore({ describe, it, expect, beforeEach, afterEach }, 'memory', async ({ limits, clock }) => {
  const place = new MemoryJobs()
  const events: { workspaceId: string; event: NewEvent }[] = []
  const make = (): MemoryJobStore =>
    new MemoryJobStore({
      place,
      limits,
      clock,
      ids,
      emit: (workspaceId, event) => void events.push({ workspaceId, event }),
    })
  return {
    store: make(),
    another: async () => make(),
    events: async id => events.filter(({ workspaceId }) => workspaceId === id).map(({ event }) => event),
    close: async () => undefined,
  }
})
