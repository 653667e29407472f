import { expect, it } from 'vitest'
import { NotFoundError, RateLimitedError, UnavailableError } from '@svc/plugin'
import type { DataPlane, JobContext, SavedCaller } from '@svc/plugin'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import type { ExportRecord } from '../exports/export-record.ts'
import type { Exports } from '../exports/exports.ts'
import { RenderJobs } from './render-job.ts'
import type { RenderPayload } from './render-job.ts'

const order = { items: [{ type: 'markdown', content: 'x' }], format: 'md' } as const
const record = { export_id: 'xpt_1', status: 'running', sha256: null } as ExportRecord

/** The jobs over exports that end with this error, and the codes with which they were failed. */
function jobsOver(error: Error) {
  const failed: unknown[] = []
  const exports: Pick<Exports, 'begin' | 'get' | 'order' | 'make' | 'fail'> = {
    begin: () => record,
    get: () => record,
    order: () => order,
    make: () => Promise.reject(error),
    fail: (_workspaceId, exportId, _userId, why) => void failed.push([exportId, (why as { code: string }).code]),
  }
  const jobs = new RenderJobs({
    exports: exports as Exports,
    data: {} as DataPlane,
    jobs: { enqueue: () => Promise.reject(error) },
    callers: { save: () => ({}) as SavedCaller, resume: async () => testPrincipal() },
  })
  const payload: RenderPayload = { export_id: 'xpt_1', caller: {} as RenderPayload['caller'] }
  const context = { payload, workspace_id: 'ws_1', attempt: 1, signal: new AbortController().signal }
  return { failed, jobs, run: () => jobs.run(context as JobContext<RenderPayload>) }
}

it('a queue that is full at this moment is tried again; what the caller asked for wrongly is not', async () => {
  const full = jobsOver(new RateLimitedError('Too many exports are being made at once.', 5))
  await expect(full.run()).rejects.toMatchObject({ code: 'rate_limited' })
  const wrong = jobsOver(new NotFoundError('There is no such note.'))
  expect(await wrong.run()).toMatchObject({ error: { code: 'not_found' } })
  expect([full.failed, wrong.failed]).toEqual([[], [['xpt_1', 'not_found']]])
})

it('an export that no job can be made for has failed, and can be deleted', async () => {
  const { jobs, failed } = jobsOver(new UnavailableError('The queue is away.'))
  await expect(jobs.enqueue(order as never, testPrincipal())).rejects.toMatchObject({ code: 'unavailable' })
  expect(failed).toEqual([['xpt_1', 'unavailable']])
})
