import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

const rows = Array.from({ length: 60 }, (_, row) => {
  const [size, rooms] = [(row * 37) % 41, row % 7]
  return [size, rooms, size * 3 + rooms].join(',')
})
const csv = ['size,rooms,price', ...rows].join('\n')

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'jobs', 'ml', 'tools'] })
  const form = new FormData()
  form.set('name', 'houses')
  form.set('file', new Blob([csv]), 'houses.csv')
  const headers = { authorization: `Bearer ${svc.key}` }
  await fetch(`${svc.url}/api/data/import`, { method: 'POST', headers, body: form })
  for (const name of ['ml_train', 'ml_register'])
    await svc.request('PUT', `/api/tools/${name}/grant`, { as: 'owner', body: { grant: 'allow' } })
})
afterAll(() => svc.stop())

const call = async (name: string, values: object) => {
  const { status, body } = await svc.request('POST', `/api/tools/${name}/call`, {
    as: 'owner',
    body: { arguments: values as never },
  })
  return { status, ...body, result: body.result }
}

describe('the tools of machine learning', () => {
  it('train two models, find the better one, register it and ask it', async () => {
    const order = { dataset_id: 'houses', task: 'regression', target: 'price' }
    const linear = await call('ml_train', { ...order, trainer: 'linear_regression', name: 'linear' })
    expect([linear.status, linear.detail]).toEqual([200, undefined])
    expect(linear.result).toMatchObject({ status: 'finished', task: 'regression', rows: 60 })
    await call('ml_train', { ...order, trainer: 'knn', name: 'near' })

    const search = { filter: "params.target = 'price'", order_by: ['metrics.cv_r2_mean DESC'], limit: 1 }
    const { result } = await call('ml_runs_search', search)
    expect(result.runs.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ['linear', 'finished'],
    ])
    expect(result.next_cursor).toEqual(expect.any(String))
    const [{ run_id }] = result.runs

    const run = (await call('ml_run_get', { run_id })).result
    expect([run.name, Object.keys(run.baseline).toSorted()]).toEqual(['linear', ['mae', 'median_ae', 'r2', 'rmse']])

    const made = (await call('ml_register', { run_id, name: 'price', alias: 'champion' })).result
    expect(made).toMatchObject({ name: 'price', version: 1, run_id, aliases: ['champion'] })
    expect(made.inputs.map(({ name }: { name: string }) => name)).toEqual(['size', 'rooms'])
    const said = (await call('ml_predict', { model: 'price', rows: [{ size: 10, rooms: 3 }] })).result
    expect(said.predictions[0]).toBeCloseTo(33, 2)
  })

  it('show a run of a client, which no trainer made', async () => {
    const { body } = await svc.request('POST', '/api/ml/runs', { body: { name: 'mine', params: { alpha: '1' } } })
    expect((await call('ml_run_get', { run_id: body.run_id })).result).toEqual({
      run_id: body.run_id,
      status: 'running',
      name: 'mine',
      dataset: null,
      params: { alpha: '1' },
      metrics: {},
    })
  })

  it('say what is wrong with a filter, and which run is not there', async () => {
    const bad = await call('ml_runs_search', { filter: 'metrics.a > 1 OR 1' })
    const missing = await call('ml_run_get', { run_id: 'mlr_none' })
    expect([bad.status, missing.status]).toEqual([400, 404])
  })
})
