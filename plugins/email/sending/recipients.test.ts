import { describe, expect, it } from 'vitest'
import { readAddress, readRecipients } from './recipients.ts'

describe('an address', () => {
  it.each([
    ['ada@example.com', { name: null, address: 'ada@example.com' }],
    [' Ada Lovelace <ada@example.com> ', { name: 'Ada Lovelace', address: 'ada@example.com' }],
    ['"Lovelace, Ada" <a.b+c@sub.example.com>', { name: 'Lovelace, Ada', address: 'a.b+c@sub.example.com' }],
    ['дед@пример.рф', { name: null, address: 'дед@пример.рф' }],
    ['root@localhost', { name: null, address: 'root@localhost' }],
  ])('%s is read', (text, address) => {
    expect(readAddress(text)).toEqual(address)
  })

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'a@b@example.com',
    'ada@exa mple.com',
    'ada@-example.com',
    'ada..b@example.com',
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'Ada\n <ada@example.com>',
    'a <b> <ada@example.com>',
    '<ada@example.com> eve@example.com',
    'ada@example.com>',
    '"ada eve"@example.com',
    `${'x'.repeat(65)}@example.com`,
    `ada@${'x'.repeat(64)}.com`,
    'ada\u2028@example.com',
    '"Ada" Lovelace <ada@example.com>',
    ' '.repeat(20_000),
    `${'a '.repeat(10_000)}<`,
  ])('%j is none', text => {
    expect(readAddress(text)).toBeNull()
  })
})

describe('recipients', () => {
  it('are refused together, each with its place', () => {
    expect(() => readRecipients({ to: ['ok@example.com', 'no'], bcc: ['no'] }, 10)).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ path: '/to/1' }), expect.objectContaining({ path: '/bcc/0' })],
      }),
    )
  })

  it('are counted together', () => {
    expect(() => readRecipients({ to: ['a@example.com'], cc: ['b@example.com'], bcc: ['c@example.com'] }, 2)).toThrow(
      '3 addresses are more than the 2',
    )
  })
})
