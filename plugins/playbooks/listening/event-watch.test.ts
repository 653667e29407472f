import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ManualClock } from '@svc/plugin/testing'
import { expect, it, vi } from 'vitest'
import { openMarks } from '../../../test/rooms/open-rooms.ts'
import { openPlaybookRoom, savedCallers } from '../../../test/rooms/plugins/playbooks.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { RunStarter } from '../runs/run-starter.ts'
import { emittedEvent } from './cloud-events.ts'
import { EventWatch } from './event-watch.ts'
import { listenerStore } from './listener-store.ts'

it('calls who listens though the file was in use when their event came', async () => {
  const room = await openPlaybookRoom()
  const { planes, workspaceId } = room
  const [clock, stopping, log] = [new ManualClock(), new AbortController(), recordingLog()]
  const events = room.eventLog(clock)
  const marks = openMarks(planes, 'playbooks')
  const document = { dsl: '1.0.3', namespace: 'default', name: 'test', version: '1.0.0' }
  const starter = new RunStarter({
    data: planes.data,
    marks,
    events,
    callers: savedCallers,
    wake: () => undefined,
    cancelHere: () => undefined,
    ids: room.ids,
    clock,
    maxInputBytes: 1024,
    maxLiveRuns: 10,
  })
  const { run } = starter.start({
    playbook: { id: 'pb_1', name: 'test', version: '1.0.0', revision: 1, definition: { document, do: [] } },
    inputs: {},
    trigger: 'api',
    principal: testPrincipal({ workspace_id: workspaceId }),
  })
  planes.data.use(workspaceId, db => {
    const { place } = events.page(db, null, 0)
    listenerStore.save(db, { key: 'key', run_id: run.id, types: null, place })
  })
  const nudged: string[] = []
  const watch = new EventWatch({
    data: planes.data,
    marks,
    events,
    clock,
    log,
    signal: stopping.signal,
    nudged: (_workspaceId, runId) => nudged.push(runId),
  })
  planes.data.use(workspaceId, db =>
    db.transaction(() =>
      events.append(db, workspaceId, [{ type: emittedEvent, data: { event: {}, run_id: 'prun_other' } }]),
    ),
  )
  const other = new Database(join(planes.home.path, 'workspaces', workspaceId, 'data_plane.sqlite'))
  other.exec('BEGIN IMMEDIATE')
  watch.look(workspaceId)
  await vi.waitFor(() => expect(log.entries).toHaveLength(1), { timeout: 10_000 })
  other.exec('ROLLBACK')
  other.close()
  expect(nudged).toEqual([])
  await vi.waitFor(() => {
    clock.advance(5000)
    expect(nudged).toEqual([run.id])
  })
  stopping.abort()
  await planes.close()
})
