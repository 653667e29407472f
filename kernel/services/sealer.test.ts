import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer } from './index.ts'

const homeKey = randomBytes(32).toString('base64url')

describe('a sealer', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    const first = createSealer(homeKey, 'one').seal('whsec_grüße')
    const second = createSealer(homeKey, 'one').seal('whsec_grüße')
    expect([createSealer(homeKey, 'one').open(first), first === second, first.includes('whsec')]).toEqual([
      'whsec_grüße',
      false,
      false,
    ])
  })

  it('opens nothing of another owner or home, nothing that was changed and nothing that is none', () => {
    const sealed = createSealer(homeKey, 'one').seal('secret')
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
    const attempts = [
      () => createSealer(homeKey, 'other').open(sealed),
      () => createSealer(randomBytes(32).toString('base64url'), 'one').open(sealed),
      () => createSealer(homeKey, 'one').open(changed),
      () => createSealer(homeKey, 'one').open('secret'),
      () => createSealer(homeKey, 'one').open('v1.'),
    ]
    for (const attempt of attempts) expect(attempt).toThrow('made with another key')
  })
})
