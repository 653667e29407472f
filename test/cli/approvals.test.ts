import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let server: TestKernel
let cwd: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-cli-approvals-'))
  server = await startTestKernel({ plugins: ['tools', 'developer', 'mcp'], env: { SVC_COMMAND: './svc' } })
  await server.request('PUT', '/api/tools/calculator/grant', { body: { grant: 'ask' }, as: 'owner' })
})
afterAll(async () => {
  await server?.stop()
  await rm(cwd, { recursive: true, force: true })
})

const svc = (...args: string[]) => runSvcHere(['approvals', ...args], { cwd, env: { SVC_HOME: server.home } })

async function ask(expression: string) {
  return server.request('POST', '/api/tools/calculator/call', { body: { arguments: { expression } }, as: 'key' })
}

it('svc approvals lists what waits, shows it, approves and denies, as the person at the machine', async () => {
  expect((await svc('list')).stdout).toBe('No call waits.\n')
  const { body: first, headers, status } = await ask('6 * 7')
  const { body: second } = await ask('1 + 1')
  expect([status, headers.get('location')]).toEqual([202, first.url])
  expect(first.message).toContain(
    `: ./svc approvals approve ${first.approval_id}, or ./svc approvals deny ${first.approval_id}. `,
  )

  const listed = (await svc('list')).stdout.trimEnd().split('\n')
  expect(listed.slice(1).map(line => line.split(/ {2,}/))).toEqual(
    [second, first].map(({ approval_id }) => [
      approval_id,
      'pending',
      'calculator',
      server.owner.username,
      expect.stringMatching(/^\d{4}-/) as string,
      expect.stringContaining('expression') as string,
    ]),
  )
  const page = (await svc('list', '--limit', '1')).stdout
  const cursor = /\nThere are more: --cursor (\S+)\n$/.exec(page)?.[1] ?? ''
  const next = (await svc('list', '--limit', '1', '--cursor', cursor)).stdout.trimEnd().split('\n')
  expect(next.map(line => line.split(' ', 1)[0])).toEqual(['APPROVAL', first.approval_id])
  const shown = await svc('show', first.approval_id)
  expect(shown.stdout).toContain('"expression": "6 * 7"')
  expect(shown.stderr).toContain(`svc approvals approve ${first.approval_id}`)

  const approved = await svc('approve', first.approval_id, '--reason', 'It is only a sum.')
  expect([approved.code, JSON.parse(approved.stdout)]).toEqual([0, { result: 42, text: '42' }])
  const denied = await svc('deny', second.approval_id)
  expect(denied.stdout).toBe('calculator is denied. Nothing ran.\n')
  expect((await svc('list')).stdout).toBe('No call waits.\n')
  expect((await svc('list', '--all')).stdout).toMatch(/approved[^]*calculator/)

  const again = await svc('approve', second.approval_id)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('denied already') as string])
  const url = new URL(first.url)
  const after = await server.request('GET', url.pathname, { as: 'key' })
  expect(after.body).toMatchObject({ status: 'approved', reason: 'It is only a sum.', result: { result: 42 } })
})

it('a key that may not decide gets to know who may, and how', async () => {
  const { body } = await ask('3 * 3')
  const env = { SVC_HOME: server.home, SVC_BASE_URL: server.url, SVC_API_KEY: server.key }
  const refused = await runSvcHere(['approvals', 'approve', body.approval_id], { cwd, env })
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('without SVC_API_KEY and SVC_BASE_URL') as string,
  ])
  expect((await svc('approve', body.approval_id)).code).toBe(0)
})

it('a call waits for a day', async () => {
  const { body } = await ask('2 * 2')
  const { body: approval } = await server.request('GET', `/api/approvals/${body.approval_id}`)
  expect(Date.parse(approval.expires_at) - Date.parse(approval.created_at)).toBe(24 * 60 * 60 * 1000)
})
