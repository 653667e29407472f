import type { Client } from './client.ts'

type Made = Record<string, string>
export type MakeRecord = (client: Client, made: Ids) => Promise<string>

/** Ids that earlier parts of a path have already, by the names of their parameters. */
type Ids = Readonly<Record<string, string>>

let count = 0
export const unique = (): string => `${(count += 1)}`
export const password = 'correct horse battery'

const id =
  (path: string, body: () => object, member: string): MakeRecord =>
  async client =>
    (await client.made<Made>('POST', path, body()))[member] ?? ''
const always =
  (value: string): MakeRecord =>
  () =>
    Promise.resolve(value)

export const makeUser = async (client: Client): Promise<{ id: string; username: string }> => {
  const username = `person-${unique()}`
  const made = await client.made<{ user: { id: string } }>('POST', '/api/users', { username, password, role: 'user' })
  return { id: made.user.id, username }
}

const file = async (client: Client): Promise<Made> =>
  client.made<Made>('POST', '/api/files/text', { path: `texts/${unique()}.md`, text: '# A text\n' })

const trashed: MakeRecord = async client => {
  const { file_id = '' } = await file(client)
  await client.made('DELETE', `/api/files/${file_id}`)
  return file_id
}

export const claimedJob = async (client: Client): Promise<Made> => {
  const kind = `work-${unique()}`
  await client.made('POST', '/api/jobs', { kind })
  const { jobs } = await client.made<{ jobs: Made[] }>('POST', '/api/jobs/claim', { worker_id: 'w', kinds: [kind] })
  return jobs[0] ?? {}
}

const waitingApproval: MakeRecord = async client => {
  await client.made('PUT', '/api/tools/text_diff/grant', { grant: 'ask' })
  const { approval_id } = await client.made<Made>('POST', '/api/tools/text_diff/call', {
    arguments: { before: `${unique()}`, after: 'b' },
  })
  return approval_id ?? ''
}

export const delivery = async (client: Client, site: string): Promise<string> => {
  const { id: webhook = '' } = await client.made<Made>('POST', '/api/developer/webhooks', {
    url: site,
    events: ['job.*'],
  })
  return (await client.made<Made>('POST', `/api/developer/webhooks/${webhook}/test`))['id'] ?? ''
}

const playbook = (tasks: object[]) => {
  const document = { dsl: '1.0.3', namespace: 'default', name: `playbook-${unique()}`, version: '1.0.0' }
  return { document, do: tasks }
}

/** A run of a playbook that asks somebody. */
export const waitingRun = async (client: Client): Promise<string> => {
  const { id: playbook_id } = await client.made<Made>('POST', '/api/playbooks', {
    definition: playbook([{ ask: { call: 'approval', with: { title: 'Go on?' } } }]),
  })
  return (await client.made<Made>('POST', '/api/playbooks/runs', { playbook_id, wait_seconds: 1 }))['id'] ?? ''
}

/** How a record of each kind is made whose id stands in a path, by the path as far as that. */
export const records = (site: string, model: string): Record<string, MakeRecord> => ({
  '/api/admin/placements/{workspace_id}': always(`ws_${'1'.repeat(26)}`),
  '/api/admin/plugins/{name}': always('email'),
  '/api/admin/servers/{server_id}': always(`srv_${'1'.repeat(26)}`),
  '/api/agent-apps/{name}': always('csv-profile'),
  '/api/agent-apps/runs/{run_id}': id(
    '/api/agent-apps/csv-profile/run',
    () => ({ inputs: { csv: 'a\n1\n' } }),
    'run_id',
  ),
  '/api/approvals/{approval_id}': waitingApproval,
  '/api/auth/sessions/{id}': async client => {
    await client.made('POST', '/api/auth/login', { username: 'owner', password }, { as: 'nobody' })
    const { items } = await client.made<{ items: { id: string; current: boolean }[] }>('GET', '/api/auth/sessions')
    return items.find(({ current }) => !current)?.id ?? ''
  },
  '/api/backups/{name}': id('/api/backups', () => ({}), 'name'),
  '/api/conversations/{session_id}': id(
    '/api/conversations',
    () => ({ title: 'A talk', model: 'svc/offline' }),
    'session_id',
  ),
  '/api/conversations/{session_id}/messages/{message_id}': async (client, { session_id = '' }) => {
    const path = `/api/conversations/${session_id}/messages`
    await client.made('POST', path, { message: 'How are you?' })
    const { items } = await client.made<{ items: Made[] }>('GET', path)
    return items[0]?.['id'] ?? ''
  },
  '/api/data/datasets/{dataset_id}': id(
    '/api/data/import',
    () => ({ name: `Set ${unique()}`, format: 'csv', content: 'region,amount\nnorth,1\nsouth,2\n' }),
    'dataset_id',
  ),
  '/api/data/queries/{query_id}': id(
    '/api/data/queries',
    () => ({ name: `Query ${unique()}`, sql: 'select ? + 1 as n', params: [1] }),
    'query_id',
  ),
  '/api/developer/keys/{key_id}': id('/api/developer/keys', () => ({ name: 'one more' }), 'id'),
  '/api/developer/sdks/{file}': always('svc-sdk-0.1.0.tgz'),
  '/api/developer/webhooks/{webhook_id}': id('/api/developer/webhooks', () => ({ url: site, events: ['job.*'] }), 'id'),
  '/api/developer/webhooks/deliveries/{delivery_id}': client => delivery(client, site),
  '/api/email/messages/{message_id}': always('INBOX.1.1'),
  '/api/email/messages/{message_id}/attachments/{n}': always('1'),
  '/api/files/{file_id}': async client => (await file(client))['file_id'] ?? '',
  '/api/files/content/{path}': async client => (await file(client))['path'] ?? '',
  '/api/files/links/{token}': async client => {
    const { file_id } = await file(client)
    const { url } = await client.made<Made>('POST', `/api/files/${file_id}/link`, { expires_seconds: 3600 })
    return decodeURIComponent(url?.split('/').at(-1) ?? '')
  },
  '/api/files/trash/{file_id}': trashed,
  '/api/files/uploads/{upload_id}': async client => {
    const headers = { 'upload-length': '5', 'upload-metadata': `path ${btoa(`up-${unique()}.txt`)}` }
    return (await client.made<Made>('POST', '/api/files/uploads', undefined, { headers }))['upload_id'] ?? ''
  },
  '/api/jobs/{job_id}': id('/api/jobs', () => ({ kind: `work-${unique()}` }), 'job_id'),
  '/api/jobs/schedules/{name}': async client => {
    const name = `schedule-${unique()}`
    await client.made('PUT', `/api/jobs/schedules/${name}`, { cron: '0 9 * * 1', job: { kind: 'work' } })
    return name
  },
  '/api/mcp/servers/{name}': always('gone'),
  '/api/memory/{id}': id('/api/memory', () => ({ content: `Fact ${unique()}.` }), 'id'),
  '/api/memory/{id}/history/{version}': async (client, { id: memory = '' }) => {
    await client.made('PATCH', `/api/memory/${memory}`, { content: `Another fact ${unique()}.` })
    return '1'
  },
  '/api/models/providers/{provider_id}': id(
    '/api/models/providers',
    () => ({
      name: `provider-${unique()}`,
      kind: 'openai-compatible',
      base_url: model,
      models: [{ id: `m-${unique()}` }],
    }),
    'id',
  ),
  '/api/playbooks/{playbook_id}': id(
    '/api/playbooks',
    () => ({ definition: playbook([{ a: { set: { n: 1 } } }]) }),
    'id',
  ),
  '/api/playbooks/secrets/{name}': async client => {
    const name = `TOKEN_${unique()}`.replaceAll('-', '_')
    await client.made('PUT', `/api/playbooks/secrets/${name}`, { value: 'an example' })
    return name
  },
  '/api/playbooks/runs/{run_id}': waitingRun,
  '/api/playbooks/runs/{run_id}/tasks/{task_id}': async (client, { run_id = '' }) => {
    const { items } = await client.made<{ items: Made[] }>('GET', `/api/playbooks/runs/${run_id}/tasks`)
    return items[0]?.['id'] ?? ''
  },
  '/api/sandboxed-tools/{name}': always('reading-time'),
  '/api/stats/analyses/{analysis_id}': id(
    '/api/stats/analyze',
    () => ({ dataset_id: 'toothgrowth', method: 'descriptives', variables: { variables: ['len'] } }),
    'analysis_id',
  ),
  '/api/stats/datasets/{dataset_id}': always('toothgrowth'),
  '/api/tools/{name}': always('calculator'),
  '/api/users/{id}': async client => (await makeUser(client)).id,
  '/api/users/invites/{id}': id('/api/users/invites', () => ({ role: 'user' }), 'id'),
  '/api/workspace/notes/{note_id}': id(
    '/api/workspace/notes',
    () => ({ title: `Note ${unique()}`, body: 'A' }),
    'note_id',
  ),
  '/api/workspace/tasks/{task_id}': id('/api/workspace/tasks', () => ({ title: `Task ${unique()}` }), 'task_id'),
  '/api/workspaces/{id}': id('/api/workspaces', () => ({ name: `Room ${unique()}` }), 'id'),
  '/api/workspaces/{id}/members/{user_id}': async (client, { id: workspace = '' }) => {
    const user = await makeUser(client)
    await client.made('POST', `/api/workspaces/${workspace}/members`, { username: user.username })
    return user.id
  },
  '/web/{file}': always('first-paint.js'),
  '/web/plugins/{id}': always('hello'),
  '/web/plugins/{id}/{hash}': always('9f86d081884c7d65'),
  '/web/plugins/{id}/{hash}/{path}': always('page.js'),
  '/v1/models/{path}': always('agent'),
  '/v1/responses/{response_id}': async client =>
    (await client.made<Made>('POST', '/v1/responses', { model: 'agent', input: 'Hello.' }, { as: 'key' }))['id'] ?? '',
})
