import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../support/repository.ts'
import type { Client, Sent } from './client.ts'
import { claimedJob, makeUser, password, unique, waitingRun } from './records.ts'

type Ids = Readonly<Record<string, string>>
export type MakeRequest = (
  client: Client,
  site: { url: string; model: string },
) => Promise<Partial<Sent> & { ids?: Ids; query?: Record<string, string> }>

const body =
  (make: () => unknown): MakeRequest =>
  async () => ({ body: make() })

const withClaim =
  (more: object): MakeRequest =>
  async client => {
    const { job_id = '', claim_token } = await claimedJob(client)
    return { ids: { job_id }, body: { claim_token, ...more } }
  }

const signIn = async (client: Client, username: string): Promise<string> => {
  const answer = await client.send({
    method: 'POST',
    path: '/api/auth/login',
    body: { username, password },
    as: 'nobody',
  })
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

const accept = 'application/json, text/event-stream'

/** A session of the protocol that has them. */
const inSession: MakeRequest = async client => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
  const answer = await client.send({ method: 'POST', path: '/mcp', body, headers: { accept }, as: 'key' })
  return { headers: { accept, 'mcp-session-id': String(answer.headers['mcp-session-id']) } }
}

/** What an operation needs for a success, where the example of the document and a new record are not enough. */
export const fittingRequests: Record<string, MakeRequest> = {
  'POST /api/auth/login': body(() => ({ username: 'owner', password })),
  'POST /api/auth/logout': async client => {
    const { username } = await makeUser(client)
    return { as: 'nobody', headers: { cookie: await signIn(client, username) } }
  },
  'POST /api/auth/password': async client => {
    const { username } = await makeUser(client)
    const cookie = await signIn(client, username)
    return { as: 'nobody', headers: { cookie }, body: { current_password: password, new_password: `${password} 2` } }
  },
  'POST /api/auth/register': async client => {
    const { token } = await client.made<{ token: string }>('POST', '/api/users/invites', { role: 'user' })
    return { as: 'nobody', body: { username: `guest-${unique()}`, password, invite: token } }
  },
  'POST /api/users': body(() => ({ username: `person-${unique()}`, password, role: 'user' })),
  'POST /api/workspaces/{id}/members': async client => ({ body: { username: (await makeUser(client)).username } }),
  'POST /api/conversations/{session_id}/cancel': async () => ({}),
  'POST /api/conversations/{session_id}/messages': body(() => ({ message: '/calculator {"expression": "6 * 7"}' })),
  'POST /api/data/datasets': body(() => ({ name: `Totals ${unique()}`, sql: 'select 1 as n' })),
  'PATCH /api/data/datasets/{dataset_id}': body(() => ({ name: `Renamed ${unique()}`, tags: ['finance'] })),
  'DELETE /api/data/datasets/{dataset_id}': async client => {
    const made = await client.made<{ dataset_id: string; name: string }>('POST', '/api/data/import', {
      name: `Doomed ${unique()}`,
      format: 'csv',
      content: 'a\n1\n',
    })
    return { ids: { dataset_id: made.dataset_id }, body: { confirm: made.name } }
  },
  'GET /api/data/datasets/{dataset_id}/diff': async client => {
    const make = (more: object) =>
      client.made<{ dataset_id: string }>('POST', '/api/data/import', { format: 'csv', content: 'a,b\n1,2\n', ...more })
    const { dataset_id } = await make({ name: `Twice ${unique()}` })
    await make({ dataset_id })
    return { ids: { dataset_id }, query: { from: '1', to: '2' } }
  },
  'POST /api/data/export': body(() => ({ sql: 'select * from sales', format: 'csv' })),
  'POST /api/data/import': body(() => ({ name: `Set ${unique()}`, format: 'csv', content: 'a,b\n1,2\n' })),
  'POST /api/data/queries': body(() => ({ name: `Query ${unique()}`, sql: 'select 1 as n' })),
  'PATCH /api/data/queries/{query_id}': body(() => ({ description: 'For the report' })),
  'POST /api/data/queries/{query_id}/run': body(() => ({ params: [3] })),
  'POST /api/data/receipts/verify': async client => {
    const { receipt } = await client.made<{ receipt: unknown }>('POST', '/api/data/query', { sql: 'select 1 as n' })
    return { body: { receipt } }
  },
  'POST /api/developer/webhooks': async (_client, { url }) => ({ body: { url, events: ['job.*'] } }),
  'PUT /api/files/content/{path}': async () => ({
    ids: { path: `raw-${unique()}.txt` },
    headers: { 'content-type': 'text/plain' },
    body: 'Hello',
  }),
  'GET /api/email/account': async client => {
    const hosts = { imap: { host: 'imap.example.com' }, smtp: { host: 'smtp.example.com' } }
    await client.made('PUT', '/api/email/account', { address: 'ada@example.com', password: 'secret', ...hosts })
    return {}
  },
  'POST /api/files': async () => {
    const { FormData } = await import('undici')
    const form = new FormData()
    form.set('file', new Blob(['Hello']), `form-${unique()}.txt`)
    return { body: form }
  },
  'POST /api/files/folders/move': async client => {
    const from = `folder-${unique()}`
    await client.made('POST', '/api/files/text', { path: `${from}/a.md`, text: 'a' })
    return { body: { from, to: `archive/${from}` } }
  },
  'DELETE /api/files/folders': async client => {
    const path = `folder-${unique()}`
    await client.made('POST', '/api/files/text', { path: `${path}/a.md`, text: 'a' })
    return { query: { path } }
  },
  'PATCH /api/files/{file_id}': body(() => ({ path: `moved/${unique()}.md` })),
  'POST /api/files/{file_id}/copy': body(() => ({ path: `copies/${unique()}.md` })),
  'POST /api/files/{file_id}/restore': async client => {
    const path = `gone/${unique()}.md`
    const { file_id } = await client.made<{ file_id: string }>('POST', '/api/files/text', { path, text: 'a' })
    await client.made('DELETE', `/api/files/${file_id}`)
    return { ids: { file_id }, body: {} }
  },
  'POST /api/files/text': body(() => ({ path: `texts/${unique()}.md`, text: '# Today\n' })),
  'POST /api/files/uploads': async () => ({
    headers: { 'upload-length': '5', 'upload-metadata': `path ${btoa(`up-${unique()}.txt`)}` },
  }),
  'PATCH /api/files/uploads/{upload_id}': async () => ({
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: 'Hello',
  }),
  'POST /api/jobs/claim': body(() => ({ worker_id: 'w', kinds: ['thumbnails.make'] })),
  'POST /api/jobs/{job_id}/complete': withClaim({ result: { ok: true } }),
  'POST /api/jobs/{job_id}/fail': withClaim({ error: { message: 'No.' } }),
  'POST /api/jobs/{job_id}/heartbeat': withClaim({ progress: 0.5 }),
  'POST /api/jobs/{job_id}/retry': async client => {
    const { job_id } = await client.made<{ job_id: string }>('POST', '/api/jobs', { kind: 'work' })
    await client.made('POST', `/api/jobs/${job_id}/cancel`)
    return { ids: { job_id } }
  },
  'POST /api/jobs/workers/exchange': body(() => ({
    worker: { id: 'worker:host:1:abc', version: '0.1.0', schema: null },
    turn: 1,
    settlements: [],
    claim: null,
    wait_seconds: 0,
  })),
  'POST /api/jobs/workers/renew': body(() => ({
    worker: { id: 'worker:host:1:abc', version: '0.1.0', schema: null },
    renewals: [],
  })),
  'POST /api/jobs/workers/store': async client => {
    const { workspace } = await client.made<{ workspace: { id: string } }>('GET', '/api/auth/me')
    const { job_id } = await client.made<{ job_id: string }>('POST', '/api/jobs', { kind: 'work' })
    return { body: { call: { method: 'get', workspace_id: workspace.id, job_id } } }
  },
  'DELETE /api/playbooks/runs/{run_id}': async client => {
    const run_id = await waitingRun(client)
    await client.made('POST', `/api/playbooks/runs/${run_id}/cancel`)
    return { ids: { run_id } }
  },
  'POST /api/playbooks/runs/{run_id}/resume': async client => {
    const run_id = await waitingRun(client)
    await client.made('POST', `/api/playbooks/runs/${run_id}/suspend`)
    return { ids: { run_id }, body: {} }
  },
  'DELETE /api/memory': async () => ({ query: { source: 'nobody' } }),
  'PUT /api/memory/embedder': body(() => ({ embedder: 'off' })),
  'POST /api/models/providers': async (_client, { model }) => ({
    body: {
      name: `provider-${unique()}`,
      kind: 'openai-compatible',
      base_url: model,
      models: [{ id: `m-${unique()}` }],
    },
  }),
  'PUT /api/models/settings': body(() => ({ default_model: 'fake-model' })),
  'POST /api/stats/analyze': body(() => ({
    dataset_id: 'toothgrowth',
    method: 't_test_independent',
    variables: { dependent: 'len', group: 'supp' },
  })),
  'POST /api/stats/export': async client => {
    const { analysis_id } = await client.made<{ analysis_id: string }>('POST', '/api/stats/analyze', {
      dataset_id: 'toothgrowth',
      method: 'descriptives',
      variables: { variables: ['len'] },
    })
    return { body: { analysis_ids: [analysis_id], format: 'csv' } }
  },
  'POST /api/stats/import': body(() => ({ name: `Stats ${unique()}`, format: 'csv', content: 'a,b\n1,2\n' })),
  'DELETE /api/tools/{name}/grant': async client => {
    await client.made('PUT', '/api/tools/calculator/grant', { grant: 'allow' })
    return {}
  },
  'POST /api/workspace/notes/{note_id}/restore': async client => {
    const { note_id } = await client.made<{ note_id: string }>('POST', '/api/workspace/notes', {
      title: `Note ${unique()}`,
      body: 'A',
    })
    await client.made('DELETE', `/api/workspace/notes/${note_id}`)
    return { ids: { note_id } }
  },
  'POST /api/workspace/tasks/{task_id}/restore': async client => {
    const { task_id } = await client.made<{ task_id: string }>('POST', '/api/workspace/tasks', {
      title: `Task ${unique()}`,
    })
    await client.made('DELETE', `/api/workspace/tasks/${task_id}`)
    return { ids: { task_id } }
  },
  'POST /api/workspace/notes': body(() => ({ title: `Note ${unique()}`, body: 'In Leiden.' })),
  'POST /mcp': async () => ({ headers: { accept }, body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } }),
  'GET /mcp': inSession,
  'DELETE /mcp': inSession,
  'POST /v1/chat/completions': body(() => ({ model: 'fake-model', messages: [{ role: 'user', content: 'Hello' }] })),
  'POST /v1/embeddings': body(() => ({ model: 'fake-model', input: ['Good day.'] })),
  'POST /v1/responses': body(() => ({ model: 'fake-model', input: 'Hello' })),
}

/** Operations that work for a while: they are asked once, and then with what they must refuse. */
export const costly = new Set([
  'GET /api/backups/{name}/archive',
  'POST /api/backups',
  'POST /api/data/backup',
  'POST /api/data/datasets',
  'POST /api/data/export',
  'POST /api/data/import',
  'POST /api/stats/import',
])

const mail = 'needs a mail server: test/e2e/email.test.ts'

const isBrowserAppBuilt = existsSync(join(repositoryRoot, 'plugins/web/app/index.html'))

/** Operations that no request of this test ends well, and why. */
export const neverFine: Record<string, string> = {
  'POST /api/admin/placements/{workspace_id}/move': 'there is one server, which has all workspaces',
  'POST /api/admin/servers/{server_id}/drain': 'there is one server, which has all workspaces',
  'POST /api/agent-apps/runs/{run_id}/cancel': 'needs a run under way: test/e2e/agent-apps-runs.test.ts',
  'POST /api/auth/setup': 'the server is set up already: test/boot',
  'POST /api/conversations/{session_id}/retry': 'needs a turn that failed: test/faults/turn-kills.test.ts',
  'GET /api/developer/sdks/{file}': 'only a built server has packages: test/sdk/packed.test.ts',
  'POST /api/email/account/test': mail,
  'GET /api/email/folders': mail,
  'GET /api/email/messages/{message_id}': mail,
  'GET /api/email/messages/{message_id}/attachments/{n}': mail,
  'GET /api/email/recent': mail,
  'GET /api/email/search': mail,
  'POST /api/email/send': mail,
  'GET /web/plugins/{id}/{hash}/{path}': 'needs an added plugin with a page: test/e2e/plugin-pages.test.ts',
  ...(!isBrowserAppBuilt && {
    'GET /': 'the browser app is not built',
    'GET /llms-full.txt': 'the browser app is not built',
    'GET /llms.txt': 'the browser app is not built',
    'GET /web/{file}': 'the browser app is not built',
  }),
}
