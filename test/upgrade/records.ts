import { setTimeout as wait } from 'node:timers/promises'
import type { OldServer } from './old-server.ts'

const csv = 'region,price\nnorth,10.5\nsouth,11.5\nnorth,12.5\n'
const text = 'Seedlings need light for sixteen hours a day.'
const playbook = {
  document: { dsl: '1.0.3', namespace: 'default', name: 'greet', version: '1.0.0' },
  do: [{ first: { set: { greeting: '${ "Good day, " + .name }' } } }],
}
const waiting = {
  document: { dsl: '1.0.3', namespace: 'default', name: 'ask', version: '1.0.0' },
  do: [{ ask: { call: 'approval', with: { title: 'Go on?' } } }, { last: { set: { done: true } } }],
}

/** Makes a few records of every kind that this version has. What it makes is what `questions` ask for. */
export async function makeRecords(server: OldServer): Promise<{ key: string }> {
  const key = (await server.ask('POST', '/api/developer/keys', { name: 'of the laptop' })).key as string
  await server.ask('POST', '/api/users', { username: 'grace', password: 'a long password', role: 'user' })
  await server.ask('POST', '/api/workspace/notes', { title: 'Sowing', body: text })
  await server.ask('POST', '/api/workspace/tasks', { title: 'Water the plants' })
  await server.ask('POST', '/api/files/text', { path: 'garden/plan.md', text })
  await server.ask('POST', '/api/memory', { content: text, source: 'almanac' })
  await server.ask('POST', '/api/data/import', { name: 'Harvest', format: 'csv', content: csv })
  await server.ask('POST', '/api/jobs', { kind: 'watering', payload: { litres: 3 } })
  await server.ask('POST', '/api/developer/webhooks', { url: 'https://hooks.example/garden', events: ['job.*'] })
  await server.ask('POST', '/api/agent-apps/csv-profile/run', { inputs: { csv } })
  const conversation = await server.ask('POST', '/api/conversations', { title: 'About seedlings' })
  if (conversation !== null) {
    const session = String(conversation.session_id ?? conversation.id)
    await server.ask('POST', `/api/conversations/${session}/messages`, {
      message: '/calculator {"expression": "6 * 7"}',
    })
  }
  await server.ask('POST', '/api/playbooks', { definition: playbook })
  await server.ask('POST', '/api/playbooks', { definition: waiting })
  await server.ask('POST', '/api/playbooks/runs', { playbook_id: 'greet', inputs: { name: 'Ada' }, wait_seconds: 10 })
  await server.ask('POST', '/api/playbooks/runs', { playbook_id: 'ask' })
  await server.ask('POST', '/api/ml/experiments', { name: 'Prices' })
  await server.ask('POST', '/api/research/projects', { title: 'Light for seedlings' })
  return { key }
}

type Answers = Record<string, unknown>

/** What was made, as any version says it. Null: that version had none of it. */
export async function askAll(server: OldServer): Promise<Answers> {
  const answers: Answers = {}
  for (const [name, question] of Object.entries(questions)) answers[name] = await question(server)
  return answers
}

/** Once what runs in the background has ended. */
export async function askAtRest(server: OldServer): Promise<Answers> {
  for (let before = ''; ; await wait(500)) {
    const answers = await askAll(server)
    const now = JSON.stringify(answers)
    if (now === before) return answers
    before = now
  }
}

// Rows are as their version had them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any
type Question = (server: OldServer) => Promise<unknown>

const columns = (body: Body, names: readonly string[]) => {
  const rows = (body.items as Body[]).map(row => names.map(name => row[name] ?? null))
  return rows.map(row => JSON.stringify(row)).toSorted()
}

/** These fields of each record of a list. */
function list(path: string, ...names: string[]): Question {
  return async function ask(server) {
    const body = await server.ask('GET', path)
    return body === null ? null : columns(body, names)
  }
}

/** What `ask` says of the first record of a list. */
function first(path: string, ask: (server: OldServer, record: Body) => Promise<unknown>): Question {
  return async function askFirst(server) {
    const [record] = (await server.ask('GET', path))?.items ?? []
    return record === undefined ? null : ask(server, record)
  }
}

const questions: Record<string, Question> = {
  me: async server => (await server.ask('GET', '/api/auth/me')).user.role,
  users: list('/api/users', 'username', 'role'),
  workspaces: list('/api/workspaces', 'name'),
  keys: list('/api/developer/keys', 'name'),
  notes: list('/api/workspace/notes', 'title'),
  tasks: list('/api/workspace/tasks', 'title', 'status'),
  files: list('/api/files', 'path', 'size'),
  file: first('/api/files', (server, { id, file_id }) => server.ask('GET', `/api/files/${id ?? file_id}/content`)),
  memory: list('/api/memory', 'source'),
  async found(server) {
    const body = await server.ask('POST', '/api/memory/search', { query: 'light for seedlings', mode: 'keyword' })
    return body === null ? null : columns({ items: body.results ?? body.items }, ['source'])
  },
  datasets: list('/api/data/catalog', 'name'),
  rows: first('/api/data/catalog', async server => {
    const sql = 'SELECT region, sum(price) AS total FROM harvest GROUP BY region ORDER BY region'
    return (await server.ask('POST', '/api/data/query', { sql })).rows
  }),
  jobs: list('/api/jobs?kind=watering', 'kind', 'state'),
  webhooks: list('/api/developer/webhooks', 'url'),
  app_runs: list('/api/agent-apps/runs', 'app', 'status'),
  conversations: list('/api/conversations', 'title'),
  messages: first('/api/conversations', async (server, { session_id, id }) => {
    const body = await server.ask('GET', `/api/conversations/${session_id ?? id}/messages`)
    return columns(body, ['role', 'content'])
  }),
  // Those of its folder `manifests` are not in a home.
  async playbooks(server) {
    const items = ((await server.ask('GET', '/api/playbooks'))?.items as Body[] | undefined) ?? null
    return items && columns({ items: items.filter(({ name }) => ['ask', 'greet'].includes(name)) }, ['name', 'version'])
  },
  playbook_runs: list('/api/playbooks/runs', 'name'),
  experiments: list('/api/ml/experiments', 'name'),
  research: list('/api/research/projects', 'title'),
}
