import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'ml'] })
})
afterAll(() => svc.stop())

type Fields = Readonly<Record<string, unknown>>

const call = (method: string, path: string, fields?: Fields) =>
  svc.request(method, `/api/2.0/${path}`, fields === undefined ? {} : { body: fields as never })
/** The files of a logged model or a version, as a client puts and reads them. */
const file = async (method: 'GET' | 'PUT', path: string, body?: string) => {
  const headers = { authorization: `Bearer ${svc.key}` }
  const answer = await fetch(`${svc.url}/api/2.0/${path}`, { method, headers, ...(body !== undefined && { body }) })
  return [answer.status, await answer.text()]
}
const newRun = async (): Promise<string> =>
  (await call('POST', 'mlflow/runs/create', { experiment_id: '0' })).body.run.info.run_id as string
const newModel = async (fields: Fields = {}) =>
  (await call('POST', 'mlflow/logged-models', { experiment_id: '0', name: 'ridge', ...fields })).body.model.info
const error = ({ status, body }: { status: number; body: { error_code?: string } }) => [status, body.error_code]

describe('a model that a client of MLflow 3 logs', () => {
  it('is made, gets its files, is ready, and is loaded by its id', async () => {
    const run_id = await newRun()
    const info = await newModel({
      source_run_id: run_id,
      model_type: 'sklearn',
      params: [{ key: 'alpha', value: '1' }],
      tags: [{ key: 'team', value: 'a' }],
    })
    const { model_id } = info
    expect(info).toEqual({
      model_id,
      experiment_id: '0',
      name: 'ridge',
      model_type: 'sklearn',
      source_run_id: run_id,
      status: 'LOGGED_MODEL_PENDING',
      creation_timestamp_ms: expect.any(Number),
      last_updated_timestamp_ms: expect.any(Number),
      artifact_uri: `mlflow-artifacts:/0/models/${model_id}/artifacts`,
      tags: [{ key: 'team', value: 'a' }],
      registrations: [],
    })
    const files = `mlflow-artifacts/artifacts/0/models/${model_id}/artifacts`
    expect((await file('PUT', `${files}/MLmodel`, 'flavors: {}'))[0]).toBe(200)
    expect((await file('PUT', `${files}/data/model.pkl`, 'bytes'))[0]).toBe(200)
    await call('POST', 'mlflow/runs/outputs', { run_id, models: [{ model_id, step: '2' }] })
    await call('PATCH', `mlflow/logged-models/${model_id}`, { model_id, status: 'LOGGED_MODEL_READY' })

    const run = (await call('GET', `mlflow/runs/get?run_id=${run_id}`)).body.run
    expect(run.outputs).toEqual({ model_outputs: [{ model_id, step: 2 }] })
    const got = (await call('GET', `mlflow/logged-models/${model_id}`)).body.model
    expect([got.info.status, got.data.params]).toEqual(['LOGGED_MODEL_READY', [{ key: 'alpha', value: '1' }]])
    const listed = await call('GET', `mlflow/logged-models/${model_id}/artifacts/directories`)
    expect(listed.body).toEqual({
      root_uri: info.artifact_uri,
      files: [
        { path: 'MLmodel', is_dir: false, file_size: 11 },
        { path: 'data', is_dir: true },
      ],
    })
    const inFolder = await call('GET', `mlflow-artifacts/artifacts?path=0/models/${model_id}/artifacts/data`)
    expect(inFolder.body.files).toEqual([{ path: 'model.pkl', is_dir: false, file_size: 5 }])
    expect(await file('GET', `${files}/data/model.pkl`)).toEqual([200, 'bytes'])
  })

  it('is registered, says so, and the version outlives it', async () => {
    const { model_id } = await newModel()
    await file('PUT', `mlflow-artifacts/artifacts/0/models/${model_id}/artifacts/MLmodel`, 'flavors: {}')
    await call('POST', 'mlflow/registered-models/create', { name: 'price' })
    const source = `models:/${model_id}`
    const version = (await call('POST', 'mlflow/model-versions/create', { name: 'price', source, model_id })).body
    expect(version.model_version).toMatchObject({ name: 'price', version: '1', source, status: 'READY' })
    const copied = { name: 'price', source: 'models:/price/1' }
    expect((await call('POST', 'mlflow/model-versions/create', copied)).body.model_version.version).toBe('2')
    const got = (await call('GET', `mlflow/logged-models/${model_id}`)).body.model
    expect(got.info.registrations).toEqual([{ name: 'price', version: '1' }])
    expect((await call('DELETE', `mlflow/logged-models/${model_id}`)).status).toBe(200)
    expect(error(await call('GET', `mlflow/logged-models/${model_id}`))).toEqual([404, 'RESOURCE_DOES_NOT_EXIST'])
    const uri = (await call('GET', 'mlflow/model-versions/get-download-uri?name=price&version=1')).body.artifact_uri
    const path = String(uri).replace('mlflow-artifacts:/', 'mlflow-artifacts/artifacts/')
    expect(await file('GET', `${path}/MLmodel`)).toEqual([200, 'flavors: {}'])
  })

  it('has the figures that name it, and is found by them', async () => {
    const run_id = await newRun()
    const [worse, better] = [await newModel({ name: 'worse' }), await newModel({ name: 'better' })]
    const points = [
      { key: 'auc', value: 0.7, timestamp: 1, step: 0, model_id: worse.model_id },
      { key: 'auc', value: 0.6, timestamp: 1, step: 1, model_id: better.model_id },
      { key: 'auc', value: 0.9, timestamp: 2, step: 1, model_id: better.model_id },
    ]
    expect((await call('POST', 'mlflow/runs/log-batch', { run_id, metrics: points })).status).toBe(200)
    const search = async (fields: Fields) => {
      const { body } = await call('POST', 'mlflow/logged-models/search', { experiment_ids: ['0'], ...fields })
      return [body.models?.map(({ info }: { info: { name: string } }) => info.name), body.next_page_token] as const
    }
    const order_by = [{ field_name: 'metrics.auc', ascending: false }]
    const [first, token] = await search({ filter: 'metrics.auc > 0.5', order_by, max_results: 1 })
    expect(first).toEqual(['better'])
    expect(await search({ filter: 'metrics.auc > 0.5', order_by, max_results: 1, page_token: token })).toEqual([
      ['worse'],
      undefined,
    ])
    const missing = { key: 'auc', value: 1, timestamp: 1, step: 9, model_id: 'mdl_none' }
    expect(error(await call('POST', 'mlflow/runs/log-batch', { run_id, metrics: [missing] }))[0]).toBe(404)
    const history = await call('GET', `mlflow/metrics/get-history?run_id=${run_id}&metric_key=auc`)
    expect(history.body.metrics.map(({ step }: { step: number }) => step)).toEqual([0, 1, 1])
  })

  it('takes tags, and params that never change', async () => {
    const { model_id } = await newModel()
    const at = `mlflow/logged-models/${model_id}`
    await call('PATCH', `${at}/tags`, { tags: [{ key: 'a', value: '1' }] })
    await call('POST', `${at}/params`, { params: [{ key: 'p', value: '1' }] })
    expect(error(await call('POST', `${at}/params`, { params: [{ key: 'p', value: '2' }] }))).toEqual([
      400,
      'INVALID_PARAMETER_VALUE',
    ])
    expect((await call('DELETE', `${at}/tags/a`)).status).toBe(200)
    expect(error(await call('DELETE', `${at}/tags/a`))).toEqual([404, 'RESOURCE_DOES_NOT_EXIST'])
    const got = (await call('GET', at)).body.model
    expect([got.info.tags, got.data.params]).toEqual([[], [{ key: 'p', value: '1' }]])
  })

  it.each<[string, string, string, Fields, number]>([
    ['a name like a path', 'POST', 'mlflow/logged-models', { experiment_id: '0', name: '../x' }, 400],
    ['no experiment', 'POST', 'mlflow/logged-models', { experiment_id: 'exp_none' }, 404],
    ['no run', 'POST', 'mlflow/logged-models', { source_run_id: 'mlr_none' }, 404],
    ['no model', 'PATCH', 'mlflow/logged-models/mdl_none', { status: 'LOGGED_MODEL_READY' }, 404],
    ['no status', 'PATCH', 'mlflow/logged-models/mdl_none', { status: 'DONE' }, 400],
    ['a filter with OR', 'POST', 'mlflow/logged-models/search', { filter: "name = 'a' OR name = 'b'" }, 400],
    ['the files of another', 'PUT', 'mlflow-artifacts/artifacts/0/models/mdl_none/artifacts/a', {}, 404],
  ])('is refused with %s', async (_what, method, path, fields, status) => {
    expect((await call(method, path, fields)).status).toBe(status)
  })
})

describe('a dataset that a client logs', () => {
  it('is a link to our version when its digest is that of the file', async () => {
    const body = { name: 'teeth', format: 'csv', content: 'a,b\n1,2\n' }
    const form = new FormData()
    form.set('name', body.name)
    form.set('file', new Blob([body.content]), 'teeth.csv')
    const headers = { authorization: `Bearer ${svc.key}` }
    await fetch(`${svc.url}/api/data/import`, { method: 'POST', headers, body: form })
    const { items } = (await svc.request('GET', '/api/data/catalog')).body
    const { dataset_id } = items[0] as { dataset_id: string }
    const { sha256 } = (await svc.request('GET', `/api/data/datasets/${dataset_id}`)).body
    const linked = async (digest: string) => {
      const run_id = await newRun()
      const dataset = { name: 'teeth', digest, source_type: 'local', source: '{}' }
      expect((await call('POST', 'mlflow/runs/log-inputs', { run_id, datasets: [{ dataset }] })).status).toBe(200)
      return (await svc.request('GET', `/api/ml/runs/${run_id}`)).body.dataset
    }
    expect(await linked(sha256.slice(0, 8))).toEqual({ dataset_id, name: 'teeth', version: 1, sha256 })
    expect(await linked('00000000')).toBe(null)
    expect(await linked(sha256.slice(0, 4))).toBe(null)
  })
})
