import { ManualClock } from '@svc/plugin/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openMarks } from '../../../test/rooms/open-rooms.ts'
import { openPlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import type { PlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import { plainJq } from '../../../test/support/playbooks.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import type { Schedule } from '../definitions/workflow.ts'
import { definitionStore } from '../definitions/definition-store.ts'
import { emittedEvent } from '../listening/cloud-events.ts'
import type { NewPlaybookRun } from '../runs/run-starter.ts'
import { scheduleStore } from './schedule-store.ts'
import type { ScheduleRow } from './schedule-store.ts'
import { Scheduler } from './scheduler.ts'

const schedules: Record<string, Schedule> = {
  pb_events: { on: { one: { with: { type: 'test.said' } } } },
  pb_ticks: { every: { hours: 1 } },
}
let room: PlaybookRoom
let clock: ManualClock
let stopping: AbortController
/** What started a run, in order. */
let started: string[]
let onStart: () => void

beforeEach(async () => {
  room = await openPlaybookRoom()
  clock = new ManualClock()
  stopping = new AbortController()
  started = []
  onStart = () => undefined
})
afterEach(async () => {
  stopping.abort()
  await room.planes.close()
})

function save(playbook_id: string, more: Partial<ScheduleRow> = {}): void {
  const row = {
    playbook_id,
    enabled: 1,
    caller: '{}',
    revision: 1,
    next_at: null,
    last_run_id: null,
    place: 0,
  } as const
  room.planes.data.use(room.workspaceId, db => scheduleStore.save(db, { ...row, consumed: '[]', ...more }))
}

/** Both schedules, with so many events behind the first. */
function scheduler(backlog: number): Scheduler {
  const { planes, workspaceId } = room
  const events = room.eventLog(clock)
  const event = { specversion: '1.0', type: 'test.said', source: 'https://test' }
  const said = Array.from({ length: backlog }, () => ({ type: emittedEvent, data: { event, run_id: 'prun_other' } }))
  planes.data.use(workspaceId, db => {
    const made = { kind: 'api', enabled: 1, active_version: '1.0.0', created_at: 0, updated_at: 0 } as const
    for (const id of Object.keys(schedules)) definitionStore.insert(db, { id, name: id, ...made })
    save('pb_events', { place: events.page(db, null, 0).place })
    save('pb_ticks', { next_at: clock.now() })
    db.transaction(() => events.append(db, workspaceId, said))
  })
  const document = { dsl: '1.0.3', namespace: 'default', name: 'test', version: '1.0.0' }
  const definitionOf = (id: string) => ({ document, do: [], schedule: schedules[id] })
  return new Scheduler({
    data: planes.data,
    marks: openMarks(planes, 'playbooks'),
    events,
    callers: { resume: async () => testPrincipal({ workspace_id: workspaceId }) },
    starter: {
      start({ trigger }: NewPlaybookRun) {
        onStart()
        started.push(trigger)
        return { run: { id: `prun_${started.length}` }, replayed: false } as never
      },
    },
    playbook: (_workspaceId, id) =>
      ({ id, name: id, version: '1.0.0', revision: 1, definition: definitionOf(id) }) as never,
    expressionsFor: () => plainJq,
    clock,
    log: recordingLog(),
    signal: stopping.signal,
  })
}

it('starts no run for the rest of its events once it is switched off', async () => {
  onStart = () => {
    if (started.length === 10) save('pb_events', { enabled: 0 })
  }
  scheduler(450).look(room.workspaceId)
  await vi.waitFor(() => expect(started).toContain('schedule'), { timeout: 5000 })
  expect(started.filter(trigger => trigger === 'event')).toHaveLength(200)
})

it('gives the other schedules of the workspace their turn while it has events to read', async () => {
  scheduler(1500).look(room.workspaceId)
  await vi.waitFor(() => expect(started).toHaveLength(1501), { timeout: 10_000 })
  expect(started.indexOf('schedule')).toBe(1000)
})
