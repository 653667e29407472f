import { afterEach, beforeEach, expect, it } from 'vitest'
import { actor, openMl } from '../../../test/rooms/plugins/ml.ts'
import type { TestMl } from '../../../test/rooms/plugins/ml.ts'
import { requireRun } from '../tracking/runs.ts'
import { ServedModels } from './served-models.ts'

const { workspace_id } = actor
let ml: TestMl
beforeEach(async () => {
  ml = await openMl()
})
afterEach(() => ml.close())

it('a version is ours by the name of its file, not by how that ends', async () => {
  const { run_id: owner } = ml.runs.create(actor, { params: {} })
  const version = { model_id: 'rm_1', name: 'price', version: 1, owner, path: '', dataset: null, filter: null }
  const models = new ServedModels({ find: () => version }, ml.artifacts)
  const put = (path: string) =>
    ml.artifacts.put(workspace_id, { owner, path, content: Buffer.from('{}') }, db => void requireRun(db, owner))
  await put('xgb_model.json')
  expect(() => models.find(workspace_id, 'price', {})).toThrow('is kept for another library (xgb_model.json)')
  await put('model.json')
  expect(models.find(workspace_id, 'price', {}).kind).toBe('svc')
})
