import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job } from '@svc/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSvcHere } from '../support/programs/run-svc.ts'
import type { SvcRun } from '../support/programs/run-svc.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let server: TestKernel
let cwd: string
let env: Record<string, string>

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-cli-jobs-'))
  server = await startTestKernel({ plugins: ['developer'] })
  env = { SVC_HOME: server.home }
})
afterAll(async () => {
  await server.stop()
  await rm(cwd, { recursive: true, force: true })
})

const svc = (...args: string[]): Promise<SvcRun> => runSvcHere(['jobs', ...args], { cwd, env })

async function json<Value>(...args: string[]): Promise<Value> {
  const { code, stdout, stderr } = await svc(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Value
}

describe('svc jobs', () => {
  it('enqueues with every option, shows, lists and counts', async () => {
    const job = await json<Job>(
      'enqueue',
      'words.count',
      '--payload',
      '{"text": "to be"}',
      '--queue',
      'slow',
      '--priority',
      '7',
      '--run-at',
      '2099-01-01T00:00:00Z',
      '--max-attempts',
      '2',
      '--unique-key',
      'k',
    )
    expect(job).toMatchObject({
      kind: 'words.count',
      payload: { text: 'to be' },
      queue: 'slow',
      priority: 7,
      run_at: '2099-01-01T00:00:00.000Z',
      max_attempts: 2,
      state: 'queued',
    })
    const [shown, listed, none, stats, table] = await Promise.all([
      svc('show', job.job_id),
      svc('list', '--queue', 'slow', '--state', 'queued', '--limit', '5'),
      svc('list', '--kind', 'other.kind'),
      svc('stats'),
      json<{ items: Job[] }>('list', '--queue', 'slow'),
    ])
    expect(shown.stdout).toMatch(/^kind +words\.count$/m)
    expect(shown.stdout).toMatch(/^payload +\{"text":"to be"\}$/m)
    expect(listed.stdout.split('\n')[1]).toMatch(new RegExp(`^${job.job_id} +queued +words\\.count +slow +0/2 `))
    expect(none.stdout).toBe('No job is like that. All of them: svc jobs list\n')
    expect(stats.stdout).toMatch(/^QUEUE +QUEUED +RUNNING .*\nslow +1 +0 /)
    expect(table.items).toEqual([job])
  })

  it('cancels, retries and redrives', async () => {
    const job = await json<Job>('enqueue', 'test.cancel')
    expect((await svc('cancel', job.job_id)).stdout).toBe(`${job.job_id} is cancelled.\n`)
    expect((await svc('retry', job.job_id)).stdout).toBe(`${job.job_id} is queued again.\n`)
    expect(await json('redrive', '--kind', 'test.cancel', '--limit', '5')).toEqual({ redriven: 0 })
    const again = await svc('retry', job.job_id)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The job is queued already') as string])
  })

  it('makes, lists and deletes schedules', async () => {
    const cron = ['--cron', '0 9 * * 1-5', '--timezone', 'Europe/London']
    const made = await svc('schedule', 'morning', ...cron, '--kind', 'reports.send', '--payload', '1', '--skip-missed')
    expect(made.stdout).toMatch(/^The schedule morning is stored\. It runs next at \d{4}-/)
    expect((await svc('schedules')).stdout).toMatch(
      /^NAME +CRON .*\nmorning +0 9 \* \* 1-5 +Europe\/London +reports\.send /,
    )
    expect(await json('schedules')).toMatchObject({
      items: [{ name: 'morning', misfire: 'skip', job: { payload: 1 } }],
    })
    expect((await svc('unschedule', 'morning')).stdout).toBe('The schedule morning is deleted.\n')
    expect((await svc('unschedule', 'morning')).code).toBe(1)
  })

  it('calls it wrong use when an option or a value cannot be meant, and says which', async () => {
    const wrong: [string[], RegExp][] = [
      [['enqueue', 'a.b', '--payload', '{x}'], /--payload must be JSON/],
      [['enqueue', 'a.b', '--priority', 'high'], /--priority must be a whole number, and is "high"/],
      [
        ['list', '--state', 'done'],
        /--state must be one of queued, running, succeeded, cancelled, dead, and is "done"/,
      ],
      [['list', '--sate', 'dead'], /unknown option '--sate'/],
      [['schedule', 'x', '--kind', 'a.b'], /Say when and what/],
    ]
    const runs = await Promise.all(wrong.map(([args]) => svc(...args)))
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(
      wrong.map(([, message]) => [2, expect.stringMatching(message) as string]),
    )
  })

  it('says that there is no such job', async () => {
    const { code, stderr } = await svc('show', 'job_none')
    expect([code, stderr]).toEqual([1, 'svc: There is no such job.\n'])
  })
})
