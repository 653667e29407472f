import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const examples = join(repositoryRoot, 'examples')
let kernel: TestKernel

beforeAll(async () => {
  kernel = await startTestKernel({
    plugins: ['admin', 'developer', 'tools'],
    pluginFolders: [join(examples, 'hello-guest'), join(examples, 'hello-plugin')],
    env: { SVC_HELLO_SALUTATION: 'Ahoy' },
  })
})

afterAll(() => kernel.stop())

test('the example plugins boot, the provider before its guest', () => {
  const ids = kernel.report.plugins.map(({ id }) => id)
  expect(ids.indexOf('hello')).toBeLessThan(ids.indexOf('hello-guest'))
})

test('its route answers with its configuration and its migration has made the table', async () => {
  const made = await kernel.request('POST', '/api/hello', { body: { name: 'Ada' } })
  expect([made.status, made.body.text]).toEqual([201, 'Ahoy, Ada!'])
  const { body } = await kernel.request('GET', '/api/hello')
  expect(body.items).toContainEqual(made.body)
})

test('its job greets in the background', async () => {
  const answer = await kernel.request('POST', '/api/hello/later', { body: { name: 'Grace' } })
  expect([answer.status, answer.body]).toEqual([202, { job_id: expect.stringMatching(/^job_/) as string }])
  await vi.waitFor(async () => {
    const { body } = await kernel.request('GET', '/api/hello')
    expect(body.items.map(({ name }: { name: string }) => name)).toContain('Grace')
  })
})

test('its tool, which writes, can be called by name once a person has approved', async () => {
  const asked = await kernel.request('POST', '/api/tools/hello_greet/call', { body: { arguments: { name: 'Alan' } } })
  expect(asked.status).toBe(202)
  const path = `/api/approvals/${asked.body.approval_id}/approve`
  const { status, body } = await kernel.request('POST', path, { as: 'owner' })
  expect([status, body.result]).toEqual([200, 'Ahoy, Alan!'])
})

test('its guest uses its service without importing it', async () => {
  const { body } = await kernel.request('POST', '/api/hello-guest')
  expect(body).toEqual({ text: 'Ahoy, owner!' })
})
