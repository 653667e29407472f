import { BusyError, RateLimitedError } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { expect, test } from 'vitest'
import { ConcurrencyGate } from './concurrency-gate.ts'

const never = new AbortController().signal
const clock = new ManualClock()

test('as many as the limit enter at once, the others in the order they came', async () => {
  const gate = new ConcurrencyGate(clock)
  gate.limit = 2
  const [first, second] = [await gate.enter('app', 'ws_a', never), await gate.enter('app', 'ws_a', never)]
  const order: string[] = []
  const third = Promise.resolve(gate.enter('app', 'ws_a', never)).then(leave => (order.push('third'), leave))
  const fourth = Promise.resolve(gate.enter('app', 'ws_a', never)).then(leave => (order.push('fourth'), leave))
  expect(order).toEqual([])
  first()
  first()
  const leaveThird = await third
  expect(order).toEqual(['third'])
  leaveThird()
  second()
  await fourth
  expect(order).toEqual(['third', 'fourth'])
})

test('one that leaves while it waits gives up its place', async () => {
  const gate = new ConcurrencyGate(clock)
  const leave = await gate.enter('app', 'ws_a', never)
  const impatient = new AbortController()
  const waiting = gate.enter('app', 'ws_a', impatient.signal)
  const patient = gate.enter('app', 'ws_a', never)
  impatient.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  leave()
  await expect(patient).resolves.toBeTypeOf('function')
})

test('when a hundred wait, the next is refused and may come again', async () => {
  const gate = new ConcurrencyGate(clock)
  await gate.enter('app', 'ws_a', never)
  for (let n = 0; n < 100; n++) void gate.enter('app', 'ws_a', never)
  expect(() => gate.enter('app', 'ws_a', never)).toThrow(RateLimitedError)
})

test('counts each workspace by itself', async () => {
  const gate = new ConcurrencyGate(clock)
  const leave = await gate.enter('app', 'ws_a', never)
  for (let n = 0; n < 100; n++) void gate.enter('app', 'ws_a', never)
  expect(() => gate.enter('app', 'ws_a', never)).toThrow(RateLimitedError)
  expect(gate.enter('app', 'ws_b', never)).toBeTypeOf('function')
  leave()
})

/** Lets time pass, and what waits for it go on. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  await new Promise(setImmediate)
}

/** How long a run that came to the gate is to stay away; null while it waits there. */
function comeTo(gate: ConcurrencyGate, signal = never) {
  const came: { pause: number | null; leave: (() => void) | null } = { pause: null, leave: null }
  gate.enterOrComeAgain('app', 'ws_a', signal).then(
    leave => (came.leave = leave),
    (error: unknown) => (came.pause = error instanceof BusyError ? (error.retryAfterSeconds ?? 0) : -1),
  )
  return came
}

test('a run that holds a place of a worker waits while the line moves, and then comes again, the first one first', async () => {
  const gate = new ConcurrencyGate(clock)
  const leave = await gate.enter('app', 'ws_a', never)
  const [first, second, third] = [comeTo(gate), comeTo(gate), comeTo(gate)]
  await pass(4000)
  leave()
  await pass(4000)
  expect([first.leave, second, third]).toEqual([
    expect.any(Function),
    { pause: null, leave: null },
    { pause: null, leave: null },
  ])
  await pass(5000)
  expect([second.pause, third.pause]).toEqual([5, 7])
  const late = comeTo(gate)
  await pass(0)
  expect(late.pause).toBe(9)
  first.leave?.()
  const next = comeTo(gate)
  await pass(0)
  expect(next.leave).toEqual(expect.any(Function))
  const waiting = comeTo(gate)
  await pass(4000)
  expect(waiting).toEqual({ pause: null, leave: null })
  next.leave?.()
  await pass(0)
  expect(waiting.leave).toEqual(expect.any(Function))
  await pass(0)
  expect(clock.sleepers).toBe(0)
})

test('nor does it wait when a hundred do, and it leaves with its signal', async () => {
  const gate = new ConcurrencyGate(clock)
  await gate.enter('app', 'ws_a', never)
  const cancelled = new AbortController()
  const waiting = comeTo(gate, cancelled.signal)
  for (let n = 0; n < 99; n++) void gate.enter('app', 'ws_a', never)
  const late = comeTo(gate)
  await pass(0)
  expect([waiting.pause, late.pause]).toEqual([null, 5])
  cancelled.abort(new Error('cancelled'))
  await pass(0)
  expect([waiting.pause, clock.sleepers]).toEqual([-1, 0])
})
