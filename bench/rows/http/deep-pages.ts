import { Agent, request } from 'undici'
import { cpuMs } from '../../support/process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const pages = 10_000
/** As many at the beginning and at the end are compared. */
const compared = 1000
const connections = 8

interface List {
  name: string
  /** Listed a record at a time. */
  path: string
  /** Makes the record with this number; absent for what the other lists leave behind. */
  make?(index: number): { method: 'POST' | 'PUT'; path: string; body: unknown }
}

const post = (path: string, body: unknown) => ({ method: 'POST' as const, path, body })

const lists: readonly List[] = [
  {
    name: 'notes',
    path: '/api/workspace/notes',
    make: n => post('/api/workspace/notes', { title: `note ${n}`, body: 'of the bench' }),
  },
  { name: 'tasks', path: '/api/workspace/tasks', make: n => post('/api/workspace/tasks', { title: `task ${n}` }) },
  {
    name: 'conversations',
    path: '/api/conversations',
    make: n => post('/api/conversations', { title: `conversation ${n}` }),
  },
  {
    name: 'files',
    path: '/api/files',
    make: n => ({ method: 'PUT', path: `/api/files/content/bench/${n}.txt`, body: { n } }),
  },
  { name: 'jobs', path: '/api/jobs', make: n => post('/api/jobs', { kind: 'bench.page', payload: { n } }) },
  {
    name: 'runs of apps',
    path: '/api/agent-apps/runs',
    make: n => post('/api/agent-apps/trivial/run', { inputs: { text: `run ${n}` } }),
  },
  { name: 'runs of machine learning', path: '/api/ml/runs', make: n => post('/api/ml/runs', { name: `run ${n}` }) },
  { name: 'experiments', path: '/api/ml/experiments', make: n => post('/api/ml/experiments', { name: `e ${n}` }) },
]

/** The last of ten thousand pages of each list, a record a page. */
export async function deepPages(): Promise<Row[]> {
  // A slow answer while it is filled is none of the figures.
  const server = await startSvc({ env: { SVC_LOG_LEVEL: 'error' } })
  const dispatcher = new Agent({ connections, pipelining: 1 })
  try {
    const rows: Row[] = []
    for (const list of lists) {
      await fill(server, dispatcher, list)
      rows.push(await walk(server, dispatcher, list))
    }
    return rows
  } finally {
    await dispatcher.close()
    await server.stop()
  }
}

async function fill(server: SvcServer, dispatcher: Agent, { make }: List): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = (next += 1); make !== undefined && index <= pages; index = next += 1) {
      const { method, path, body } = make(index)
      await ask(server, dispatcher, { method, path, body })
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
}

async function walk(server: SvcServer, dispatcher: Agent, { name, path }: List): Promise<Row> {
  const marks: number[] = []
  let cursor: string | null = null
  for (let page = 0; page < pages; page += 1) {
    if ([0, compared, pages - compared].includes(page)) marks.push(cpuMs(server.pid))
    const query: string = cursor === null ? '?limit=1' : `?limit=1&cursor=${encodeURIComponent(cursor)}`
    const answer = (await ask(server, dispatcher, { method: 'GET', path: path + query })) as {
      items: unknown[]
      next_cursor: string | null
    }
    if (answer.items.length !== 1) throw new Error(`page ${page} of the ${name} has ${answer.items.length} records`)
    cursor = answer.next_cursor
    if (cursor === null && page < pages - 1) throw new Error(`the ${name} end at page ${page}`)
  }
  const [begun = 0, first = 0, last = 0] = marks
  return atMost(
    {
      path: `list of ${name}, 10,000 pages`,
      measure: `CPU of a page, the last ${compared} of them`,
      ours: (cpuMs(server.pid) - last) / compared,
      unit: 'ms',
      beside: { name: `the first ${compared}`, value: (first - begun) / compared },
    },
    1.2,
  )
}

async function ask(
  { url, key }: SvcServer,
  dispatcher: Agent,
  { method, path, body }: { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown },
): Promise<unknown> {
  const answer = await request(url + path, {
    dispatcher,
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
