import * as argon2 from '@node-rs/argon2'
import { ValidationError } from '@svc/plugin'
import { describe, expect, test } from 'vitest'
import { checkNewPassword, Passwords } from './passwords.ts'

describe('passwords', () => {
  test('are kept as argon2id with 19 MiB, two passes and one lane', async () => {
    const hash = await new Passwords().hash('correct horse battery')
    expect(hash).toMatch(/^\$argon2id\$/)
    expect(argon2.parseOptions(hash)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  })

  test('of an unknown user cost the same hash as any other and never match', async () => {
    const compared: string[] = []
    const passwords = new Passwords({
      ...argon2,
      verify: async (stored, password) => {
        compared.push(String(stored))
        return argon2.verify(stored, password)
      },
    })
    expect(await passwords.verify(null, 'correct horse battery')).toBe(false)
    const [standIn = ''] = compared
    expect(argon2.parseOptions(standIn)).toEqual(argon2.parseOptions(await passwords.hash('another')))
  })

  test('that match the hash which stands in for an unknown user still let nobody in', async () => {
    const passwords = new Passwords({ ...argon2, verify: async () => true })
    expect(await passwords.verify(null, 'correct horse battery')).toBe(false)
  })

  test('are hashed at most two at once', async () => {
    let running = 0
    let most = 0
    const hash = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
      return 'hash'
    }
    const passwords = new Passwords({ ...argon2, hash })
    await Promise.all(Array.from({ length: 20 }, () => passwords.hash('correct horse battery')))
    expect(most).toBe(2)
  })

  test('are refused with 503 once hundreds wait', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const passwords = new Passwords({ ...argon2, hash: () => promise })
    const all = Array.from({ length: 300 }, () => passwords.hash('x').catch((error: unknown) => error))
    expect(await Promise.race(all)).toMatchObject({ status: 503, code: 'unavailable' })
    resolve('hash')
    expect((await Promise.all(all)).filter(answer => answer === 'hash')).toHaveLength(258)
  })

  test('match however the keyboard composes an accent', async () => {
    const passwords = new Passwords()
    const composed = 'caf\u00e9 au lait'
    expect(await passwords.verify(await passwords.hash(composed), composed.normalize('NFD'))).toBe(true)
  })

  test.each(['1234567', 'x'.repeat(257), '😀'.repeat(7)])('of the wrong length are refused: %s', password => {
    expect(() => checkNewPassword(password, '/password')).toThrow(ValidationError)
  })

  test.each(['12345678', 'x'.repeat(256), '😀'.repeat(8)])('of the right length are taken: %s', password => {
    expect(() => checkNewPassword(password, '/password')).not.toThrow()
  })
})
