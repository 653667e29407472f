import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { UnavailableError } from '@svc/plugin'
import { AuditTrail } from '../../kernel/auth/audit-trail.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let svc: TestKernel
const owned = { as: 'owner' } as const
beforeAll(async () => {
  const domains = ['data', 'email', 'export', 'files', 'memory', 'ml', 'playbooks', 'research', 'stats', 'webhooks']
  svc = await startTestKernel({
    plugins: [...domains, 'admin', 'conversations', 'developer', 'models', 'tools', 'workspace'],
  })
}, 120_000)
afterAll(() => svc?.stop())

interface Deletion {
  path: string
  body?: JsonValue
  /** Where it can still be read; `path` when absent. */
  read?: string
}

async function make(method: string, path: string, body: JsonValue) {
  const answer = await svc.request(method, path, { ...owned, body })
  expect(answer, path).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) as number })
  return answer.body
}

const write = async (path: string): Promise<string> => {
  const headers = { authorization: `Bearer ${svc.key}` }
  const put = await fetch(`${svc.url}/api/files/content/${path}`, { method: 'PUT', headers, body: path })
  const { file_id } = (await put.json()) as { file_id: string }
  await svc.request('DELETE', `/api/files/${file_id}`)
  return file_id
}

const playbook = `document: { dsl: '1.0.3', namespace: default, name: greet, version: '1.0.0' }
do:
  - greet: { set: { text: hello } }
`

/** One record of each kind, and how it is deleted. What lies in another stands before it. */
async function records(): Promise<Record<string, Deletion>> {
  const research = '/api/research/projects'
  const project = `${research}/${(await make('POST', research, { title: 'Naps' })).research_project_id as string}`
  const claim = await make('POST', `${project}/claims`, { text: 'We nap.' })
  const { items } = await make('POST', `${project}/sources`, { text: 'They had slept for an hour.', title: 'Naps' })
  const report = await make('POST', `${project}/reports`, { title: 'R', body: 'We nap.' })
  const data = { name: 'naps', format: 'csv', content: 'a,b\n1,2\n' }
  const dataset = await make('POST', '/api/data/import', data)
  const analysis = await make('POST', '/api/stats/analyze', {
    ...{ method: 'descriptives', dataset_id: dataset.dataset_id, variables: { variables: ['a'] } },
  })
  const experiment = await make('POST', '/api/ml/experiments', { name: 'naps' })
  const run = await make('POST', '/api/ml/runs', { name: 'first' })
  await make('POST', '/api/ml/models', { name: 'sleeper' })
  const note = await make('POST', '/api/workspace/notes', { title: 'N', body: 'zzz' })
  const task = await make('POST', '/api/workspace/tasks', { title: 'Sleep' })
  const exported = await svc.request('POST', '/api/export', {
    body: { items: [{ type: 'markdown', content: '# Naps' }], format: 'md' },
  })
  const made = await make('POST', '/api/playbooks', { source: playbook })
  await make('PUT', '/api/playbooks/secrets/token', { value: 'hush' })
  const conversation = await make('POST', '/api/conversations', {})
  const webhook = await make('POST', '/api/developer/webhooks', { url: 'https://example.com/h', events: ['job.*'] })
  const host = { host: 'mail.example.com' }
  await make('PUT', '/api/email/account', { address: 'a@example.com', password: 'p', imap: host, smtp: host })
  const memory = await make('POST', '/api/memory', { content: 'The hedgehog sleeps in winter.' })
  await make('POST', '/api/memory', { content: 'Bats hang from the roof of the cave.', source: 'zoo' })
  const trashed = [await write('a.txt'), await write('b.txt')]
  const trash = '/api/files/trash'
  return {
    'research.claim.deleted': { path: `${project}/claims/${claim.claim_id as string}` },
    'research.source.deleted': { path: `${project}/sources/${items[0].source_id as string}` },
    'research.report.deleted': { path: `${project}/reports/${report.report_id as string}` },
    'research.project.deleted': { path: project, body: { confirm: 'Naps' } },
    'analysis.deleted': { path: `/api/stats/analyses/${analysis.analysis_id as string}` },
    'dataset.deleted': { path: `/api/data/datasets/${dataset.dataset_id as string}`, body: { confirm: 'naps' } },
    'ml.experiment.deleted': { path: `/api/ml/experiments/${experiment.experiment_id as string}` },
    'ml.run.deleted': { path: `/api/ml/runs/${run.run_id as string}` },
    'ml.model.deleted': { path: '/api/ml/models/sleeper' },
    'note.deleted': { path: `/api/workspace/notes/${note.note_id as string}` },
    'task.deleted': { path: `/api/workspace/tasks/${task.task_id as string}` },
    'export.deleted': { path: `/api/export/${exported.headers.get('x-export-id')}` },
    'playbook.deleted': { path: `/api/playbooks/${made.id as string}` },
    'playbook.secret.deleted': { path: '/api/playbooks/secrets/token', read: '/api/playbooks/secrets' },
    'conversation.deleted': { path: `/api/conversations/${conversation.session_id as string}` },
    'webhook.deleted': { path: `/api/developer/webhooks/${webhook.id as string}` },
    'email.account.deleted': { path: '/api/email/account' },
    'memory.deleted': { path: `/api/memory/${memory.id as string}` },
    'memory.source_deleted': { path: '/api/memory?source=zoo' },
    'file.deleted': { path: `${trash}/${trashed[0]}`, read: trash },
    'file.trash_emptied': { path: trash },
  }
}

it('nothing is deleted whose deletion the audit log cannot keep; later it is, and stands there', async () => {
  const all = Object.entries(await records())
  const read = async () =>
    Object.fromEntries(
      await Promise.all(
        all.map(async ([action, { path, read: other }]) => {
          const { status, body } = await svc.request('GET', other ?? path, owned)
          return [action, { status, body: body as unknown }] as const
        }),
      ),
    )
  const remove = async () => {
    const statuses: Record<string, number> = {}
    for (const [action, { path, body }] of all)
      statuses[action] = (await svc.request('DELETE', path, { ...owned, ...(body !== undefined && { body }) })).status
    return statuses
  }
  const before = await read()
  expect(Object.values(before).map(({ status }) => status)).toEqual(all.map(() => 200))

  const append = vi.spyOn(AuditTrail.prototype, 'append')
  append.mockRejectedValue(new UnavailableError('The audit log cannot be written.'))
  expect(await remove()).toEqual(Object.fromEntries(all.map(([action]) => [action, 503])))
  expect(await read()).toEqual(before)

  append.mockRestore()
  const statuses = Object.values(await remove())
  expect(statuses.filter(status => status !== 204 && status !== 200)).toEqual([])
  const { body } = await svc.request<{ items: { action: string }[] }>('GET', '/api/admin/audit?limit=200', owned)
  const deleted = body.items.map(({ action }) => action).filter(action => all.some(([name]) => name === action))
  expect(deleted.toReversed()).toEqual(all.map(([action]) => action))
}, 120_000)
