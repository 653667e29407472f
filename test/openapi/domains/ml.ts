import type { Client } from '../client.ts'
import { unique } from '../records.ts'
import type { MakeRecord } from '../records.ts'
import type { DomainRequests } from './domain-requests.ts'

const training = {
  dataset_id: 'toothgrowth',
  task: 'regression',
  target: 'len',
  trainer: 'linear_regression',
  importance: { repeats: 0 },
}
const modelName = 'tooth-growth'
const servedModel = { name: modelName, version: '1' }
let trained: Promise<string> | undefined

/** The run of a model that is trained once, since training is dear; version 1 of the registered model keeps it. */
function trainedRun(client: Client): Promise<string> {
  const body = { ...training, register_as: modelName }
  trained ??= client.made<{ run_id: string }>('POST', '/api/ml/train', body).then(({ run_id }) => run_id)
  return trained
}

const newRun: MakeRecord = async client =>
  (await client.made<{ run_id: string }>('POST', '/api/ml/runs', { name: `Run ${unique()}` })).run_id

const newExperiment: MakeRecord = async client => {
  const body = { name: `Experiment ${unique()}` }
  return (await client.made<{ experiment_id: string }>('POST', '/api/ml/experiments', body)).experiment_id
}

const newModel: MakeRecord = async client => {
  const name = `model-${unique()}`
  await client.made('POST', '/api/ml/models', { name })
  return name
}

const newVersion: MakeRecord = async (client, { name = '' }) => {
  const body = { run_id: await trainedRun(client) }
  const { version } = await client.made<{ version: number }>('POST', `/api/ml/models/${name}/versions`, body)
  return `${version}`
}

/** What the operations below /api/ml need for a success. */
export const mlRequests: DomainRequests = {
  records: {
    '/api/ml/experiments/{experiment_id}': newExperiment,
    '/api/ml/models/{name}': newModel,
    '/api/ml/models/{name}/aliases/{alias}': async (client, made) => {
      const version = Number(await newVersion(client, made))
      await client.made('PUT', `/api/ml/models/${made['name']}/aliases/champion`, { version })
      return 'champion'
    },
    '/api/ml/models/{name}/versions/{version}': newVersion,
    '/api/ml/runs/{run_id}': newRun,
    '/api/ml/runs/{run_id}/artifacts/{path}': async (client, { run_id }) => {
      const path = 'notes/first.txt'
      const headers = { 'content-type': 'text/plain' }
      await client.made('PUT', `/api/ml/runs/${run_id}/artifacts/${path}`, 'Hello', { headers })
      return path
    },
    '/api/ml/runs/{run_id}/metrics/{path}': async (client, { run_id }) => {
      await client.made('POST', `/api/ml/runs/${run_id}/log`, { metrics: [{ key: 'loss', value: 0.4 }] })
      return 'loss'
    },
  },
  fitting: {
    'POST /api/ml/experiments': async () => ({ body: { name: `Experiment ${unique()}`, tags: { team: 'pricing' } } }),
    'PATCH /api/ml/experiments/{experiment_id}': async () => ({ body: { name: `Renamed ${unique()}` } }),
    'POST /api/ml/experiments/{experiment_id}/restore': async client => {
      const experiment_id = await newExperiment(client, {})
      await client.made('DELETE', `/api/ml/experiments/${experiment_id}`)
      return { ids: { experiment_id } }
    },
    'POST /api/ml/models': async () => ({ body: { name: `model-${unique()}`, description: 'How long a tooth grows' } }),
    'PUT /api/ml/models/{name}/aliases/{alias}': async () => ({ body: { version: 1 } }),
    'POST /api/ml/models/{name}/drift': async client => {
      await trainedRun(client)
      return { ids: servedModel, body: { dataset_id: training.dataset_id } }
    },
    'POST /api/ml/models/{name}/predict': async client => {
      await trainedRun(client)
      return { ids: servedModel, body: { rows: [{ supp: 'VC' }, { supp: null }] } }
    },
    'POST /api/ml/models/{name}/versions': async client => ({ body: { run_id: await trainedRun(client) } }),
    'GET /api/ml/models/{name}/versions/{version}/onnx': async client => {
      await trainedRun(client)
      return { ids: servedModel }
    },
    'POST /api/ml/runs': async () => ({ body: { name: `Run ${unique()}`, params: { alpha: '0.5' } } }),
    'PUT /api/ml/runs/{run_id}/artifacts/{path}': async () => ({
      ids: { path: 'second.txt' },
      headers: { 'content-type': 'text/plain' },
      body: 'Hello',
    }),
    'GET /api/ml/runs/{run_id}/predictions': async client => ({ ids: { run_id: await trainedRun(client) } }),
    'POST /api/ml/runs/{run_id}/restore': async client => {
      const run_id = await newRun(client, {})
      await client.made('DELETE', `/api/ml/runs/${run_id}`)
      return { ids: { run_id } }
    },
    'GET /api/ml/runs/compare': async client => ({
      query: { run_ids: `${await newRun(client, {})},${await newRun(client, {})}` },
    }),
    'POST /api/ml/train': async () => ({ body: training }),
  },
  costly: ['POST /api/ml/train'],
  neverFine: {},
}
