import { ManualClock } from '@svc/plugin/testing'
import { expect, it } from 'vitest'
import { PlaybookTestRun } from '../../../../test/support/playbooks.ts'
import type { PlaybookTestOptions } from '../../../../test/support/playbooks.ts'
import type { Catch, TaskList } from '../../definitions/workflow.ts'
import type { Effect } from '../ports.ts'

const output = (value: unknown) => ({ status: 'completed', output: value })

/** One task that tries these. */
function run(tasks: TaskList, handler: Catch, options: PlaybookTestOptions): PlaybookTestRun {
  return new PlaybookTestRun([{ careful: { try: tasks, catch: handler } }], options)
}

it('ends a try that lasts longer than its policy says, over restarts too, and tries again', async () => {
  const clock = new ManualClock()
  const retry = { delay: 'PT10S', limit: { attempt: { count: 1, duration: 'PT1M' } } }
  const inner = [{ pause: { wait: 'PT1H' } }]
  const caught = [{ keep: { set: { detail: '${ $error.detail }', status: '${ $error.status }' } } }]
  const slow = run(inner, { retry, do: caught }, { clock })
  const wakeAt = () => slow.journal.frames.find(({ name }) => name === 'careful')?.wake_at
  expect(await slow.advance()).toEqual({ status: 'waiting' })
  expect(wakeAt()).toBe(clock.now() + 60_000)
  clock.advance(59_999)
  expect(await slow.advance()).toEqual({ status: 'waiting' })
  clock.advance(1)
  // The first try is over, and the pause before the second begins.
  expect(await slow.advance()).toEqual({ status: 'waiting' })
  expect(wakeAt()).toBe(clock.now() + 10_000)
  clock.advance(10_000)
  expect(await slow.advance()).toEqual({ status: 'waiting' })
  expect(wakeAt()).toBe(clock.now() + 60_000)
  clock.advance(60_000)
  const detail = 'The try did not end within 60 s (retry.limit.attempt.duration).'
  expect(await slow.advance()).toEqual(output({ detail, status: 408 }))
  expect(slow.journal.frames.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'careful completed',
    'pause cancelled',
    'pause cancelled',
    'keep completed',
  ])
})

it('ends a try while a process advances it, and one that is in time goes on', async () => {
  const clock = new ManualClock()
  let calls = 0
  const perform = ({ signal }: Effect) => {
    calls += 1
    if (calls === 2) return Promise.resolve({ output: 'in time' })
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  }
  const retry = { limit: { attempt: { duration: 'PT5S' } } }
  const inner: TaskList = [{ get: { call: 'http' } }, { pause: { wait: 'PT4S' } }]
  const slow = run(inner, { retry }, { clock, perform })
  const first = slow.advance()
  await expect.poll(() => calls).toBe(1)
  clock.advance(5000)
  expect(await first).toEqual({ status: 'waiting' })
  expect(calls).toBe(2)
  clock.advance(4000)
  expect(await slow.advance()).toEqual(output('in time'))
})
