import { UnavailableError } from '@svc/plugin'
import type { WorkspaceRemoval } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { RemovedWorkspaces } from './removed-workspaces.ts'

const [first, second] = [`ws_${'1'.repeat(26)}`, `ws_${'2'.repeat(26)}`]
let planes: TestPlanes
let over: AbortController
beforeEach(async () => {
  planes = await openTestPlanes()
  over = new AbortController()
})
afterEach(async () => {
  over.abort()
  await planes.close()
})

it('removes a workspace, also while what late work left of another one cannot be removed', async () => {
  const { control } = planes
  const removed: string[] = []
  const removal: WorkspaceRemoval = {
    remove: async workspaceId => removed.push(workspaceId) > 0,
    clear: async () => {
      throw new UnavailableError('The folder is in use.')
    },
  }
  const clock = new ManualClock()
  const workspaces = new RemovedWorkspaces({ control, removal, clock, log: recordingLog() })
  await control.transaction(tx => workspaces.note(tx, first))
  const running = workspaces.run(over.signal)
  await vi.waitFor(() => expect(clock.sleepers).toBe(1))
  await control.transaction(tx => workspaces.note(tx, second))
  workspaces.begin(second)
  await vi.waitFor(() => expect(removed).toEqual([first, second]))
  over.abort()
  await running
})
