import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

/**
 * The messages of MLflow's client, as its protocol buffers declare them: it refuses an answer whose known fields have another type, and
 * ignores fields that it does not know. `[]` is a list, and a list of words is an enumeration.
 */
const messages: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  Label: { key: 'string', value: 'string' },
  Metric: {
    key: 'string',
    value: 'double',
    timestamp: 'int64',
    step: 'int64',
    model_id: 'string',
    run_id: 'string',
    dataset_name: 'string',
    dataset_digest: 'string',
  },
  Experiment: {
    experiment_id: 'string',
    name: 'string',
    artifact_location: 'string',
    lifecycle_stage: 'string',
    last_update_time: 'int64',
    creation_time: 'int64',
    tags: 'Label[]',
  },
  RunInfo: {
    run_id: 'string',
    run_uuid: 'string',
    run_name: 'string',
    experiment_id: 'string',
    user_id: 'string',
    status: ['RUNNING', 'SCHEDULED', 'FINISHED', 'FAILED', 'KILLED'],
    start_time: 'int64',
    end_time: 'int64',
    artifact_uri: 'string',
    lifecycle_stage: 'string',
  },
  RunData: { metrics: 'Metric[]', params: 'Label[]', tags: 'Label[]' },
  Dataset: {
    name: 'string',
    digest: 'string',
    source_type: 'string',
    source: 'string',
    schema: 'string',
    profile: 'string',
  },
  DatasetInput: { tags: 'Label[]', dataset: 'Dataset' },
  ModelInput: { model_id: 'string' },
  ModelOutput: { model_id: 'string', step: 'int64' },
  RunInputs: { dataset_inputs: 'DatasetInput[]', model_inputs: 'ModelInput[]' },
  RunOutputs: { model_outputs: 'ModelOutput[]' },
  Run: { info: 'RunInfo', data: 'RunData', inputs: 'RunInputs', outputs: 'RunOutputs' },
  Registration: { name: 'string', version: 'string' },
  LoggedModelInfo: {
    model_id: 'string',
    experiment_id: 'string',
    name: 'string',
    creation_timestamp_ms: 'int64',
    last_updated_timestamp_ms: 'int64',
    artifact_uri: 'string',
    status: ['LOGGED_MODEL_PENDING', 'LOGGED_MODEL_READY', 'LOGGED_MODEL_UPLOAD_FAILED'],
    creator_id: 'int64',
    model_type: 'string',
    source_run_id: 'string',
    status_message: 'string',
    tags: 'Label[]',
    registrations: 'Registration[]',
  },
  LoggedModelData: { params: 'Label[]', metrics: 'Metric[]' },
  LoggedModel: { info: 'LoggedModelInfo', data: 'LoggedModelData' },
  ModelVersion: {
    name: 'string',
    version: 'string',
    creation_timestamp: 'int64',
    last_updated_timestamp: 'int64',
    user_id: 'string',
    current_stage: 'string',
    description: 'string',
    source: 'string',
    run_id: 'string',
    status: ['PENDING_REGISTRATION', 'FAILED_REGISTRATION', 'READY'],
    status_message: 'string',
    run_link: 'string',
    model_id: 'string',
    tags: 'Label[]',
    aliases: 'string[]',
  },
  Alias: { alias: 'string', version: 'string' },
  RegisteredModel: {
    name: 'string',
    creation_timestamp: 'int64',
    last_updated_timestamp: 'int64',
    user_id: 'string',
    description: 'string',
    latest_versions: 'ModelVersion[]',
    tags: 'Label[]',
    aliases: 'Alias[]',
  },
  FileInfo: { path: 'string', is_dir: 'bool', file_size: 'int64' },
  Answer: {
    experiment: 'Experiment',
    experiment_id: 'string',
    experiments: 'Experiment[]',
    run: 'Run',
    runs: 'Run[]',
    run_info: 'RunInfo',
    metrics: 'Metric[]',
    model: 'LoggedModel',
    models: 'LoggedModel[]',
    registered_model: 'RegisteredModel',
    registered_models: 'RegisteredModel[]',
    model_version: 'ModelVersion',
    model_versions: 'ModelVersion[]',
    artifact_uri: 'string',
    root_uri: 'string',
    files: 'FileInfo[]',
    next_page_token: 'string',
  },
}

function faultsOf(type: string | readonly string[], value: unknown, at: string): string[] {
  if (typeof type !== 'string') return type.includes(String(value)) ? [] : [`${at} is no ${type.join(', ')}`]
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${at} is no list`]
    return value.flatMap((each, index) => faultsOf(type.slice(0, -2), each, `${at}/${index}`))
  }
  const fields = messages[type]
  if (fields) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no ${type}`]
    return Object.entries(value).flatMap(([name, each]) =>
      fields[name] === undefined ? [] : faultsOf(fields[name], each, `${at}/${name}`),
    )
  }
  const isRight =
    (type === 'string' && typeof value === 'string') ||
    (type === 'bool' && typeof value === 'boolean') ||
    (type === 'int64' && Number.isSafeInteger(value)) ||
    (type === 'double' && (typeof value === 'number' || ['NaN', 'Infinity', '-Infinity'].includes(String(value))))
  return isRight ? [] : [`${at} is no ${type}: ${JSON.stringify(value)}`]
}

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'ml'], env: { SVC_ML_MLFLOW_RATE: '200' } })
})
afterAll(() => svc.stop())

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = Record<string, any>

/** As `requests` sends it: the fields of a GET in the query, all others as a JSON body, those of a DELETE too. */
async function call(method: string, path: string, fields: Json = {}): Promise<Json> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) query.append(name, String(each))
  const isQuery = method === 'GET'
  const answer = await fetch(`${svc.url}/api/2.0/mlflow/${path}${isQuery ? `?${query}` : ''}`, {
    method,
    headers: {
      authorization: `Bearer ${svc.key}`,
      'user-agent': 'mlflow-python-client/3.5.0',
      'accept-encoding': 'gzip, deflate',
      ...(!isQuery && { 'content-type': 'application/json' }),
    },
    ...(!isQuery && { body: JSON.stringify(fields) }),
  })
  const body = (await answer.json()) as Json
  if (answer.ok) expect(faultsOf('Answer', body, path)).toEqual([])
  return answer.ok ? body : { status: answer.status, error_code: body['error_code'] }
}

/** Where the client keeps the files of `mlflow-artifacts:/…`. */
const fileUrl = (uri: string, path = '') =>
  `${svc.url}/api/2.0/mlflow-artifacts/artifacts/${uri.replace(/^mlflow-artifacts:\/+/, '')}${path && `/${path}`}`
const authorization = () => ({ authorization: `Bearer ${svc.key}` })

async function put(uri: string, path: string, type: string, body: string | null): Promise<void> {
  // `requests` sends an empty file in chunks, without a length.
  const sent = body ?? new ReadableStream({ start: controller => controller.close() })
  const headers = { ...authorization(), 'content-type': type }
  const answer = await fetch(fileUrl(uri, path), { method: 'PUT', headers, body: sent, duplex: 'half' })
  expect([path, answer.status]).toEqual([path, 200])
}

/** A folder of artifacts as the client downloads it: it asks for the list of each folder, and takes what has none for a file. */
async function downloaded(uri: string, folder = ''): Promise<Record<string, string>> {
  const root = uri.replace(/^mlflow-artifacts:\/+/, '')
  const query = new URLSearchParams({ path: folder ? `${root}/${folder}` : root })
  const answer = await fetch(`${svc.url}/api/2.0/mlflow-artifacts/artifacts?${query}`, { headers: authorization() })
  const body = (await answer.json()) as Json
  expect([answer.status, faultsOf('Answer', body, 'list')]).toEqual([200, []])
  const found: Record<string, string> = {}
  for (const { path, is_dir } of body['files'] as { path: string; is_dir: boolean }[]) {
    const at = folder ? `${folder}/${path}` : path
    if (is_dir) Object.assign(found, await downloaded(uri, at))
    else found[at] = await (await fetch(fileUrl(uri, at), { headers: authorization() })).text()
  }
  return found
}

describe('the calls of MLflow’s client, one after the other', () => {
  it('set_experiment, start_run, log_*, log_artifact, search_runs', async () => {
    expect(await call('GET', 'experiments/get-by-name', { experiment_name: 'houses' })).toEqual({
      status: 404,
      error_code: 'RESOURCE_DOES_NOT_EXIST',
    })
    const { experiment_id } = await call('POST', 'experiments/create', { name: 'houses' })
    await call('GET', 'experiments/get', { experiment_id })
    const tags = [
      { key: 'mlflow.user', value: 'ada' },
      { key: 'mlflow.source.name', value: 'train.py' },
      { key: 'mlflow.source.type', value: 'LOCAL' },
      { key: 'mlflow.runName', value: 'calm-fox-1' },
    ]
    const start = { experiment_id, user_id: 'ada', start_time: 1769860800000, tags, run_name: 'calm-fox-1' }
    const { run } = await call('POST', 'runs/create', start)
    const { run_id, artifact_uri } = run.info
    const both = { run_uuid: run_id, run_id }
    await call('POST', 'runs/log-parameter', { ...both, key: 'alpha', value: '0.5' })
    await call('POST', 'runs/log-metric', { ...both, key: 'loss', value: 'NaN', timestamp: 1769860800001, step: 0 })
    await call('POST', 'runs/log-metric', { ...both, key: 'loss', value: 0.5, timestamp: 1769860800002, step: 1 })
    await call('POST', 'runs/set-tag', { ...both, key: 'team', value: 'a' })
    const dataset = { name: 'd', digest: 'abc', source_type: 'code', source: '{}', schema: '{}', profile: '{}' }
    const inputs = [{ tags: [{ key: 'mlflow.data.context', value: 'training' }], dataset }]
    await call('POST', 'runs/log-inputs', { run_id, datasets: inputs })
    const metrics = [{ key: 'auc', value: 0.9, timestamp: 1769860800003, step: 0 }]
    await call('POST', 'runs/log-batch', { run_id, metrics, params: [{ key: 'depth', value: '3' }], tags: [] })
    await put(artifact_uri, 'notes.txt', 'text/plain', 'kept')
    await put(artifact_uri, 'plots/roc.json', 'application/json', '[1, 2]')
    await put(artifact_uri, 'plots/form.txt', 'application/x-www-form-urlencoded', 'a=b')
    await put(artifact_uri, 'empty.py', 'text/x-python', null)
    expect(await downloaded(artifact_uri)).toEqual({
      'notes.txt': 'kept',
      'plots/roc.json': '[1, 2]',
      'plots/form.txt': 'a=b',
      'empty.py': '',
    })
    // What is a file, and what is not there, has no list: so the client tells folders from files.
    expect([await downloaded(artifact_uri, 'notes.txt'), await downloaded(artifact_uri, 'none')]).toEqual([{}, {}])
    await call('POST', 'runs/update', { ...both, status: 'FINISHED', end_time: 1769860900000, run_name: 'calm-fox-1' })
    const history = await call('GET', 'metrics/get-history', { ...both, metric_key: 'loss' })
    expect(history['metrics']).toHaveLength(2)
    const search = { experiment_ids: [experiment_id], filter: "metrics.auc > 0.5 and params.depth = '3'" }
    for (const order_by of [[], ['attribute.start_time DESC'], ['attributes.end_time ASC', 'metrics.`auc` DESC']]) {
      const page = { ...search, run_view_type: 'ACTIVE_ONLY', max_results: 10_000, order_by }
      expect((await call('POST', 'runs/search', page))['runs']).toHaveLength(1)
    }
  })

  it('log_model, load_model, register_model, set_registered_model_alias', async () => {
    const { run } = await call('POST', 'runs/create', { experiment_id: '0', start_time: 1769860800000, tags: [] })
    const { run_id, artifact_uri } = run.info
    const fields = { experiment_id: '0', name: 'ridge', model_type: '', source_run_id: run_id, params: [], tags: [] }
    const { model } = await call('POST', 'logged-models', fields)
    const { model_id, artifact_uri: uri } = model.info
    await call('POST', 'runs/outputs', { run_id, models: [{ model_id, step: 0 }] })
    await put(uri, 'MLmodel', 'text/plain', 'flavors: {}')
    await put(uri, 'model.pkl', 'application/octet-stream', 'bytes')
    await put(uri, 'serving_input_example.json', 'application/json', '{}')
    await call('PATCH', `logged-models/${model_id}/tags`, { tags: [{ key: 'mlflow.model', value: '{}' }] })
    await call('PATCH', `logged-models/${model_id}`, { model_id, status: 'LOGGED_MODEL_READY' })
    const point = { key: 'auc', value: 0.9, timestamp: 1769860800003, step: 0, model_id }
    await call('POST', 'runs/log-metric', { run_uuid: run_id, run_id, ...point })

    // models:/{model_id}, and runs:/{run_id}/ridge, which looks among the files of the run first.
    const files = { MLmodel: 'flavors: {}', 'model.pkl': 'bytes', 'serving_input_example.json': '{}' }
    expect(await downloaded((await call('GET', `logged-models/${model_id}`))['model'].info.artifact_uri)).toEqual(files)
    expect(await downloaded(artifact_uri, 'ridge')).toEqual({})
    const found = await call('POST', 'logged-models/search', { experiment_ids: ['0'], filter: "name = 'ridge'" })
    expect(found['models'].map(({ info }: Json) => info['source_run_id'])).toEqual([run_id])

    await call('POST', 'registered-models/create', { name: 'price', tags: [] })
    const again = await call('POST', 'registered-models/create', { name: 'price', tags: [] })
    expect(again).toEqual({ status: 400, error_code: 'RESOURCE_ALREADY_EXISTS' })
    const made = await call('POST', 'model-versions/create', { name: 'price', source: uri, run_id, tags: [], model_id })
    expect(made['model_version']).toMatchObject({ version: '1', status: 'READY', model_id, run_id })
    await call('GET', 'model-versions/get', { name: 'price', version: '1' })
    await call('POST', 'registered-models/alias', { name: 'price', alias: 'champion', version: '1' })
    const alias = await call('GET', 'registered-models/alias', { name: 'price', alias: 'champion' })
    expect(alias['model_version'].version).toBe('1')
    const latest = await call('POST', 'registered-models/get-latest-versions', { name: 'price' })
    expect(latest['model_versions']).toHaveLength(1)
    const download = await call('GET', 'model-versions/get-download-uri', { name: 'price', version: '1' })
    expect(await downloaded(download['artifact_uri'])).toEqual(files)
    expect(
      (await call('GET', 'model-versions/search', { filter: "name='price'", max_results: 10_000 }))['model_versions'],
    ).toHaveLength(1)
    await call('GET', 'registered-models/get', { name: 'price' })
    await call('GET', 'runs/get', { run_uuid: run_id, run_id })
  })

  it('send an artifact whole where parts are not taken', async () => {
    const answer = await fetch(`${svc.url}/api/2.0/mlflow-artifacts/mpu/create/0/mlr_x/artifacts`, {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'application/json' },
      body: JSON.stringify({ path: 'big.bin', num_parts: 2 }),
    })
    const message = 'Multipart upload is not supported for the current artifact repository'
    expect([answer.status, await answer.json()]).toEqual([501, { error_code: 'NOT_IMPLEMENTED', message }])
  })

  it('are told when to come again once a key has asked too often, and the other API goes on', async () => {
    const ask = () => fetch(`${svc.url}/api/2.0/mlflow/experiments/get?experiment_id=0`, { headers: authorization() })
    let answer = await ask()
    // A new minute may begin in between.
    for (let asked = 0; answer.ok && asked < 400; asked += 1) answer = await ask()
    const { error_code, message } = (await answer.json()) as Json
    expect([answer.status, error_code]).toEqual([429, 'REQUEST_LIMIT_EXCEEDED'])
    expect(message).toContain('200 times a minute')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await svc.request('GET', '/api/ml/experiments')).status).toBe(200)
  })
})
