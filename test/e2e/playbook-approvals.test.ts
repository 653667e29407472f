import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let kernel: TestKernel
let count = 0

beforeAll(async () => {
  kernel = await startTestKernel({ plugins: ['playbooks', 'tools', 'admin', 'developer'] })
})
afterAll(() => kernel?.stop())

const reaches = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const { body } = await kernel.request('GET', `/api/playbooks/runs/${id}`)
      expect(body).toMatchObject({ status })
      return body
    },
    { timeout: 60_000, interval: 30 },
  )

/** A run that has come to its question, and its only approval. */
async function ask(given: object, more: object[] = []) {
  const document = { dsl: '1.0.3', namespace: 'default', name: `asks-${(count += 1)}`, version: '1.0.0' }
  const tasks = [{ ask: { call: 'approval', with: { title: 'Go on?', ...given } } }, ...more]
  const made = await kernel.request('POST', '/api/playbooks', {
    body: { definition: { document, do: tasks } } as never,
  })
  expect(made.body.errors).toBeUndefined()
  const { body } = await kernel.request('POST', '/api/playbooks/runs', { body: { playbook_id: document.name } })
  const waiting = await reaches(body.id, 'waiting')
  return { id: String(body.id), approval: waiting.waiting_for[0].approval, path: `/api/playbooks/runs/${body.id}` }
}
const decide = (path: string, verb: 'approve' | 'deny', body: object = {}, as: 'owner' | 'key' = 'owner') =>
  kernel.request('POST', `${path}/${verb}`, { body: body as never, as })

test('a run waits for a person, who fills in its form, and goes on with that', async () => {
  const form = {
    type: 'object',
    required: ['amount'],
    properties: { amount: { type: 'number' }, currency: { type: 'string', default: 'EUR' } },
  }
  const { id, path, approval } = await ask({ data: { n: 1 }, form }, [{ end: { set: '${ .form }' } }])
  expect(approval).toMatchObject({
    status: 'pending',
    title: 'Go on?',
    data: { n: 1 },
    task: '/do/0/ask',
    approvals_needed: 1,
  })
  expect(await decide(path, 'approve')).toMatchObject({ status: 400, body: { errors: [{ path: '/form/amount' }] } })
  const given = { form: { amount: 5 }, reason: 'fine' }
  expect(await decide(path, 'approve', given)).toMatchObject({
    status: 200,
    body: { status: 'approved', decisions: [{ reason: 'fine' }] },
  })
  expect(await reaches(id, 'completed')).toMatchObject({ output: { amount: 5, currency: 'EUR' } })
  expect(await decide(path, 'approve', given), 'the same again').toMatchObject({
    status: 200,
    body: { status: 'approved' },
  })
  expect(await decide(path, 'deny')).toMatchObject({ status: 409, body: { approval: { status: 'approved' } } })
})

test('one denial decides: it faults, can be caught, or gives the output', async () => {
  const faulting = await ask({})
  await decide(faulting.path, 'deny', { reason: 'no' })
  const { error } = await reaches(faulting.id, 'faulted')
  expect(error).toMatchObject({
    status: 403,
    detail: expect.stringMatching(/^approval_denied: owner .*no$/),
    instance: '/do/0/ask',
  })
  const going = await ask({ on_denied: 'continue' })
  await decide(going.path, 'deny')
  expect(await reaches(going.id, 'completed')).toMatchObject({
    output: { decision: 'denied', decided_by: [{ username: 'owner' }] },
  })
})

test('one that expires faults with a timeout, by a timer that outlives everything', async () => {
  const { id, path } = await ask({ expires_in: 'PT1S' })
  const { error } = await reaches(id, 'faulted')
  expect(error).toMatchObject({ status: 408, type: expect.stringMatching(/timeout$/) })
  expect(await decide(path, 'approve')).toMatchObject({ status: 409, body: { approval: { status: 'expired' } } })
})

test('the key that started a run, a key without the scope by name, and who is not named decide nothing', async () => {
  const { path } = await ask({})
  expect(await decide(path, 'approve', {}, 'key')).toMatchObject({ status: 403 })
  const excluded = await ask({ exclude_starter: true })
  expect(await decide(excluded.path, 'approve')).toMatchObject({
    status: 403,
    body: { detail: 'Somebody other than who started the run decides this.' },
  })
  const named = await ask({ assignees: ['bea'] })
  expect(await decide(named.path, 'approve')).toMatchObject({
    status: 403,
    body: { detail: 'This is for bea to decide.' },
  })
  const byRole = await ask({ assignees: ['role:admin'] })
  expect(await decide(byRole.path, 'approve')).toMatchObject({ status: 200 })
})

test('two approvals need two people; of many decisions at one time one counts', async () => {
  const { path, id } = await ask({ approvals: 2 })
  expect(await decide(path, 'approve')).toMatchObject({ status: 200, body: { status: 'pending', approvals_needed: 2 } })
  expect(await decide(path, 'approve')).toMatchObject({ status: 200, body: { status: 'pending', decisions: [{}] } })
  expect(await reaches(id, 'waiting')).toMatchObject({ status: 'waiting' })
  const other = await ask({})
  const answers = await Promise.all([decide(other.path, 'approve'), decide(other.path, 'deny')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a run that is cancelled withdraws what it asks', async () => {
  const { path, id } = await ask({})
  await kernel.request('POST', `${path}/cancel`, { body: {} })
  await reaches(id, 'cancelled')
  expect(await decide(path, 'approve')).toMatchObject({ status: 409, body: { approval: { status: 'withdrawn' } } })
})

test('what runs ask stands among the approvals, is decided there, and the workspace hears of it', async () => {
  const form = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
  const { id, approval } = await ask({ title: 'Beside tools?', form }, [{ end: { set: '${ .form }' } }])
  const of = (status: string) => kernel.request('GET', `/api/approvals?status=${status}&limit=1`)
  expect((await of('pending')).body.items).toMatchObject([
    { kind: 'playbook', run_id: id, title: 'Beside tools?', status: 'pending' },
  ])
  const path = `/api/approvals/${approval.approval_id}`
  expect(await decide(path, 'approve')).toMatchObject({ status: 400, body: { errors: [{ path: '/form/n' }] } })
  expect(await decide(path, 'approve', { form: { n: 2 } })).toMatchObject({ status: 200, body: { status: 'approved' } })
  expect(await reaches(id, 'completed')).toMatchObject({ output: { n: 2 } })
  expect((await kernel.request('GET', path)).body).toMatchObject({ status: 'approved', playbook: approval.playbook })
  expect((await of('pending')).body.items).not.toMatchObject([{ approval_id: approval.approval_id }])
})

test('a tool under ask makes the run wait for days, and the run itself can be asked to approve it', async () => {
  await kernel.request('PUT', '/api/tools/calculator/grant', { body: { grant: 'ask' } })
  const document = { dsl: '1.0.3', namespace: 'default', name: 'asks-for-a-tool', version: '1.0.0' }
  const call = { call: 'tool', with: { name: 'calculator', arguments: { expression: '6 * 7' } } }
  await kernel.request('POST', '/api/playbooks', { body: { definition: { document, do: [{ call }] } } as never })
  const { body } = await kernel.request('POST', '/api/playbooks/runs', { body: { playbook_id: document.name } })
  const { waiting_for } = await reaches(body.id, 'waiting')
  expect(waiting_for).toMatchObject([{ kind: 'approval', approval: { kind: 'tool', tool_name: 'calculator' } }])
  const { created_at, expires_at } = waiting_for[0].approval
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 24 * 60 * 60 * 1000)
  expect(await decide(`/api/playbooks/runs/${body.id}`, 'approve')).toMatchObject({
    body: { kind: 'tool', error: null },
  })
  const { output } = await reaches(body.id, 'completed')
  expect(JSON.stringify(output)).toContain('42')
})
