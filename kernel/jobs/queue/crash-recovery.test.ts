import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveWorkspaceStore } from '../../drivers/sqlite/jobs/stores/home-store.ts'
import { gated, ids, TestJobs, workspaceId } from '../../../test/rooms/jobs.ts'

let t: TestJobs
beforeEach(async () => {
  t = await TestJobs.start()
})
afterEach(() => t.stop())

describe('the job queue after a crash', () => {
  it('takes back what the dead process ran, its attempt counted, and runs it again', async () => {
    t.bind(() => new Promise(() => undefined))
    await t.jobs.start()
    const job = await t.enqueue()
    await t.reaches(job, 'running')
    t.startOver()
    t.bind(async ({ attempt }) => ({ attempt }))
    await t.jobs.start()
    expect(await t.reaches(job, 'succeeded')).toMatchObject({ attempt: 2, result: { attempt: 2 } })
  })

  it('lets a job that kills its worker each time end in dead, and a cancelled one in cancelled', async () => {
    t.bind(() => new Promise(() => undefined))
    await t.jobs.start()
    const [deadly, cancelled] = [await t.enqueue({ max_attempts: 1 }), await t.enqueue()]
    await Promise.all([t.reaches(deadly, 'running'), t.reaches(cancelled, 'running')])
    await t.jobs.queue.cancel(workspaceId, cancelled.job_id)
    t.startOver()
    t.bind(async () => 'never')
    await t.jobs.start()
    expect(await t.stored(deadly)).toMatchObject({
      state: 'dead',
      error: { message: 'The server ended while it ran this job (attempt 1 of 1).' },
    })
    expect(await t.stored(cancelled)).toMatchObject({ state: 'cancelled' })
  })

  it('drops what the old process answers afterwards', async () => {
    const { handler, started, release } = gated()
    t.bind(handler)
    await t.jobs.start()
    const job = await t.enqueue()
    await vi.waitFor(() => expect(started.length).toBe(1))
    t.startOver()
    t.bind(async () => 'mine')
    await t.jobs.start()
    await t.reaches(job, 'succeeded')
    release()
    await new Promise(setImmediate)
    expect((await t.stored(job)).result).toBe('mine')
  })

  it('opens at the start only the workspaces that have something to do', async () => {
    t.bind(async () => null)
    const idle = ids.create('ws')
    t.planes.data.use(idle, () => null)
    await t.enqueue({ run_at: '2027-01-01T00:00:00.000Z' })
    await t.restart()
    const live = t.planes.data.useKernelFile(db => liveWorkspaceStore.all(db))
    expect(live).toEqual([workspaceId])
    const opened = vi.spyOn(t.planes.data, 'use')
    t.bind(async () => null)
    await t.jobs.start()
    expect(new Set(opened.mock.calls.map(([id]) => id))).toEqual(new Set([workspaceId]))
  })

  it('strikes a workspace off once its last job has ended', async () => {
    t.bind(async () => null)
    await t.jobs.start()
    await t.reaches(await t.enqueue(), 'succeeded')
    expect(t.planes.data.useKernelFile(db => liveWorkspaceStore.all(db))).toEqual([workspaceId])
    await t.store.prune({ succeeded: 0, failed: 0 })
    expect(t.planes.data.useKernelFile(db => liveWorkspaceStore.all(db))).toEqual([])
  })

  it('finds its jobs again when the list of live workspaces is lost', async () => {
    const job = await t.enqueue()
    await t.restart(() => rm(join(t.homePath, 'kernel.sqlite')))
    t.bind(async () => 'found')
    await t.jobs.start()
    await t.reaches(job, 'succeeded')
  })
})
