import { globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { itOfOneServer } from '../../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import { changeWorkspace } from '../../../test/support/storage/change-workspace.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-test-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

itOfOneServer('an import that waits in the home of an earlier version is done as it was ordered', async () => {
  const plugins = ['data', 'developer']
  const first = await startTestKernel({ home, plugins, env: { SVC_WORKER_CONCURRENCY: '0' } })
  const { body } = await first.request('POST', '/api/data/import', {
    body: { name: 'One', content: 'a;b\n1;2\n', columns: [{ name: 'x' }, { name: 'y' }], mode: 'job' },
  })
  const inexact = { content: [{ id: 1 }, { id: 2 ** 60 }], name: 'Two' }
  const refused = await first.request('POST', '/api/data/import', { body: inexact })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: '/content/1/id' }] } })
  await first.stop()
  const [database = ''] = globSync('workspaces/*/data_plane.sqlite', { cwd: home })
  const [content = ''] = globSync('workspaces/*/data/??/*', { cwd: home })
  const db = new DatabaseSync(join(home, database))
  const { upload_id, order_json } = db.prepare('SELECT upload_id, order_json FROM data_uploads').get() as {
    upload_id: string
    order_json: string
  }
  db.exec('UPDATE data_uploads SET sha256 = NULL, order_json = NULL')
  db.close()
  const { settings, ...order } = JSON.parse(order_json) as Record<string, unknown>
  const folder = join(home, dirname(database), 'data/imports', upload_id)
  mkdirSync(folder, { recursive: true })
  renameSync(join(home, content), join(folder, 'file'))
  writeFileSync(join(folder, 'order.json'), JSON.stringify({ wish: settings, ...order }))

  const second = await startTestKernel({ home, plugins })
  const ended = () =>
    vi.waitFor(async () => {
      const found = await second.request('GET', `/api/jobs/${body.job_id}`)
      expect(found.body.state).toMatch(/^(?:succeeded|dead)$/)
      return found.body
    }, 20_000)
  const job = await ended()
  expect(job).toMatchObject({ state: 'succeeded', result: { columns: [{ name: 'x' }, { name: 'y' }] } })
  // As where the server ended before it could say that the job is done.
  changeWorkspace(home, `UPDATE kernel_jobs SET state = 'dead' WHERE job_id = '${body.job_id}'`)
  expect((await second.request('POST', `/api/jobs/${body.job_id}/retry`)).status).toBe(200)
  const again = await ended()
  await second.stop()
  expect(again).toMatchObject({ state: 'succeeded', result: job.result })
})
