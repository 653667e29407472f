import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, makeKey, openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

let installation: Installation
beforeAll(async () => {
  installation = await openInstallation()
})
afterAll(() => installation.close())

it('keeps the attempts of a job whose workspace cannot be opened for a while', async () => {
  const start = async () => {
    const process = installation.start(await installation.home())
    return { process, url: await process.ready }
  }
  const first = await start()
  const second = await start()
  const key = await makeKey(first.url)
  // One of the two has taken the workspace.
  const { headers } = await ask(first.url, key, 'GET', '/api/workspace/notes')
  const serverAt = async (url: string) => (await ask(url, null, 'GET', '/api/auth/me')).headers.get('x-svc-server')
  const isFirst = headers.get('x-svc-server') === (await serverAt(first.url))
  const [owner, other] = isFirst ? [first, second] : [second, first]
  const run_at = new Date(Date.now() + 2000).toISOString()
  const job = { kind: 'faults.work', payload: { n: 1 }, max_attempts: 1, run_at }
  const made = await ask(other.url, key, 'POST', '/api/jobs', job)
  const { job_id } = made.body as { job_id: string }

  owner.process.signal('SIGKILL')
  await owner.process.exited
  const database = new pg.Client(installation.env['DATABASE_URL'])
  database.on('error', () => undefined)
  await database.connect()
  await database.query(`CREATE TABLE kept AS SELECT * FROM svc.workspace_log`)
  await database.query(`UPDATE svc.workspace_log SET pages = 'damaged' WHERE kind = 'pages'`)
  const said = () => other.process.stdout() + other.process.stderr()
  const givenBack = 'a job is given back: its workspace cannot be entered now'
  await expect.poll(said, { timeout: 30_000 }).toContain(givenBack)

  await database.query(
    `UPDATE svc.workspace_log AS l SET pages = kept.pages FROM kept WHERE (l.workspace_id, l.seq) = (kept.workspace_id, kept.seq)`,
  )
  await database.end()
  const find = async () => (await ask(other.url, key, 'GET', `/api/jobs/${job_id}`)).body
  await expect.poll(find, { timeout: 30_000 }).toMatchObject({ state: 'succeeded', attempt: 1 })
}, 90_000)
