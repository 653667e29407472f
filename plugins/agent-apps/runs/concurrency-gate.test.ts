import { RateLimitedError } from '@svc/plugin'
import { expect, test } from 'vitest'
import { ConcurrencyGate } from './concurrency-gate.ts'

const never = new AbortController().signal

test('as many as the limit enter at once, the others in the order they came', async () => {
  const gate = new ConcurrencyGate()
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
  const gate = new ConcurrencyGate()
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
  const gate = new ConcurrencyGate()
  await gate.enter('app', 'ws_a', never)
  for (let n = 0; n < 100; n++) void gate.enter('app', 'ws_a', never)
  expect(() => gate.enter('app', 'ws_a', never)).toThrow(RateLimitedError)
})

test('counts each workspace by itself', async () => {
  const gate = new ConcurrencyGate()
  const leave = await gate.enter('app', 'ws_a', never)
  for (let n = 0; n < 100; n++) void gate.enter('app', 'ws_a', never)
  expect(() => gate.enter('app', 'ws_a', never)).toThrow(RateLimitedError)
  expect(gate.enter('app', 'ws_b', never)).toBeTypeOf('function')
  leave()
})
