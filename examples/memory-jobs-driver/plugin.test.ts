import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { itOfOneServer } from '../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'
import { runSvcHere } from '../../test/support/programs/run-svc.ts'

const pluginFolders = [import.meta.dirname, join(import.meta.dirname, '../hello-plugin')]
let folder: string
let kernel: TestKernel | null = null

async function start(env: Record<string, string>): Promise<TestKernel> {
  const plugins = ['developer', 'jobs']
  kernel = await startTestKernel({ home: join(folder, 'home'), plugins, pluginFolders, env })
  return kernel
}

async function stop(): Promise<void> {
  await kernel?.stop()
  kernel = null
}

/** Has a job done, and answers whether it is known after a restart. */
async function isKnownAfterRestart(env: Record<string, string>): Promise<boolean> {
  const first = await start(env)
  const { body } = await first.request('POST', '/api/jobs', { body: { kind: 'hello.greet', payload: { name: 'Ada' } } })
  const path = `/api/jobs/${body.job_id}`
  await vi.waitFor(async () => expect((await first.request('GET', path)).body.state).toBe('succeeded'), 10_000)
  await stop()
  const { status } = await (await start(env)).request('GET', path)
  await stop()
  expect([200, 404]).toContain(status)
  return status === 200
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-driver-'))
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

itOfOneServer('keeps the jobs of a server whose setting names it, until that ends', async () => {
  expect(await isKnownAfterRestart({ SVC_JOBS_DRIVER: 'memory-jobs' })).toBe(false)
})

it.each([
  ['backup restore', ['backup', 'restore', 'any.tar.gz']],
  ['jobs move', ['jobs', 'move', '--to', 'postgres']],
])('is named by svc %s, which refuses because it cannot reach it', async (_command, args) => {
  const env = { SVC_HOME: join(folder, 'home'), SVC_PLUGINS: import.meta.dirname, SVC_JOBS_DRIVER: 'memory-jobs' }
  const { code, stderr } = await runSvcHere(args, { cwd: folder, env })
  expect([code, stderr]).toEqual([1, expect.stringContaining('SVC_JOBS_DRIVER names the driver "memory-jobs"')])
})

it('is not used by a server that has the plugin and names no driver', async () => {
  expect(await isKnownAfterRestart({})).toBe(true)
})
