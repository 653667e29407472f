import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

let svc: TestKernel
let run_id: string
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'export', 'jobs', 'ml'] })
  const sql = 'SELECT (i * 37) % 41 AS size, i % 7 AS rooms, (i * 37) % 41 * 3 + i % 7 AS price FROM range(80) t(i)'
  await svc.request('POST', '/api/data/datasets', { body: { name: 'houses', sql } })
  const body = { dataset_id: 'houses', task: 'regression', target: 'price', trainer: 'linear_regression' }
  const trained = await svc.request('POST', '/api/ml/train', {
    body: { ...body, name: 'Prices of <b>March</b>', register_as: 'price' },
  })
  expect(trained.status).toBe(200)
  run_id = trained.body.run_id
})
afterAll(() => svc.stop())

const exported = async (item: object) => {
  const answer = await svc.request<string>('POST', '/api/export', { body: { items: [item], format: 'md' } as never })
  // Markdown escapes what would be a mark.
  return [answer.status, String(answer.body).replaceAll('\\', '')] as const
}

describe('an export', () => {
  it('has a run with its figures beside the baseline, what counts, and what it was made of', async () => {
    const [status, text] = await exported({ type: 'run', id: run_id })
    expect(status).toBeLessThan(300)
    for (const part of ['Prices of', 'houses version 1', 'Baseline', 'Importance', 'linear_regression', run_id])
      expect(text).toContain(part)
  })

  it('has a registered model, with the run that it came from as long as that is there', async () => {
    const [, text] = await exported({ type: 'model_version', id: 'price' })
    for (const part of ['price, version 1', 'What it takes', 'Baseline']) expect(text).toContain(part)
  })

  it('of what is not there is refused', async () => {
    for (const item of [
      { type: 'run', id: 'mlr_none' },
      { type: 'model_version', id: 'price', version: 9 },
    ])
      expect(
        (await svc.request('POST', '/api/export', { body: { items: [item], format: 'md' } as never })).status,
      ).toBe(404)
  })
})

it('a dataset that a run learned from is deleted by force alone, and the run keeps its name and hash', async () => {
  const { dataset_id } = (await svc.request('GET', '/api/data/catalog')).body.items[0]
  const remove = (body: object) => svc.request('DELETE', `/api/data/datasets/${dataset_id}`, { body: body as never })
  const refused = await remove({ confirm: 'houses' })
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(refused.body.detail).toContain(run_id)
  expect((await remove({ confirm: 'houses', force: true })).status).toBe(204)
  const { dataset } = (await svc.request('GET', `/api/ml/runs/${run_id}`)).body
  expect(dataset).toEqual({ dataset_id, name: 'houses', version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
})
