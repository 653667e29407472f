import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-test-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

it('an import that waits in the home of an earlier version is done as it was ordered', async () => {
  const plugins = ['data', 'developer']
  const first = await startTestKernel({ home, plugins, env: { SVC_WORKER_CONCURRENCY: '0' } })
  const { body } = await first.request('POST', '/api/data/import', {
    body: { name: 'One', content: 'a;b\n1;2\n', columns: [{ name: 'x' }, { name: 'y' }], mode: 'job' },
  })
  await first.stop()
  const [file = ''] = globSync('workspaces/*/data/imports/*/order.json', { cwd: home })
  const { settings, ...order } = JSON.parse(readFileSync(join(home, file), 'utf8')) as Record<string, unknown>
  writeFileSync(join(home, file), JSON.stringify({ wish: settings, ...order }))

  const second = await startTestKernel({ home, plugins })
  const job = await vi.waitFor(async () => {
    const found = await second.request('GET', `/api/jobs/${body.job_id}`)
    expect(found.body.state).toMatch(/^(?:succeeded|dead)$/)
    return found.body
  }, 20_000)
  await second.stop()
  expect(job).toMatchObject({ state: 'succeeded', result: { columns: [{ name: 'x' }, { name: 'y' }] } })
})
