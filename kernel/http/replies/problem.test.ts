import { ConflictError, InternalError, ValidationError } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { problemOf, toSvcError } from './problem.ts'

describe('toSvcError', () => {
  it.each(['ENOSPC', 'SQLITE_FULL', 'EDQUOT'])('finds %s under wrapped errors and answers 507', code => {
    const disk = Object.assign(new Error('no space'), { code })
    const wrapped = new InternalError('could not write', { cause: new Error('store', { cause: disk }) })
    expect(toSvcError(wrapped)).toMatchObject({ status: 507, code: 'storage_full' })
  })

  it('ends on causes that go in a circle', () => {
    const error = new Error('a')
    error.cause = error
    expect(toSvcError(error)).toMatchObject({ status: 500, code: 'internal_error' })
  })

  it('survives things that are no errors', () => {
    const hostile = {
      toString: () => {
        throw new Error('no')
      },
    }
    expect([toSvcError(hostile).status, toSvcError(null).status]).toEqual([500, 500])
  })
})

describe('problemOf', () => {
  it('puts extra members at the top level', () => {
    const error = new ConflictError('claim_lost', 'The job was claimed anew.', {
      extra: { job_id: 'job_1' },
      fields: { internal: 1 },
    })
    expect(problemOf(error, 'req_1')).toEqual({
      type: 'urn:svc:problem:claim_lost',
      title: 'Conflict',
      status: 409,
      detail: 'The job was claimed anew.',
      code: 'claim_lost',
      request_id: 'req_1',
      job_id: 'job_1',
    })
  })

  it('lets extra members replace none of the standard ones', () => {
    const error = new ValidationError('bad', [], { extra: { status: 200, code: 'fine' } })
    expect(problemOf(error, 'req_1')).toMatchObject({ status: 400, code: 'validation_error' })
  })

  it('shows nothing of a bug but its request id', () => {
    const error = new InternalError('password=hunter2', { extra: { query: 'SELECT secret' } })
    expect(JSON.stringify(problemOf(error, 'req_1'))).not.toMatch(/hunter2|SELECT/)
  })
})
