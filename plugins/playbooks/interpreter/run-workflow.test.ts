import type { JsonLike, JsonValue } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { expect, it } from 'vitest'
import { PlaybookTestRun } from '../../../test/support/playbooks.ts'
import type { PlaybookTestOptions } from '../../../test/support/playbooks.ts'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import { Fault, fault } from './fault.ts'
import type { Effect } from './ports.ts'

type Options = Partial<PlaybookTestOptions> & { more?: Partial<WorkflowDefinition> }

function run(tasks: WorkflowDefinition['do'], { more, ...options }: Options = {}): PlaybookTestRun {
  return new PlaybookTestRun(tasks, { clock: new ManualClock(), ...options }, more)
}

const output = (value: JsonValue) => ({ status: 'completed', output: value })
const add = (name: string) => ({ [name]: { set: { names: `\${ .names + ["${name}"] }` } } })
const outputs = (value: JsonValue) => () => Promise.resolve({ output: value })

it('runs tasks one after the other, each with the output of the one before', async () => {
  const tasks = [add('a'), { both: { do: [add('b'), add('c')] } }, add('d')]
  expect(await run(tasks).advance()).toEqual(output({ names: ['a', 'b', 'c', 'd'] }))
})

it('takes what input.from, output.as and export.as say, and gives $context to the tasks behind', async () => {
  const tasks = [
    {
      first: {
        input: { from: '.user' },
        set: { id: '${ .id }' },
        output: { as: '.id' },
        export: { as: '{ seen: . }' },
      },
    },
    { second: { set: { input: '${ . }', seen: '${ $context.seen }', text: 'no ${ .expression }' } } },
  ] as WorkflowDefinition['do']
  const inputs = { user: { id: 7 } }
  const more = { output: { as: '. + { at: $context.seen }' } }
  const expected = { input: 7, seen: 7, text: 'no ${ .expression }', at: 7 }
  expect(await run(tasks, { inputs, more }).advance()).toEqual(output(expected))
})

it('skips a task whose condition is false: its input is its output', async () => {
  const skipped = run([{ never: { if: '.wanted', set: { a: 1 } } }], { inputs: { wanted: false } })
  expect(await skipped.advance()).toEqual(output({ wanted: false }))
  expect(skipped.journal.frames).toMatchObject([{ status: 'completed', skipped: true }])
})

it('goes where then says: to a task, out of the list, to the end of the run', async () => {
  const inner = [{ ...add('b'), b: { ...add('b')['b'], then: 'exit' } }, add('never')] as WorkflowDefinition['do']
  const tasks = [
    { a: { set: { names: ['a'] }, then: 'c' } },
    { d: { set: { names: '${ .names + ["d"] }' }, then: 'end' } },
    { c: { do: inner, then: 'd' } },
  ] as WorkflowDefinition['do']
  expect(await run(tasks).advance()).toEqual(output({ names: ['a', 'b', 'd'] }))
})

it('takes the first case that fits, or the task behind', async () => {
  const tasks = (color: string): WorkflowDefinition['do'] => [
    {
      choose: {
        switch: [{ red: { when: '.color == "red"', then: 'end' } }, { other: { when: '.x.y.z', then: 'exit' } }],
      },
    },
    { [color]: { set: { color: 'none' } } },
  ]
  expect(await run(tasks('a'), { inputs: { color: 'red' } }).advance()).toEqual(output({ color: 'red' }))
  expect(await run(tasks('a'), { inputs: { color: 'blue' } }).advance()).toEqual(output({ color: 'none' }))
})

it('loops over a list with its variables, while a condition holds', async () => {
  const body = [{ take: { set: { sum: '${ (.sum // 0) + $n * 10 + $at }' } } }]
  const tasks = [{ loop: { for: { each: 'n', in: '.list', at: 'at' }, while: '(.sum // 0) < 40', do: body } }]
  expect(await run(tasks, { inputs: { list: [1, 2, 3, 4] } }).advance()).toEqual(output({ sum: 63 }))
})

it('refuses a loop over what is no list, and one over too many items', async () => {
  const tasks = [{ loop: { for: { in: '.list' }, do: [add('a')] } }]
  const noList = await run(tasks, { inputs: { list: 'abc' } }).advance()
  expect(noList).toMatchObject({ status: 'faulted', error: { status: 400, instance: '/do/0/loop' } })
  const tooMany = await run(tasks, { inputs: { list: [1, 2, 3] }, limits: { forItems: 2 } }).advance()
  expect(tooMany).toMatchObject({ error: { detail: 'for.in gives 3 items; a loop takes at most 2.' } })
})

it('faults with the error that is raised, with the place of the task', async () => {
  const error = { type: 'https://example.com/wrong', status: 418, title: 'Wrong', detail: '${ .why }' }
  const end = await run([{ a: { do: [{ no: { raise: { error } } }] } }], { inputs: { why: 'tea' } }).advance()
  const expected = { ...error, detail: 'tea', instance: '/do/0/a/do/0/no' }
  expect(end).toEqual({ status: 'faulted', error: expected })
})

it('catches errors that fit its filter, and lets others through', async () => {
  const perform = () => Promise.reject(fault('communication', 'not found', { status: 404 }))
  const caught = (status: number): WorkflowDefinition['do'] => [
    {
      attempt: {
        try: [{ get: { call: 'http', with: {} } }],
        catch: {
          errors: { with: { type: 'https://serverlessworkflow.io/dsl/errors/types/communication', status } },
          as: 'err',
          do: [{ keep: { set: { at: '${ $err.instance }', status: '${ $err.status }' } } }],
        },
      },
    },
  ]
  const end = await run(caught(404), { perform }).advance()
  expect(end).toEqual(output({ at: '/do/0/attempt/try/0/get', status: 404 }))
  expect(await run(caught(503), { perform }).advance()).toMatchObject({ status: 'faulted', error: { status: 404 } })
})

it('tries again after pauses that stand in the journal, with the same key', async () => {
  const clock = new ManualClock()
  const keys: string[] = []
  const perform = (effect: Effect) => {
    keys.push(effect.frame.key)
    return keys.length < 3 ? Promise.reject(fault('communication', 'busy')) : Promise.resolve({ output: 'yes' })
  }
  const retry = { delay: 'PT10S', backoff: { exponential: {} } }
  const tasks = [{ attempt: { try: [{ get: { call: 'http' } }], catch: { retry } } }] as WorkflowDefinition['do']
  const retried = run(tasks, { clock, perform })
  expect(await retried.advance()).toEqual({ status: 'waiting' })
  clock.advance(9_999)
  expect(await retried.advance()).toEqual({ status: 'waiting' })
  clock.advance(1)
  expect(await retried.advance()).toEqual({ status: 'waiting' })
  clock.advance(20_000)
  expect(await retried.advance()).toEqual(output('yes'))
  expect(new Set(keys).size).toBe(1)
  expect(retried.journal.frames.filter(({ name }) => name === 'get').map(({ attempt }) => attempt)).toEqual([1, 2, 3])
})

it('gives up after as many tries as the policy allows', async () => {
  let calls = 0
  const perform = () => {
    calls += 1
    return Promise.reject(fault('communication', 'busy'))
  }
  const retry = { limit: { attempt: { count: 2 } } }
  const tasks = [{ attempt: { try: [{ get: { call: 'http' } }], catch: { retry, do: [add('late')] } } }]
  expect(await run(tasks as WorkflowDefinition['do'], { perform }).advance()).toEqual(output({ names: ['late'] }))
  expect(calls).toBe(3)
})

it('gives a completed task another key when it comes by again', async () => {
  const keys: string[] = []
  const perform = (effect: Effect) => {
    keys.push(effect.frame.key)
    return Promise.resolve({ output: keys.length })
  }
  const tasks = [
    { get: { call: 'http' } },
    { more: { switch: [{ again: { when: '. < 3', then: 'get' } }] } },
  ] as WorkflowDefinition['do']
  expect(await run(tasks, { perform }).advance()).toEqual(output(3))
  expect(new Set(keys).size).toBe(3)
})

it('gives a task that goes to itself another key each time, and a retry at once the next number', async () => {
  const keys: string[] = []
  const perform = (effect: Effect) => {
    keys.push(effect.frame.key)
    return Promise.resolve({ output: keys.length })
  }
  const tasks = [{ get: { if: '. != 3', call: 'http', then: 'get' } }] as WorkflowDefinition['do']
  expect(await run(tasks, { perform }).advance()).toEqual(output(3))
  expect(new Set(keys).size).toBe(3)

  const error = { type: 'https://example.com/no', status: 500 }
  const attempt = { try: [{ no: { raise: { error } } }], catch: { retry: { limit: { attempt: { count: 2 } } } } }
  const retried = run([{ attempt }] as WorkflowDefinition['do'])
  await retried.advance()
  expect(retried.journal.frames.filter(({ name }) => name === 'no').map(frame => frame.attempt)).toEqual([1, 2, 3])
})

it('ends a circle of jumps without an effect', async () => {
  const end = await run([{ a: { set: {}, then: 'a' } }], { limits: { pureSteps: 5 } }).advance()
  expect(end).toMatchObject({ status: 'faulted', error: { status: 500, instance: '/do/0/a' } })
})

it('runs branches at one time, and gives their outputs in the order of declaration', async () => {
  const gate = Promise.withResolvers<void>()
  const perform = async ({ frame }: Effect) => {
    if (frame.name === 'slow') await gate.promise
    else gate.resolve()
    return { output: frame.name }
  }
  const branches = [{ slow: { call: 'http' } }, { quick: { call: 'http' } }] as WorkflowDefinition['do']
  expect(await run([{ both: { fork: { branches } } }], { perform }).advance()).toEqual(output(['slow', 'quick']))
})

it('merges what branches export by key, in the order of declaration', async () => {
  const branch = (name: string, context: string) => ({ [name]: { set: {}, export: { as: context } } })
  const branches = [branch('a', '$context + { a: 1, both: "a" }'), branch('b', '$context + { b: 2, both: "b" }')]
  const tasks = [
    { first: { set: {}, export: { as: '{ old: 0 }' } } },
    { all: { fork: { branches } } },
  ] as WorkflowDefinition['do']
  const end = await run(tasks, { more: { output: { as: '$context' } } }).advance()
  expect(end).toEqual(output({ old: 0, a: 1, b: 2, both: 'b' }))
})

it('gives the first branch that completes, and stops the others', async () => {
  const stopped: unknown[] = []
  const perform = ({ frame, signal }: Effect) => {
    if (frame.name === 'quick') return Promise.resolve({ output: 'quick' })
    return new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped.push(frame.name)
        reject(signal.reason)
      })
    })
  }
  const branches = [{ slow: { call: 'http' } }, { quick: { call: 'http' } }] as WorkflowDefinition['do']
  const race = run([{ race: { fork: { branches, compete: true } } }], { perform })
  expect(await race.advance()).toEqual(output('quick'))
  expect(stopped).toEqual(['slow'])
  expect(race.journal.frames.map(({ name, status }) => [name, status])).toEqual([
    ['race', 'completed'],
    ['slow', 'cancelled'],
    ['quick', 'completed'],
  ])
})

it('faults with the first branch that does, and withdraws what the others wait for', async () => {
  const withdrawn: string[] = []
  const perform = ({ frame }: Effect) =>
    frame.name === 'bad'
      ? Promise.reject(new Fault({ type: 'x', status: 1, title: 'bad' }))
      : Promise.resolve({ waiting: { kind: 'approval' as const }, until: null })
  const branches = [{ asks: { call: 'approval' } }, { bad: { call: 'http' } }] as WorkflowDefinition['do']
  const failed = run([{ both: { fork: { branches } } }], { perform, withdraw: reference => withdrawn.push(reference) })
  expect(await failed.advance()).toMatchObject({
    status: 'faulted',
    error: { instance: '/do/0/both/fork/branches/1/bad' },
  })
  expect(withdrawn).toEqual(['/do/0/both/fork/branches/0/asks'])
  expect(failed.live).toEqual([])
})

it('faults with a branch that does though one behind it is stopped because of that', async () => {
  const perform = ({ frame, signal }: Effect) =>
    frame.name === 'bad'
      ? Promise.reject(new Fault({ type: 'x', status: 1, title: 'bad' }))
      : new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const branches = [{ bad: { call: 'http' } }, { long: { call: 'http' } }] as WorkflowDefinition['do']
  const failed = run([{ both: { fork: { branches } } }, add('never')], { perform })
  expect(await failed.advance()).toMatchObject({
    status: 'faulted',
    error: { instance: '/do/0/both/fork/branches/0/bad' },
  })
  expect(failed.journal.frames.map(({ name, status }) => [name, status])).toEqual([
    ['both', 'faulted'],
    ['bad', 'faulted'],
    ['long', 'cancelled'],
  ])
})

it('takes 64 branches that fail at once, eight at one time, and refuses one more', async () => {
  let open = 0
  let most = 0
  const perform = async () => {
    open += 1
    most = Math.max(most, open)
    await new Promise(resolve => setImmediate(resolve))
    open -= 1
    throw new Fault({ type: 'x', status: 1, title: 'bad' })
  }
  const fork = (count: number) => {
    const branches = Array.from({ length: count }, (_, index) => ({ [`b${index}`]: { call: 'http' } }))
    return [{ all: { fork: { branches } } }] as WorkflowDefinition['do']
  }
  const failed = run(fork(64), { perform })
  expect(await failed.advance()).toMatchObject({
    status: 'faulted',
    error: { instance: '/do/0/all/fork/branches/0/b0' },
  })
  expect([most, failed.live]).toEqual([8, []])
  expect(await run(fork(65), { perform }).advance()).toMatchObject({
    status: 'faulted',
    error: { instance: '/do/0/all', detail: expect.stringContaining('at most 64') },
  })
})

it('goes on with a branch that waited while another one works', async () => {
  const clock = new ManualClock()
  const gate = Promise.withResolvers<void>()
  const woken = Promise.withResolvers<void>()
  const perform = async ({ frame }: Effect) => {
    if (frame.name === 'long') await gate.promise
    else woken.resolve()
    return { output: frame.name }
  }
  const short = [{ pause: { wait: 'PT5S' } }, { then: { call: 'http' } }]
  const branches = [{ long: { call: 'http' } }, { short: { do: short } }] as WorkflowDefinition['do']
  const ended = run([{ both: { fork: { branches } } }], { clock, perform }).advance()
  await expect.poll(() => clock.sleepers).toBe(2)
  clock.advance(5000)
  await woken.promise
  gate.resolve()
  expect(await ended).toEqual(output(['long', 'then']))
})

it('waits in the journal, and goes on when the time is over', async () => {
  const clock = new ManualClock()
  const waiting = run([add('a'), { pause: { wait: { minutes: 1 } } }, add('b')], { clock })
  expect(await waiting.advance()).toEqual({ status: 'waiting' })
  expect(waiting.journal.frames.at(-1)).toMatchObject({
    name: 'pause',
    status: 'waiting',
    wake_at: clock.now() + 60_000,
  })
  clock.advance(60_000)
  expect(await waiting.advance()).toEqual(output({ names: ['a', 'b'] }))
})

it('faults a task whose timeout is over, over restarts too, and ends what is below it', async () => {
  const clock = new ManualClock()
  const tasks = [
    { slow: { timeout: { after: 'PT1M' }, do: [{ pause: { wait: 'PT1H' } }] } },
  ] as WorkflowDefinition['do']
  const late = run(tasks, { clock })
  await late.advance()
  clock.advance(60_000)
  expect(await late.advance()).toMatchObject({ status: 'faulted', error: { status: 408, instance: '/do/0/slow' } })
  expect(late.journal.frames.map(({ status }) => status)).toEqual(['faulted', 'cancelled'])
})

it('does nothing again that has completed, and what was in flight once more with its key', async () => {
  const calls: [string, string, boolean][] = []
  const perform = ({ frame, isResumed }: Effect) => {
    calls.push([frame.name, frame.key, isResumed])
    return Promise.resolve({ output: { names: [frame.name] } })
  }
  const inner = [{ one: { call: 'http' } }, { two: { call: 'http' } }, add('three')]
  const tasks = [{ loop: { for: { in: '[1, 2]' }, do: inner } }] as WorkflowDefinition['do']
  const killed = run(tasks, { perform })
  let count = 0
  await killed.crash(({ frame }) => frame.name === 'two' && (count += 1) === 2)
  expect(calls.map(([name]) => name)).toEqual(['one', 'two', 'one'])
  expect(await killed.advance()).toEqual(output({ names: ['two', 'three'] }))
  expect(calls.map(([name, , isResumed]) => [name, isResumed])).toEqual([
    ['one', false],
    ['two', false],
    ['one', false],
    ['two', true],
  ])
  expect(new Set(calls.map(([, key]) => key)).size).toBe(4)
})

it('cancels everything that lives when nobody wants the run any more', async () => {
  const clock = new ManualClock()
  const branches = [{ a: { wait: 'PT1H' } }, { b: { do: [{ c: { wait: 'PT1H' } }] } }] as WorkflowDefinition['do']
  const waiting = run([{ both: { fork: { branches } } }], { clock })
  await waiting.advance()
  const { Withdrawn } = await import('./fault.ts')
  expect(await waiting.advance(AbortSignal.abort(new Withdrawn('cancelled by a person')))).toEqual({
    status: 'cancelled',
  })
  expect(waiting.journal.frames.map(({ status }) => status)).toEqual(Array(4).fill('cancelled'))
})

it('keeps secrets out of the journal, and gives them to the call', async () => {
  const seen: JsonLike[] = []
  const perform = (effect: Effect) => {
    seen.push(effect.arguments)
    return Promise.resolve({ output: null })
  }
  const headers = { authorization: '${ "Bearer " + $secrets.token }' }
  const tasks = [{ get: { call: 'http', with: { headers } } }] as WorkflowDefinition['do']
  const secret = run(tasks, { perform, more: { use: { secrets: ['token'] } } })
  await secret.advance()
  expect(seen).toEqual([{ headers: { authorization: 'Bearer secret of token' } }])
  expect(secret.journal.frames[0]?.arguments).toEqual({ headers: { authorization: 'Bearer ***' } })
})

it('calls a function of its own by its name, with the arguments as its input', async () => {
  const seen: JsonLike[] = []
  const perform = (effect: Effect) => outputs(seen.push(effect.arguments))()
  const functions = { getPet: { call: 'http', with: { id: '${ .petId }' } } }
  const tasks = [{ get: { call: 'getPet', with: { petId: 3 } } }] as WorkflowDefinition['do']
  await run(tasks, { perform, more: { use: { functions } } }).advance()
  expect(seen).toEqual([{ id: 3 }])
})

it('ends a run of too many tasks, and refuses an output that is too large', async () => {
  const many = await run([{ l: { for: { in: '[range(9)]' }, do: [add('a')] } }], { limits: { tasks: 5 } }).advance()
  expect(many).toMatchObject({ status: 'faulted', error: { status: 500 } })
  const large = await run([{ big: { set: { text: '${ "x" * 100 }' } } }], { limits: { valueBytes: 50 } }).advance()
  expect(large).toMatchObject({ status: 'faulted', error: { status: 500, instance: '/do/0/big' } })
})
