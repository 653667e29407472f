import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'

let server: TestKernel
let cwd: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-cli-keys-'))
  server = await startTestKernel({ plugins: ['developer'] })
})
afterAll(async () => {
  await server.stop()
  await rm(cwd, { recursive: true, force: true })
})

const svc = (...args: string[]) => runSvcHere(['key', ...args], { cwd, env: { SVC_HOME: server.home } })
const me = (key: string) =>
  server.request('GET', '/api/auth/me', { as: 'none', headers: { authorization: `Bearer ${key}` } })

it('svc key create prints a key and nothing else, list shows it, revoke ends it', async () => {
  const { stdout, stderr, code } = await svc('create', 'my laptop', '--scopes', 'jobs:read, jobs:write', '--days', '3')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^svc_\S+\n$/)])
  const id = /svc key revoke (key_\w+)/.exec(stderr)?.[1] ?? ''
  const key = stdout.trim()
  expect((await me(key)).body).toMatchObject({
    user: { username: server.owner.username },
    scopes: ['jobs:read', 'jobs:write'],
  })

  const row = (await svc('list')).stdout.split('\n').find(line => line.startsWith(id))
  expect(row).toContain('my laptop')
  expect(row).not.toContain(key)
  const listed = JSON.parse((await svc('list', '--json')).stdout) as { id: string; expires_at: string }[]
  const ends = Date.parse(listed.find(each => each.id === id)?.expires_at ?? '')
  expect(Math.round((ends - Date.now()) / 86_400_000)).toBe(3)

  expect((await svc('revoke', id)).stdout).toBe(`The key ${id} has ended.\n`)
  expect((await me(key)).status).toBe(401)
})

it('svc key create names a scope that there is not, and makes no key', async () => {
  const before = (await svc('list')).stdout
  const { stderr, code } = await svc('create', 'x', '--scopes', 'nonsense')
  expect([code, stderr]).toEqual([2, expect.stringContaining('"nonsense" is no scope; known are *, ')])
  expect((await svc('list')).stdout).toBe(before)
})
