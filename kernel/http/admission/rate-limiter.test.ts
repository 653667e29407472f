import type { Clock } from '@svc/plugin'
import { expect, it } from 'vitest'
import { RateLimiter } from './rate-limiter.ts'

function limiterAt(perMinute: number) {
  const time = { now: 1_000_000 }
  const clock = { now: () => time.now } as Clock
  const limiter = new RateLimiter({ perMinute, personFactor: 2 }, clock)
  const call = (caller: string): void => limiter.assertWithin(limiter.count(caller))
  return { limiter, time, call }
}

it('refuses the request after the last one allowed, and says when to come back', () => {
  const { call, time } = limiterAt(2)
  call('ada')
  time.now += 10_500
  call('ada')
  expect(() => call('ada')).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 50 }))
})

it('counts each caller alone', () => {
  const { call } = limiterAt(1)
  call('ada')
  expect(() => call('bob')).not.toThrow()
})

it('starts anew with the next window', () => {
  const { call, time } = limiterAt(1)
  call('ada')
  time.now += 60_000
  expect(() => call('ada')).not.toThrow()
})

it('does not lock callers out for hours when the clock is set back', () => {
  const { call, time } = limiterAt(1)
  call('ada')
  time.now -= 3_600_000
  expect(() => call('ada')).not.toThrow()
})

it('says how many requests are left', () => {
  const { limiter, time } = limiterAt(5)
  const window = limiter.count('ada')
  time.now += 30_000
  expect(limiter.state(window)).toEqual({ limit: 5, remaining: 4, reset_seconds: 30 })
})

it('counts a person with all of their keys together, up to twice as much', () => {
  const { limiter, call } = limiterAt(2)
  const asAda = (key: string): void => {
    call(key)
    limiter.countPerson('usr_ada')
  }
  for (const key of ['one', 'two', 'three', 'four']) asAda(key)
  expect(() => asAda('five')).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 60 }))
  expect(() => limiter.countPerson('usr_bob')).not.toThrow()
})
