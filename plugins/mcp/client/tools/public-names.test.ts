import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publicNames, serverPrefixes } from './public-names.ts'

describe('names of tools of other servers', () => {
  it('keep what is plain already, and make the rest plain', () => {
    expect(Object.fromEntries(publicNames('git', ['get-sum', 'getTinyImage', 'List Issues', '9lives', '数']))).toEqual({
      'get-sum': 'git__get-sum',
      getTinyImage: 'git__get_tiny_image',
      'List Issues': 'git__list_issues',
      '9lives': 'git__lives',
      数: 'git__x',
    })
  })

  it('leave a name to the tool that has it exactly, and mark the others', () => {
    const names = publicNames('git', ['readMail', 'read_mail', 'read mail'])
    expect(names.get('read_mail')).toBe('git__read_mail')
    expect(names.get('readMail')).toMatch(/^git__read_mail_[0-9a-f]{6}$/)
    expect(new Set(names.values()).size).toBe(3)
  })

  it('are distinct, of the right form and the same in every order, whatever the tools are called', () => {
    const unicode = fc.string({ unit: 'grapheme', maxLength: 100 })
    const similar = fc.string({ unit: fc.constantFrom('a', 'A', '_', '-', ' '), maxLength: 6 })
    const names = fc.uniqueArray(fc.oneof(unicode, similar), { maxLength: 12 })
    fc.assert(
      fc.property(names, names, (servers, tools) => {
        const prefixes = serverPrefixes(servers)
        const all = servers.flatMap(server => [...publicNames(prefixes.get(server)!, tools).values()])
        expect(new Set(all).size).toBe(all.length)
        for (const name of all) expect(name).toMatch(/^[a-z][a-z0-9_-]{0,63}$/)
        expect(publicNames('x', tools.toReversed())).toEqual(new Map([...publicNames('x', tools)].toReversed()))
      }),
      { numRuns: 100 },
    )
  })
})
