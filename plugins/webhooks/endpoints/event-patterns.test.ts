import type { EventType } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { checkPatterns, namesAdminEvents } from './event-patterns.ts'

const type = (name: string, audience: EventType['audience'] = 'workspace'): EventType => ({
  type: name,
  title: name,
  data: {},
  audience,
  owner: 'kernel',
})
const types = [type('job.succeeded'), type('job.dead'), type('run.finished'), type('key.created', 'admin')]

describe('event patterns', () => {
  it.each([['*'], ['job.*'], ['job.dead']])('take %s', pattern => {
    expect(() => checkPatterns([pattern], types, false)).not.toThrow()
  })

  it.each([
    ['jbo.*', 'Did you mean "job.*"?'],
    ['job.succeded', 'Did you mean "job.succeeded"?'],
    ['job', 'There are *, job.*, run.*, key.*'],
    ['job*', 'fits no event type'],
    ['*.dead', 'fits no event type'],
  ])('refuse %s: %s', (pattern, message) => {
    expect(() => checkPatterns(['*', pattern], types, true)).toThrow(message)
  })

  it('report all that is wrong, and where', () => {
    expect(() => checkPatterns(['x.*', 'job.*', 'y.*'], types, true)).toThrow(
      expect.objectContaining({ errors: ['/events/0', '/events/2'].map(path => expect.objectContaining({ path })) }),
    )
  })

  it('for admins alone are refused to others, by name and by prefix; * just leaves them out', () => {
    expect(() => checkPatterns(['*'], types, false)).not.toThrow()
    for (const pattern of ['key.created', 'key.*'])
      expect(() => checkPatterns([pattern], types, false)).toThrow('admins and owners alone')
    expect(() => checkPatterns(['key.*'], types, true)).not.toThrow()
  })

  it('know whether something for admins is among them', () => {
    expect([['*'], ['key.*'], ['job.*', 'run.finished']].map(each => namesAdminEvents(each, types))).toEqual([
      true,
      true,
      false,
    ])
  })
})
