import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { repositoryRoot } from '../support/repository.ts'

let svc: TestKernel

beforeAll(async () => {
  svc = await startTestKernel({ manifests: join(repositoryRoot, 'manifests') })
})
afterAll(() => svc?.stop())

const start = async (playbook_id: string, inputs: Record<string, string> = {}) =>
  (await svc.request('POST', '/api/playbooks/runs', { body: { playbook_id, inputs, wait_seconds: 30 }, as: 'owner' }))
    .body
const noteOf = async (id: string) => (await svc.request('GET', `/api/workspace/notes/${id}`)).body

it('all of them are served on an empty home', async () => {
  const { items, problems } = (await svc.request('GET', '/api/playbooks')).body
  expect(problems).toEqual([])
  expect(items.map(({ name }: { name: string }) => name)).toEqual([
    'brief-with-approval',
    'nightly-dataset-report',
    'retry-and-compensate',
  ])
})

it('the report lists the datasets in a note, without asking anybody for the tools that its folder names', async () => {
  const empty = await start('nightly-dataset-report')
  expect(empty).toMatchObject({ status: 'completed' })
  expect((await noteOf(empty.output.note_id)).body).toContain('0 datasets with 0 rows.')
  await svc.request('POST', '/api/data/import', {
    body: { name: 'Harvest', format: 'csv', content: 'a,b\n1,2\n3,4\n' },
  })
  const { output } = await start('nightly-dataset-report')
  expect((await noteOf(output.note_id)).body).toContain('- Harvest: 2 rows, 2 columns, version 1')
  const schedule = (await svc.request('GET', '/api/playbooks/nightly-dataset-report')).body.schedule
  expect(schedule).toMatchObject({ cron: '0 2 * * *', enabled: false })
})

it('the brief is written from the memory by the offline model, and kept once a person approves', async () => {
  await svc.request('POST', '/api/memory', {
    body: { content: 'Bees dance to tell where flowers are.', source: 'almanac' },
  })
  const asked = await start('brief-with-approval', { topic: 'bees' })
  expect(asked).toMatchObject({ status: 'waiting', waiting_for: [{ kind: 'approval' }] })
  const { approval } = asked.waiting_for[0]
  expect([approval.title, approval.body]).toEqual(['Keep the brief about bees?', expect.stringContaining('dance')])
  const body = { form: { title: 'On bees' } }
  await svc.request('POST', `/api/playbooks/runs/${asked.id}/approve`, { body, as: 'owner' })
  await expect
    .poll(async () => (await svc.request('GET', `/api/playbooks/runs/${asked.id}`)).body.status, { timeout: 20_000 })
    .toBe('completed')
  const { output } = (await svc.request('GET', `/api/playbooks/runs/${asked.id}`)).body
  expect(await noteOf(output.note_id)).toMatchObject({ title: 'On bees', body: output.brief, tags: ['brief'] })
})
