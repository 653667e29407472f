import { RateLimitedError } from '@svc/plugin'
import { expect, test } from 'vitest'
import { CountingLoginThrottle, networkOf } from './login-throttle.ts'
import { TestClock } from '../../../test/rooms/auth.ts'

const wrong = async () => null
const right = async () => 'in'

async function outcome(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.catch((error: unknown) => (error instanceof RateLimitedError ? error.retryAfterSeconds : error))
}

test('the sixth wrong credential in a minute waits until the first is a minute old', async () => {
  const clock = new TestClock()
  const throttle = new CountingLoginThrottle(clock)
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await throttle.guard(['name:ada'], wrong)).toBeNull()
    clock.advance(5_000)
  }
  expect(await outcome(throttle.guard(['name:ada'], right))).toBe(35)
  expect(await throttle.guard(['name:grace'], right)).toBe('in')
  clock.advance(35_000)
  expect(await throttle.guard(['name:ada'], right)).toBe('in')
})

test('a clock that is set back locks nobody out until it has caught up', async () => {
  const clock = new TestClock()
  const throttle = new CountingLoginThrottle(clock)
  for (let tries = 0; tries < 5; tries += 1) await throttle.guard(['name:ada'], wrong)
  clock.advance(-3_600_000)
  expect(await throttle.guard(['name:ada'], right)).toBe('in')
  for (let tries = 0; tries < 5; tries += 1) await throttle.guard(['name:ada'], wrong)
  expect(await outcome(throttle.guard(['name:ada'], right))).toBe(60)
})

test('successes and failures of other kinds are not counted', async () => {
  const throttle = new CountingLoginThrottle(new TestClock())
  const broken = async () => Promise.reject(new Error('disk'))
  for (let tries = 0; tries < 10; tries += 1) {
    await throttle.guard(['name:ada'], right)
    await expect(throttle.guard(['name:ada'], broken)).rejects.toThrow('disk')
  }
  expect(await throttle.guard(['name:ada'], right)).toBe('in')
})

test('of a hundred wrong ones sent together five are tried', async () => {
  const throttle = new CountingLoginThrottle(new TestClock())
  let tried = 0
  const slowlyWrong = async () => {
    tried += 1
    await new Promise(setImmediate)
    return null
  }
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () => outcome(throttle.guard(['name:ada'], slowlyWrong))),
  )
  expect(tried).toBe(5)
  expect(outcomes.filter(each => each === null)).toHaveLength(5)
  expect(outcomes.filter(each => each === 60)).toHaveLength(95)
})

test('a hundred right ones sent together all get in', async () => {
  const throttle = new CountingLoginThrottle(new TestClock())
  const slowlyRight = async () => {
    await new Promise(setImmediate)
    return 'in'
  }
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => throttle.guard(['name:ada'], slowlyRight)))
  expect(new Set(outcomes)).toEqual(new Set(['in']))
})

test('an IPv6 customer is one address, whichever of the network they use', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::2'))
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('::ffff:192.0.2.7')).toBe(networkOf('192.0.2.7'))
  expect(networkOf('192.0.2.7')).not.toBe(networkOf('192.0.2.8'))
})
