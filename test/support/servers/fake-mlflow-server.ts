import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenLocally } from './local-server.ts'
import type { LocalServer } from './local-server.ts'

interface Label {
  key: string
  value: string
}

interface Asked {
  experiment_ids?: string[]
  page_token?: string
}

export interface FakeMlflowRun {
  info: Record<string, unknown> & { run_id: string; experiment_id: string }
  data: { metrics?: { key: string; value: number | string }[]; params?: Label[]; tags?: Label[] }
}

export interface FakeMlflow {
  experiments: { experiment_id: string; name: string; tags?: Label[] }[]
  runs: FakeMlflowRun[]
  /** By the run and the metric. */
  histories: Record<string, { value: number | string; step: number; timestamp: number }[]>
  /** What is kept, by its path: of a run below `{experiment}/{run}/artifacts/`, of a model of its own below `{experiment}/models/{id}/artifacts/`. */
  artifacts?: Record<string, string>
  /** Runs whose files lie in a store that clients reach themselves; the server fetches one for a browser. */
  elsewhere?: string[]
  models?: (Registered & { description?: string; tags?: Label[]; aliases?: { alias: string; version: string }[] })[]
  versions?: (FakeMlflowVersion & Record<string, unknown>)[]
  /** The header that a client has to send. */
  authorization?: string
}

interface Registered {
  name: string
}

export interface FakeMlflowVersion extends Registered {
  version: string
  run_id?: string
  /** Where its files lie. */
  uri: string
}

export interface FakeMlflowServer extends LocalServer {
  /** What it holds; a test may change it. */
  holds: FakeMlflow
}

const runsOfPage = 2
const pointsOfPage = 3

const proxy = '/api/2.0/mlflow-artifacts/artifacts'

/** A tracking server of MLflow as its REST API 2.0 is read: searches, histories, files and registered models, in short pages. */
export async function startFakeMlflowServer(holds: FakeMlflow): Promise<FakeMlflowServer> {
  const page = <Item>(items: Item[], token: string | null | undefined, size: number) => {
    const from = Number(token ?? 0)
    const next = from + size < items.length ? { next_page_token: String(from + size) } : {}
    return { items: items.slice(from, from + size), next }
  }
  const rootOf = (runId: string) => {
    const { experiment_id } = holds.runs.find(({ info }) => info.run_id === runId)?.info ?? { experiment_id: '0' }
    return `${experiment_id}/${runId}/artifacts`
  }
  /** The files and folders at a path below a root; paths as MLflow has them, below the root. */
  const folder = (root: string, path: string) => {
    const at = path === '' ? `${root}/` : `${root}/${path}/`
    const below = Object.entries(holds.artifacts ?? {}).flatMap(([each, text]) => {
      if (!each.startsWith(at)) return []
      const [name = '', ...rest] = each.slice(at.length).split('/')
      const own = path === '' ? name : `${path}/${name}`
      return [{ path: own, is_dir: rest.length > 0, ...(rest.length === 0 && { file_size: Buffer.byteLength(text) }) }]
    })
    return below.filter((entry, index) => below.findIndex(({ path }) => path === entry.path) === index)
  }
  const fileAt = (pathname: string, query: URLSearchParams): string | undefined => {
    if (pathname === '/get-artifact')
      return holds.artifacts?.[`${rootOf(query.get('run_uuid') ?? '')}/${query.get('path')}`]
    return pathname.startsWith(`${proxy}/`)
      ? holds.artifacts?.[decodeURIComponent(pathname.slice(proxy.length + 1))]
      : undefined
  }
  const answerOf = (path: string, query: URLSearchParams, body: Asked): object | null => {
    if (path === 'experiments/search') {
      const { items, next } = page(holds.experiments, body.page_token, 1)
      return { experiments: items, ...next }
    }
    if (path === 'runs/search') {
      const of = holds.runs.filter(({ info }) => body.experiment_ids?.includes(info.experiment_id))
      const { items, next } = page(of, body.page_token, runsOfPage)
      return { runs: items, ...next }
    }
    if (path === 'artifacts/list') {
      const run_id = query.get('run_id') ?? ''
      const root = rootOf(run_id)
      const { items, next } = page(folder(root, query.get('path') ?? ''), query.get('page_token'), 2)
      const root_uri = holds.elsewhere?.includes(run_id) ? `s3://bucket/${root}` : `mlflow-artifacts:/${root}`
      return { root_uri, files: items, ...next }
    }
    if (path === 'registered-models/search') {
      const { items, next } = page(holds.models ?? [], query.get('page_token'), 1)
      return { registered_models: items, ...next }
    }
    if (path === 'model-versions/search') {
      const { items, next } = page(holds.versions ?? [], query.get('page_token'), 1)
      return { model_versions: items.map(({ uri: _uri, ...version }) => version), ...next }
    }
    if (path === 'model-versions/get-download-uri') {
      const is = ({ name, version }: FakeMlflowVersion) =>
        name === query.get('name') && version === query.get('version')
      const found = (holds.versions ?? []).find(is)
      return found ? { artifact_uri: found.uri } : null
    }
    if (path !== 'metrics/get-history') return null
    const key = query.get('metric_key') ?? ''
    const points = holds.histories[`${query.get('run_id')}/${key}`] ?? []
    const { items, next } = page(points, query.get('page_token'), pointsOfPage)
    return { metrics: items.map(point => ({ key, ...point })), ...next }
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://mlflow')
    const send = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    void (async () => {
      const body = request.method === 'POST' ? ((await json(request)) as Asked) : {}
      if (holds.authorization !== undefined && request.headers.authorization !== holds.authorization)
        return send(401, { error_code: 'UNAUTHENTICATED', message: 'You are not authenticated.' })
      const file = fileAt(pathname, searchParams)
      if (file !== undefined) return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file)
      if (pathname === proxy) {
        const names = folder(searchParams.get('path') ?? '', '')
        return send(200, { files: names })
      }
      const answer = answerOf(pathname.replace(/^\/api\/2\.0\/mlflow\//, ''), searchParams, body)
      return answer ? send(200, answer) : send(404, { error_code: 'ENDPOINT_NOT_FOUND', message: 'No such endpoint.' })
    })()
  })
  return { ...(await listenLocally(server)), holds }
}
