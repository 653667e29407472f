import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestPlanes, temporaryFolder } from '../../test/rooms/planes.ts'
import type { TestPlanes } from '../../test/rooms/planes.ts'
import { recordingLog } from '../../test/support/recording-log.ts'
import { createWorkspaceMarks } from './index.ts'

const workspace = (digit: number) => `ws_${String(digit).repeat(26)}`
let planes: TestPlanes
let home: Awaited<ReturnType<typeof temporaryFolder>>

beforeEach(async () => {
  home = await temporaryFolder()
  planes = await openTestPlanes({ path: home.path })
})
afterEach(async () => {
  await planes.close()
  await home.remove()
})

it('keeps what each owner noted across a restart, and nothing that was struck off', async () => {
  const [one, other] = [
    createWorkspaceMarks(planes.data, 'one', recordingLog()),
    createWorkspaceMarks(planes.data, 'other', recordingLog()),
  ]
  await one.list()
  for (const digit of [1, 2, 2]) one.add(workspace(digit))
  other.add(workspace(3))
  one.remove(workspace(1))
  await planes.close()
  planes = await openTestPlanes({ path: home.path })
  const again = createWorkspaceMarks(planes.data, 'one', recordingLog())
  expect([await again.list(), again.has(workspace(2)), again.has(workspace(3))]).toEqual([[workspace(2)], true, false])
})

it('notes every workspace for an owner that asks for the first time, and only then', async () => {
  for (const digit of [1, 2]) planes.data.use(workspace(digit), db => db.get('SELECT 1'))
  const marks = createWorkspaceMarks(planes.data, 'new', recordingLog())
  const first = await marks.list()
  for (const id of first) marks.remove(id)
  expect([first.toSorted(), await createWorkspaceMarks(planes.data, 'new', recordingLog()).list()]).toEqual([
    [workspace(1), workspace(2)],
    [],
  ])
})
