import { expect, it } from 'vitest'
import { roomFailure } from './engine-failure.ts'

it('knows a full disk by whose words it comes in, and never by a value that a statement holds', () => {
  const told = [
    Object.assign(new Error('write failed'), { code: 'ENOSPC' }),
    new Error('IO Error: Could not write file "a table": No space left on device'),
    new Error('{"exception_type":"IO","exception_message":"Could not write file \\"x\\": No space left on device"}'),
    new Error(`Conversion Error: Could not convert string 'IO Error: No space left on device' to INT32`),
    new Error('ENOSPC'),
  ].map(error => roomFailure(error)?.code ?? null)
  expect(told).toEqual(['storage_full', 'storage_full', 'storage_full', null, null])
})
