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
  /** The header that a client has to send. */
  authorization?: string
}

export interface FakeMlflowServer extends LocalServer {
  /** What it holds; a test may change it. */
  holds: FakeMlflow
}

const runsOfPage = 2
const pointsOfPage = 3

/** A tracking server of MLflow as its REST API 2.0 is read: searches and histories, in short pages. */
export async function startFakeMlflowServer(holds: FakeMlflow): Promise<FakeMlflowServer> {
  const page = <Item>(items: Item[], token: string | null | undefined, size: number) => {
    const from = Number(token ?? 0)
    const next = from + size < items.length ? { next_page_token: String(from + size) } : {}
    return { items: items.slice(from, from + size), next }
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
      const answer = answerOf(pathname.replace(/^\/api\/2\.0\/mlflow\//, ''), searchParams, body)
      return answer ? send(200, answer) : send(404, { error_code: 'ENDPOINT_NOT_FOUND', message: 'No such endpoint.' })
    })()
  })
  return { ...(await listenLocally(server)), holds }
}
