import type { Client } from '../client.ts'
import type { MakeRequest } from '../fitting-requests.ts'
import { unique } from '../records.ts'
import type { DomainRequests } from './domain-requests.ts'

const face = '/api/2.0/mlflow'
const files = '/api/2.0/mlflow-artifacts/artifacts'
const tag = { key: 'team', value: 'pricing' }

interface Fields {
  [name: string]: string | number | boolean | object | undefined
}

/** A developer key alone opens the face; records are made on our own. */
const body =
  (make: (client: Client) => Fields | Promise<Fields>): MakeRequest =>
  async client => ({ body: await make(client) })
const query =
  (make: (client: Client) => Record<string, string> | Promise<Record<string, string>>): MakeRequest =>
  async client => ({ query: await make(client) })

const newExperiment = async (client: Client): Promise<string> => {
  const made = client.made<{ experiment_id: string }>('POST', '/api/ml/experiments', { name: `Wire ${unique()}` })
  return (await made).experiment_id
}
/** A run with a metric, a tag and a file. */
const newRun = async (client: Client): Promise<string> => {
  const tags = { team: 'pricing' }
  const { run_id } = await client.made<{ run_id: string }>('POST', '/api/ml/runs', { name: `Wire ${unique()}`, tags })
  await client.made('POST', `/api/ml/runs/${run_id}/log`, { metrics: [{ key: 'loss', value: 0.4 }] })
  const headers = { 'content-type': 'text/plain' }
  await client.made('PUT', `/api/ml/runs/${run_id}/artifacts/model/a.txt`, 'Hello', { headers })
  return run_id
}
const newModel = async (client: Client): Promise<string> => {
  const name = `wire-${unique()}`
  await client.made('POST', '/api/ml/models', { name, tags: { team: 'pricing' } })
  return name
}
/** A version with the alias `champion` and a tag. */
const newVersion = async (client: Client): Promise<{ name: string; version: string }> => {
  const name = await newModel(client)
  const given = { run_id: await newRun(client), tags: { team: 'pricing' } }
  await client.made('POST', `/api/ml/models/${name}/versions`, given)
  await client.made('PUT', `/api/ml/models/${name}/aliases/champion`, { version: 1 })
  return { name, version: '1' }
}
const newLoggedModel = async (client: Client): Promise<string> => {
  const given = { experiment_id: '0', name: `wire-${unique()}`, tags: [tag] }
  const made = client.made<{ model: { info: { model_id: string } } }>('POST', `${face}/logged-models`, given, {
    as: 'key',
  })
  return (await made).model.info.model_id
}
const ofRun = (more: Fields = {}): MakeRequest => body(async client => ({ run_id: await newRun(client), ...more }))
const ofModel = (more: Fields = {}): MakeRequest => body(async client => ({ name: await newModel(client), ...more }))
const ofVersion = (more: Fields = {}): MakeRequest => body(async client => ({ ...(await newVersion(client)), ...more }))
const ofExperiment = (more: Fields = {}): MakeRequest =>
  body(async client => ({ experiment_id: await newExperiment(client), ...more }))
const point = { key: 'loss', value: 0.3, timestamp: 1_769_860_800_000, step: 1 }

/** What the operations of MLflow's face need for a success. */
export const mlflowRequests: DomainRequests = {
  records: {
    [`${files}/{path}`]: async client => `0/${await newRun(client)}/artifacts/model/a.txt`,
    [`${face}/logged-models/{model_id}`]: newLoggedModel,
    [`${face}/logged-models/{model_id}/tags/{tag_key}`]: () => Promise.resolve(tag.key),
  },
  fitting: {
    [`GET ${files}`]: query(async client => ({ path: `0/${await newRun(client)}/artifacts` })),
    [`PUT ${files}/{path}`]: () =>
      Promise.resolve({ body: 'Hello', headers: { 'content-type': 'application/octet-stream' } }),
    [`GET ${face}/artifacts/list`]: query(async client => ({ run_id: await newRun(client) })),
    [`POST ${face}/experiments/create`]: body(() => ({ name: `Wire ${unique()}` })),
    [`POST ${face}/experiments/delete`]: ofExperiment(),
    [`POST ${face}/experiments/restore`]: ofExperiment(),
    [`POST ${face}/experiments/update`]: body(async client => ({
      experiment_id: await newExperiment(client),
      new_name: `Wire ${unique()}`,
    })),
    [`POST ${face}/experiments/delete-experiment-tag`]: body(async client => {
      const experiment_id = await newExperiment(client)
      await client.made('PATCH', `/api/ml/experiments/${experiment_id}`, { tags: { team: 'pricing' } })
      return { experiment_id, key: tag.key }
    }),
    [`GET ${face}/experiments/get`]: query(() => ({ experiment_id: '0' })),
    [`GET ${face}/experiments/get-by-name`]: query(() => ({ experiment_name: 'Default' })),
    [`POST ${face}/runs/outputs`]: body(async client => ({
      run_id: await newRun(client),
      models: [{ model_id: await newLoggedModel(client), step: 0 }],
    })),
    [`GET ${face}/metrics/get-history`]: query(async client => ({ run_id: await newRun(client), metric_key: 'loss' })),
    [`GET ${face}/metrics/get-history-bulk`]: query(async client => ({
      run_id: await newRun(client),
      metric_key: 'loss',
    })),
    [`GET ${face}/metrics/get-history-bulk-interval`]: query(async client => ({
      run_ids: await newRun(client),
      metric_key: 'loss',
    })),
    [`POST ${face}/model-versions/create`]: body(async client => ({
      name: await newModel(client),
      source: `runs:/${await newRun(client)}/model`,
    })),
    [`GET ${face}/model-versions/get`]: query(newVersion),
    [`GET ${face}/model-versions/get-download-uri`]: query(newVersion),
    [`PATCH ${face}/model-versions/update`]: ofVersion({ description: 'With rooms' }),
    [`DELETE ${face}/model-versions/delete`]: ofVersion(),
    [`POST ${face}/model-versions/transition-stage`]: ofVersion({ stage: 'Production' }),
    [`POST ${face}/model-versions/set-tag`]: ofVersion(tag),
    [`DELETE ${face}/model-versions/delete-tag`]: ofVersion({ key: tag.key }),
    [`POST ${face}/registered-models/create`]: body(() => ({ name: `wire-${unique()}` })),
    [`GET ${face}/registered-models/get`]: query(async client => ({ name: await newModel(client) })),
    [`POST ${face}/registered-models/rename`]: body(async client => ({
      name: await newModel(client),
      new_name: `wire-${unique()}`,
    })),
    [`PATCH ${face}/registered-models/update`]: ofModel({ description: 'What a house sells for' }),
    [`DELETE ${face}/registered-models/delete`]: ofModel(),
    [`GET ${face}/registered-models/get-latest-versions`]: query(newVersion),
    [`POST ${face}/registered-models/get-latest-versions`]: ofModel(),
    [`POST ${face}/registered-models/set-tag`]: ofModel(tag),
    [`DELETE ${face}/registered-models/delete-tag`]: ofModel({ key: tag.key }),
    [`POST ${face}/registered-models/alias`]: ofVersion({ alias: 'best' }),
    [`DELETE ${face}/registered-models/alias`]: ofVersion({ alias: 'champion' }),
    [`GET ${face}/registered-models/alias`]: query(async client => ({
      name: (await newVersion(client)).name,
      alias: 'champion',
    })),
    [`GET ${face}/runs/get`]: query(async client => ({ run_id: await newRun(client) })),
    [`POST ${face}/runs/update`]: ofRun({ status: 'FINISHED' }),
    [`POST ${face}/runs/delete`]: ofRun(),
    [`POST ${face}/runs/restore`]: ofRun(),
    [`POST ${face}/runs/log-metric`]: ofRun(point),
    [`POST ${face}/runs/log-batch`]: ofRun({ metrics: [point] }),
    [`POST ${face}/runs/log-parameter`]: ofRun({ key: 'alpha', value: '0.5' }),
    [`POST ${face}/runs/set-tag`]: ofRun(tag),
    [`POST ${face}/runs/delete-tag`]: ofRun({ key: tag.key }),
    [`POST ${face}/runs/log-inputs`]: ofRun({ datasets: [] }),
    [`POST ${face}/runs/log-model`]: ofRun({ model_json: '{"artifact_path": "model"}' }),
  },
  costly: [],
  neverFine: {},
}
