import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'ml'], env: { SVC_ML_QUOTA_MB: '1' } })
})
afterAll(() => svc.stop())

type Json = Record<string, unknown>

async function call(method: string, path: string, fields: Json = {}, authorization = `Bearer ${svc.key}`) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each))
  const isQuery = method === 'GET'
  const answer = await fetch(`${svc.url}/api/2.0/mlflow/${path}${isQuery ? `?${query}` : ''}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(isQuery ? {} : { body: JSON.stringify(fields) }),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}

const newRun = async (fields: Json = {}): Promise<string> => {
  const { body } = await call('POST', 'runs/create', { experiment_id: '0', ...fields })
  return ((body['run'] as Json)['info'] as Json)['run_id'] as string
}
const anyNumber = expect.any(Number) as number

describe('the wire of MLflow', () => {
  it('has an experiment "0", which cannot be deleted', async () => {
    expect(await call('GET', 'experiments/get', { experiment_id: '0' })).toEqual({
      status: 200,
      body: {
        experiment: {
          experiment_id: '0',
          name: 'Default',
          artifact_location: 'mlflow-artifacts:/0',
          lifecycle_stage: 'active',
          creation_time: anyNumber,
          last_update_time: anyNumber,
          tags: [],
        },
      },
    })
    expect((await call('POST', 'experiments/delete', { experiment_id: '0' })).body['error_code']).toBe('INVALID_STATE')
  })

  it('makes a run as a client does, and reads it back', async () => {
    const tags = [{ key: 'mlflow.user', value: 'ada' }]
    const start = { experiment_id: '0', run_name: 'ridge', start_time: '1769860800000', user_id: 'ada', tags, more: 1 }
    const made = await call('POST', 'runs/create', start)
    const info = (made.body['run'] as Json)['info'] as Json
    const { run_id } = info
    expect(info).toEqual({
      run_id,
      run_uuid: run_id,
      run_name: 'ridge',
      experiment_id: '0',
      user_id: 'ada',
      status: 'RUNNING',
      start_time: 1769860800000,
      artifact_uri: `mlflow-artifacts:/0/${String(run_id)}/artifacts`,
      lifecycle_stage: 'active',
    })
    const batch = {
      run_id,
      metrics: [
        { key: 'loss', value: 'NaN', timestamp: '1', step: '0' },
        { key: 'loss', value: '-Infinity', timestamp: 2, step: 1_099_511_627_776 },
        { key: 'auc', value: 0.5, timestamp: 2 },
      ],
      params: [{ key: 'alpha', value: '0.5' }],
      tags: [{ key: 'mlflow.runName', value: 'renamed' }],
    }
    expect(await call('POST', 'runs/log-batch', batch)).toEqual({ status: 200, body: {} })
    await call('POST', 'runs/update', { run_id, status: 'FINISHED', end_time: 1769860900000 })
    const got = (await call('GET', 'runs/get', { run_id })).body['run'] as Json
    expect(got['info']).toMatchObject({ run_name: 'renamed', status: 'FINISHED', end_time: 1769860900000 })
    expect(got['data']).toEqual({
      metrics: [
        { key: 'auc', value: 0.5, timestamp: 2, step: 0 },
        { key: 'loss', value: '-Infinity', timestamp: 2, step: 1_099_511_627_776 },
      ],
      params: [{ key: 'alpha', value: '0.5' }],
      tags: [
        { key: 'mlflow.runName', value: 'renamed' },
        { key: 'mlflow.user', value: 'ada' },
      ],
    })
    expect((await call('GET', 'metrics/get-history', { run_id, metric_key: 'loss' })).body).toEqual({
      metrics: [
        { key: 'loss', value: 'NaN', timestamp: 1, step: 0 },
        { key: 'loss', value: '-Infinity', timestamp: 2, step: 1_099_511_627_776 },
      ],
    })
    const native = await svc.request('GET', `/api/ml/runs/${String(run_id)}`)
    expect([native.body.name, native.body.status, native.body.metrics]).toEqual([
      'renamed',
      'finished',
      { auc: 0.5, loss: '-Infinity' },
    ])
  })

  it.each<[name: string, method: string, path: string, fields: Json, status: number, code: string]>([
    ['no run', 'GET', 'runs/get', { run_id: 'none' }, 404, 'RESOURCE_DOES_NOT_EXIST'],
    ['no id', 'GET', 'runs/get', {}, 400, 'INVALID_PARAMETER_VALUE'],
    ['a name twice', 'POST', 'experiments/create', { name: 'Default' }, 400, 'RESOURCE_ALREADY_EXISTS'],
    [
      'a location',
      'POST',
      'experiments/create',
      { name: 'x', artifact_location: 'file:/etc' },
      400,
      'INVALID_PARAMETER_VALUE',
    ],
    ['OR', 'POST', 'runs/search', { filter: `params.a = '1' OR params.b = '2'` }, 400, 'INVALID_PARAMETER_VALUE'],
    ['a subselect', 'POST', 'runs/search', { filter: `params.a = (SELECT 1)` }, 400, 'INVALID_PARAMETER_VALUE'],
    ['a quote', 'POST', 'runs/search', { filter: `params.a = 'x'' OR '1'='1'` }, 400, 'INVALID_PARAMETER_VALUE'],
    ['a view', 'POST', 'runs/search', { run_view_type: 'EVERY' }, 400, 'INVALID_PARAMETER_VALUE'],
    ['too many', 'POST', 'runs/search', { max_results: 50_001 }, 400, 'INVALID_PARAMETER_VALUE'],
    [
      'a source',
      'POST',
      'model-versions/create',
      { name: 'm', source: 'file:///etc/passwd' },
      400,
      'INVALID_PARAMETER_VALUE',
    ],
    ['traces', 'POST', 'traces/search', {}, 501, 'NOT_IMPLEMENTED'],
    ['no such path', 'GET', 'nothing/here', {}, 404, 'ENDPOINT_NOT_FOUND'],
  ])('refuses %s', async (_name, method, path, fields, status, code) => {
    const { status: got, body } = await call(method, path, fields)
    expect([got, body['error_code']]).toEqual([status, code])
    expect(String(body['message'])).not.toMatch(/SELECT \w+ FROM|\/tmp|\/home|sqlite/i)
  })

  it('keeps nothing of a batch with a fault, and no other value of a param', async () => {
    const run_id = await newRun()
    await call('POST', 'runs/log-parameter', { run_id, key: 'a', value: '1' })
    const point = { key: 'm', value: 1, timestamp: 1 }
    const bad = [
      { metrics: [point, { key: '/abs', value: 1 }] },
      { metrics: [point, { key: 'm', value: 'one' }] },
      { metrics: [point, { key: 'm', value: 1, step: '9223372036854775808' }] },
      { metrics: Array.from({ length: 1001 }, () => point) },
      { metrics: [point], params: [{ key: 'a', value: '2' }] },
    ]
    for (const batch of bad)
      expect((await call('POST', 'runs/log-batch', { run_id, ...batch })).body['error_code']).toBe(
        'INVALID_PARAMETER_VALUE',
      )
    const { data } = (await call('GET', 'runs/get', { run_id })).body['run'] as { data: Json }
    expect(data['metrics']).toEqual([])
    await call('POST', 'runs/delete', { run_id })
    expect((await call('POST', 'runs/log-metric', { run_id, ...point })).body['error_code']).toBe('INVALID_STATE')
  })

  it('takes the key as a password, and no session', async () => {
    const basic = `Basic ${btoa(`anyone:${svc.key}`)}`
    expect((await call('GET', 'experiments/get', { experiment_id: '0' }, basic)).status).toBe(200)
    const wrong = await call('GET', 'experiments/get', { experiment_id: '0' }, `Basic ${btoa('anyone:svc_wrong')}`)
    expect([wrong.status, wrong.body['error_code']]).toEqual([401, 'UNAUTHENTICATED'])
    const session = await svc.request('GET', '/api/2.0/mlflow/experiments/get?experiment_id=0', { as: 'owner' })
    expect([session.status, session.body.error_code]).toEqual([401, 'UNAUTHENTICATED'])
    expect((await svc.request('GET', '/api/ml/runs', { as: 'none', headers: { authorization: basic } })).status).toBe(
      401,
    )
  })

  it('keeps artifacts, lists them, and refuses paths that lead elsewhere and more than the quota', async () => {
    const run_id = await newRun()
    const at = `${svc.url}/api/2.0/mlflow-artifacts/artifacts`
    const headers = { authorization: `Bearer ${svc.key}` }
    const put = (path: string, body: NonNullable<RequestInit['body']>) =>
      fetch(`${at}/${path}`, { method: 'PUT', headers, body })
    expect((await put(`0/${run_id}/artifacts/model/MLmodel`, 'flavors: {}')).status).toBe(200)
    expect((await call('GET', 'artifacts/list', { run_id })).body).toEqual({
      root_uri: `mlflow-artifacts:/0/${run_id}/artifacts`,
      files: [{ path: 'model', is_dir: true }],
    })
    const below = await fetch(`${at}?path=0/${run_id}/artifacts/model`, { headers })
    expect(await below.json()).toEqual({ files: [{ path: 'MLmodel', is_dir: false, file_size: 11 }] })
    expect(await (await fetch(`${at}/0/${run_id}/artifacts/model/MLmodel`, { headers })).text()).toBe('flavors: {}')
    const elsewhere = [
      `0/${run_id}/artifacts/%2e%2e/%2e%2e/x`,
      `exp_x/${run_id}/artifacts/x`,
      '0/none/artifacts/x',
      'x',
    ]
    const refused = await Promise.all(elsewhere.map(async path => (await put(path, 'x')).status))
    expect(refused.every(status => status === 400 || status === 404)).toBe(true)
    expect((await put(`0/${run_id}/artifacts/big`, new Uint8Array(2 * 1024 * 1024))).status).toBe(413)
    expect((await call('GET', 'artifacts/list', { run_id })).body['files']).toHaveLength(1)
  })

  it('ends an artifact of 3 GB where the quota ends, and keeps nothing of it', async () => {
    const run_id = await newRun()
    let taken = 0
    const piece = new Uint8Array(64 * 1024)
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        taken += piece.byteLength
        if (taken > 3 * 1024 ** 3) controller.close()
        else controller.enqueue(piece)
      },
    })
    const answer = await fetch(`${svc.url}/api/2.0/mlflow-artifacts/artifacts/0/${run_id}/artifacts/huge.bin`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${svc.key}` },
      body,
      duplex: 'half',
    })
    expect([answer.status, ((await answer.json()) as Json)['error_code']]).toEqual([413, 'INVALID_PARAMETER_VALUE'])
    expect(taken).toBeLessThan(64 * 1024 ** 2)
    expect((await call('GET', 'artifacts/list', { run_id })).body['files'] ?? []).toEqual([])
    const files = await readdir(join(svc.home, 'workspaces'), { recursive: true })
    expect(files.filter(path => path.endsWith('.tmp'))).toEqual([])
  })

  it('registers versions of a model that outlive their run, with aliases and stages', async () => {
    const run_id = await newRun()
    const at = `${svc.url}/api/2.0/mlflow-artifacts/artifacts`
    const headers = { authorization: `Bearer ${svc.key}` }
    await fetch(`${at}/0/${run_id}/artifacts/model/MLmodel`, { method: 'PUT', headers, body: 'v1' })
    await call('POST', 'registered-models/create', { name: 'houses', tags: [{ key: 'a', value: 'b' }] })
    const source = `mlflow-artifacts:/0/${run_id}/artifacts/model`
    const { body } = await call('POST', 'model-versions/create', { name: 'houses', source, run_id })
    expect(body['model_version']).toMatchObject({ name: 'houses', version: '1', status: 'READY', run_id })
    await call('POST', 'model-versions/create', { name: 'houses', source, run_id })
    await call('DELETE', 'model-versions/delete', { name: 'houses', version: '2' })
    const third = await call('POST', 'model-versions/create', { name: 'houses', source, run_id })
    expect((third.body['model_version'] as Json)['version']).toBe('3')
    await call('POST', 'registered-models/alias', { name: 'houses', alias: 'champion', version: '1' })
    const latest = await call('POST', 'registered-models/alias', { name: 'houses', alias: 'latest', version: '1' })
    expect(latest.body['error_code']).toBe('INVALID_PARAMETER_VALUE')
    const stage = { name: 'houses', version: '3', stage: 'production', archive_existing_versions: true }
    expect((await call('POST', 'model-versions/transition-stage', stage)).body['model_version']).toMatchObject({
      current_stage: 'Production',
    })
    const champion = await call('GET', 'registered-models/alias', { name: 'houses', alias: 'champion' })
    expect(champion.body['model_version']).toMatchObject({ version: '1', aliases: ['champion'] })
    await fetch(`${at}/0/${run_id}/artifacts/model`, { method: 'DELETE', headers })
    const uri = await call('GET', 'model-versions/get-download-uri', { name: 'houses', version: '1' })
    const path = String(uri.body['artifact_uri']).replace('mlflow-artifacts:/', '')
    expect(await (await fetch(`${at}/${path}/MLmodel`, { headers })).text()).toBe('v1')
    const found = await call('GET', 'model-versions/search', { filter: `name = 'houses' AND version_number > 1` })
    expect((found.body['model_versions'] as Json[]).map(({ version }) => version)).toEqual(['3'])
    const models = await call('GET', 'registered-models/search', { filter: `tags.a = 'b'` })
    expect((models.body['registered_models'] as Json[]).map(({ name }) => name)).toEqual(['houses'])
    expect((await svc.request('DELETE', '/api/ml/models/houses')).body.code).toBe('conflict')
    expect((await svc.request('DELETE', '/api/ml/models/houses?confirm=houses')).status).toBe(204)
  })

  it('pages through runs in an order, missing values last, while others are added', async () => {
    const { body } = await call('POST', 'experiments/create', { name: 'paged' })
    const { experiment_id } = body
    for (const [index, value] of [3, null, 1, 'Infinity', 2].entries()) {
      const run_id = await newRun({ experiment_id, run_name: `r${index}` })
      if (value !== null) await call('POST', 'runs/log-metric', { run_id, key: 'a b', value, timestamp: 1 })
    }
    const names: unknown[] = []
    let page_token: unknown = ''
    do {
      const fields = { experiment_ids: [experiment_id], order_by: ['metrics.`a b` DESC'], max_results: 2, page_token }
      const page = (await call('POST', 'runs/search', fields)).body as {
        runs: { info: Json }[]
        next_page_token?: string
      }
      names.push(...page.runs.map(({ info }) => info['run_name']))
      page_token = page.next_page_token
      if (names.length === 2) {
        const run_id = await newRun({ experiment_id, run_name: 'late' })
        await call('POST', 'runs/log-metric', { run_id, key: 'a b', value: 9, timestamp: 1 })
      }
    } while (page_token !== undefined)
    expect(names).toEqual(['r3', 'r0', 'r4', 'r2', 'r1'])
  })

  it('finds runs by their datasets, status, person and times', async () => {
    const { experiment_id } = (await call('POST', 'experiments/create', { name: 'found' })).body
    const made = (name: string, start_time: number, user_id: string) =>
      newRun({ experiment_id, run_name: name, start_time, user_id })
    const [first, second] = [await made('first', 1000, 'ada'), await made('second', 2000, 'grace')]
    const dataset = { name: 'cars', digest: 'abc', source_type: 'local', source: '{}' }
    const tags = [{ key: 'mlflow.data.context', value: 'training' }]
    await call('POST', 'runs/log-inputs', { run_id: first, datasets: [{ dataset, tags }] })
    await call('POST', 'runs/update', { run_id: second, status: 'FAILED', end_time: 3000 })
    const found = async (filter: string) => {
      const { body } = await call('POST', 'runs/search', { experiment_ids: [experiment_id], filter })
      return (body['runs'] as { info: Json }[]).map(({ info }) => info['run_name'])
    }
    for (const filter of [
      "datasets.name = 'cars'",
      "dataset.digest LIKE 'a%' AND datasets.context IN ('training', 'test')",
      "attributes.status != 'FAILED'",
      "user_id ILIKE 'ADA'",
      'attributes.start_time < 2000',
      `run_id = '${first}'`,
      "artifact_uri LIKE '%" + first + "/artifacts'",
    ])
      expect(await found(filter), filter).toEqual(['first'])
    for (const filter of ["status = 'FAILED'", 'end_time >= 3000', "run_name NOT IN ('first')"])
      expect(await found(filter), filter).toEqual(['second'])
    expect(await found("datasets.name = 'trucks'")).toEqual([])
  })

  it('pages through a history, every point once and in its order', async () => {
    const run_id = await newRun({ experiment_id: '0' })
    const values = [0.1, 1 / 3, 5, 'NaN', 'Infinity', '-Infinity', -2e-300, 1e300]
    const metrics = values.map((value, step) => ({ key: 'a "b"', value, timestamp: 7, step: Math.floor(step / 2) }))
    await call('POST', 'runs/log-batch', { run_id, metrics })
    const seen: Json[] = []
    let page_token: unknown
    do {
      const fields = { run_id, metric_key: 'a "b"', max_results: 3, ...(page_token !== undefined && { page_token }) }
      const { body } = await call('GET', 'metrics/get-history', fields)
      seen.push(...(body['metrics'] as Json[]))
      page_token = body['next_page_token']
    } while (page_token !== undefined)
    // Of one step the least comes first, and what is no number behind all others.
    const order = [0, 1, 2, 3, 5, 4, 6, 7]
    expect(seen).toEqual(order.map(index => metrics[index]))
    const exact = (await call('GET', 'metrics/get-history', { run_id, metric_key: 'a "b"', max_results: 8 })).body
    expect(exact).toEqual({ metrics: seen })
    expect((await call('GET', 'metrics/get-history', { run_id, metric_key: 'none' })).body).toEqual({ metrics: [] })
    expect((await call('GET', 'metrics/get-history', { run_id: 'none', metric_key: 'loss' })).status).toBe(404)
  })

  it('answers the history of several runs with `max_results` points in all, each run once', async () => {
    const ids = [await newRun(), await newRun()]
    for (const run_id of ids) {
      const metrics = [1, 2, 3].map(step => ({ key: 'loss', value: 1 / step, timestamp: 1, step }))
      await call('POST', 'runs/log-batch', { run_id, metrics })
    }
    const [one, other] = ids
    const bulk = async (fields: Json) => {
      const { body } = await call('GET', 'metrics/get-history-bulk', { metric_key: 'loss', ...fields })
      return (body['metrics'] as Json[]).map(
        ({ run_id, step }) => `${run_id === one ? 'one' : 'other'} ${String(step)}`,
      )
    }
    const all = ['one 1', 'one 2', 'one 3', 'other 1', 'other 2', 'other 3']
    expect(await bulk({ run_id: [one, other, one, other] })).toEqual(all)
    expect(await bulk({ run_id: [one, other], max_results: 4 })).toEqual(all.slice(0, 4))
    expect(await bulk({ run_ids: [one, other], max_results: 3 })).toEqual(all.slice(0, 3))
    const unknown = { run_id: [one, 'none'], metric_key: 'loss', max_results: 1 }
    expect((await call('GET', 'metrics/get-history-bulk', unknown)).status).toBe(404)
  })

  it('samples a history within its steps', async () => {
    const run_id = await newRun()
    const metrics = Array.from({ length: 1000 }, (_, step) => ({ key: 'loss', value: step, timestamp: 1, step }))
    await call('POST', 'runs/log-batch', { run_id, metrics })
    const range = { run_ids: [run_id], metric_key: 'loss', start_step: 10, end_step: 19, max_results: 20 }
    const { body } = await call('GET', 'metrics/get-history-bulk-interval', range)
    expect((body['metrics'] as Json[]).map(({ step }) => step)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  })

  it('says what it is', async () => {
    expect(await (await fetch(`${svc.url}/health`)).text()).toBe('OK')
    expect(await (await fetch(`${svc.url}/version`)).text()).toBe('3.5.0')
    expect((await svc.request('GET', '/api/3.0/mlflow/server-info')).body.store_type).toBe('SqlStore')
    expect((await svc.request('GET', '/api/ml/nothing')).body.code).toBe('not_found')
  })
})
