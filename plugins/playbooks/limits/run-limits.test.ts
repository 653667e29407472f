import type { JsonValue } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { expect, it } from 'vitest'
import { PlaybookTestRun } from '../../../test/support/playbooks.ts'
import type { PlaybookTestOptions } from '../../../test/support/playbooks.ts'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import { fault } from '../interpreter/fault.ts'

// Each limit at its real number: what is just within it, and what is one over it.

const mebibyte = 1024 * 1024
const dayMs = 24 * 60 * 60 * 1000

function run(tasks: object[], options: Partial<PlaybookTestOptions> = {}, more: Partial<WorkflowDefinition> = {}) {
  return new PlaybookTestRun(tasks as WorkflowDefinition['do'], { clock: new ManualClock(), ...options }, more)
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ [`t${n}`]: { set: { n } } }))
const runtimeFault = (instance: string, detail: string | RegExp) => ({
  status: 'faulted',
  error: {
    type: 'https://serverlessworkflow.io/spec/1.0.0/errors/runtime',
    title: 'Runtime error',
    status: 500,
    detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    instance,
  },
})

it('a run executes 10,000 tasks and no more', async () => {
  // The loop itself is one.
  const loop = (tasks: number) => [{ loop: { for: { in: '[range(3333)]' }, do: numbered(tasks) } }]
  const within = run(loop(3))
  expect(await within.advance()).toMatchObject({ status: 'completed' })
  expect(within.journal.size).toBe(10_000)
  const over = run([...loop(3), { one: { set: { more: true } } }])
  const detail =
    'The run has executed 10000 tasks, which is as many as one may (playbooks.max_task_executions; 1,000 in a dry run).'
  expect(await over.advance()).toEqual(runtimeFault('/', detail))
}, 60_000)

it('a loop takes 10,000 items and no more', async () => {
  const loop = (items: number) => [{ loop: { for: { in: `[range(${items})]` }, while: 'false', do: numbered(1) } }]
  expect(await run(loop(10_000)).advance()).toMatchObject({ status: 'completed' })
  const detail = 'for.in gives 10001 items; a loop takes at most 10000.'
  expect(await run(loop(10_001)).advance()).toEqual(runtimeFault('/do/0/loop', detail))
})

it('a run jumps back 1,000 times without an effect, and as often again after one', async () => {
  const endless = run([{ a: { set: {}, then: 'a' } }])
  const detail = 'The run has jumped back 1001 times without an effect in between, and is taken for an endless loop.'
  expect(await endless.advance()).toEqual(runtimeFault('/do/0/a', detail))
  expect(endless.journal.size).toBe(1001)
  let calls = 0
  const perform = () => {
    calls += 1
    return calls < 1500 ? Promise.resolve({ output: null }) : Promise.reject(fault('communication', 'enough'))
  }
  expect(await run([{ a: { call: 'http', then: 'a' } }], { perform }).advance()).toMatchObject({
    error: { detail: 'enough' },
  })
})

it.each([
  ['the output of a task', (value: JsonValue) => ({ set: { value } }), 'The output', `{"value":""}`],
  [
    '$context',
    (value: JsonValue) => ({ set: { a: 1 }, export: { as: { value } } }),
    String.raw`\$context`,
    `{"value":""}`,
  ],
])('%s has 1 MiB and not a byte more', async (_what, task, named, around) => {
  const fits = 'x'.repeat(mebibyte - around.length)
  expect(await run([{ big: task(fits) }], {}, { output: { as: '"small"' } }).advance()).toMatchObject({
    status: 'completed',
  })
  const detail = new RegExp(
    `^${named} has 1048577 bytes; at most 1048576 are kept. Take what is needed of it, with output.as.$`,
  )
  expect(await run([{ big: task(`${fits}x`) }]).advance()).toEqual(runtimeFault('/do/0/big', detail))
})

it('the output of a run has 1 MiB and not a byte more', async () => {
  const inputs = { half: 'x'.repeat(mebibyte / 2 - 4) }
  const as = (more: string) => ({ output: { as: `[.half, .half + "${more}"]` } })
  expect(await run([{ a: { set: '${ . }' } }], { inputs }, as('x')).advance()).toMatchObject({ status: 'completed' })
  const over = await run([{ a: { set: '${ . }' } }], { inputs }, as('xx')).advance()
  expect(over).toEqual(runtimeFault('/', /^The output of the run has 1048577 bytes; /))
})

it('a policy without a limit retries three times, and one with 100 a hundred times', async () => {
  const tries = async (retry: object): Promise<number> => {
    let count = 0
    const perform = () => {
      count += 1
      return Promise.reject(fault('communication', 'busy'))
    }
    await run([{ attempt: { try: [{ get: { call: 'http' } }], catch: { retry } } }], { perform }).advance()
    return count - 1
  }
  expect(await tries({})).toBe(3)
  expect(await tries({ limit: { attempt: { count: 100 } } })).toBe(100)
})

it('a pause between two tries is an hour at most, unless the other side asks for more', async () => {
  const clock = new ManualClock()
  let retryAfterSeconds: number | undefined
  const perform = () => Promise.reject(fault('communication', 'busy', { retryAfterSeconds }))
  const retry = { delay: 'PT10M', backoff: { exponential: {} }, limit: { attempt: { count: 10 } } }
  const tried = run([{ attempt: { try: [{ get: { call: 'http' } }], catch: { retry } } }], { clock, perform })
  const pauses: number[] = []
  for (let n = 0; n < 5; n += 1) {
    if (n === 4) retryAfterSeconds = 7200
    expect(await tried.advance()).toEqual({ status: 'waiting' })
    const pause = (tried.journal.frames.find(({ name }) => name === 'attempt')?.wake_at ?? 0) - clock.now()
    pauses.push(pause / 60_000)
    clock.advance(pause)
  }
  expect(pauses).toEqual([10, 20, 40, 60, 120])
})

it('a run without a timeout of its own is over after 30 days', async () => {
  const clock = new ManualClock()
  const waits = run([{ pause: { wait: { days: 366 } } }], { clock })
  expect(await waits.advance()).toEqual({ status: 'waiting' })
  clock.advance(30 * dayMs)
  expect(await waits.advance()).toMatchObject({
    status: 'faulted',
    error: { status: 408, detail: 'The run did not end within its timeout.' },
  })
})
