import { afterEach, beforeEach, expect, it } from 'vitest'
import { actor, openMl } from '../../../test/rooms/plugins/ml.ts'
import type { TestMl } from '../../../test/rooms/plugins/ml.ts'
import { requireRun } from '../tracking/runs.ts'
import { HeldOutPredictions } from './held-out-predictions.ts'
import { predictionsPath } from './run-writer.ts'

const { workspace_id } = actor
let ml: TestMl
beforeEach(async () => {
  ml = await openMl()
})
afterEach(() => ml.close())

it('held-out predictions have a page for each row, however long the labels of the classes are', async () => {
  const classes = ['a', 'b'].map(letter => letter.repeat(70_000))
  const { run_id } = ml.runs.create(actor, { params: {} })
  const head = `row,fold,y,prediction,${classes.map(label => `p(${label})`).join(',')}\n`
  const content = Buffer.from(
    `${head}1,1,${classes[0]},${classes[1]},0.4,0.6\n2,1,${classes[1]},${classes[1]},0.1,0.9\n`,
  )
  const file = { owner: run_id, path: predictionsPath, content }
  await ml.artifacts.put(workspace_id, file, db => void requireRun(db, run_id))
  ml.runs.setResult(workspace_id, run_id, { classes })
  const predictions = new HeldOutPredictions(ml.runs, ml.artifacts)
  const first = await predictions.page(workspace_id, run_id, { limit: 1 })
  const cursor = first.next_cursor ?? undefined
  const second = await predictions.page(workspace_id, run_id, { limit: 1, cursor })
  const places = [...first.items, ...second.items].map(({ row, y, prediction }) => [row, y === classes[0], prediction])
  expect(places).toEqual([
    [1, true, classes[1]],
    [2, false, classes[1]],
  ])
  expect(second.next_cursor).toBeNull()
})
