import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteRanges } from './byte-ranges.ts'

const size = 1000

describe('a Range header', () => {
  it.each([
    [undefined, null],
    ['bytes=0-99', [{ start: 0, end: 99 }]],
    ['bytes=900-', [{ start: 900, end: 999 }]],
    ['bytes=-1', [{ start: 999, end: 999 }]],
    ['bytes=-5000', [{ start: 0, end: 999 }]],
    ['bytes=0-5000', [{ start: 0, end: 999 }]],
    [
      'Bytes= 0-1 , 5-6 ',
      [
        { start: 0, end: 1 },
        { start: 5, end: 6 },
      ],
    ],
    ['bytes=5-9,0-6,10-11', [{ start: 0, end: 11 }]],
    ['bytes=0-1,2000-', [{ start: 0, end: 1 }]],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['lines=0-1', null],
    ['bytes=9-1', null],
    ['bytes=a-b', null],
    ['bytes=', null],
    ['bytes=-', null],
    ['bytes=1-2-3', null],
    [`bytes=${Array.from({ length: 1000 }, () => '0-').join(',')}`, 'unsatisfiable'],
    [`bytes=${'9'.repeat(5000)}-`, 'unsatisfiable'],
  ])('%j asks for %j', (header, ranges) => {
    expect(byteRanges(header, size)).toEqual(ranges)
  })

  it('of a file without bytes asks for nothing that is there', () => {
    expect([byteRanges('bytes=0-', 0), byteRanges('bytes=-1', 0), byteRanges(undefined, 0)]).toEqual([
      'unsatisfiable',
      'unsatisfiable',
      null,
    ])
  })

  it('never asks for a byte twice, or for one that is not there', () => {
    const range = fc.tuple(fc.option(fc.nat(1500)), fc.option(fc.nat(1500)))
    fc.assert(
      fc.property(fc.array(range, { maxLength: 60 }), list => {
        const header = `bytes=${list.map(([first, last]) => `${first ?? ''}-${last ?? ''}`).join(',')}`
        const ranges = byteRanges(header, size)
        if (!Array.isArray(ranges)) return
        for (const [index, { start, end }] of ranges.entries()) {
          expect(start <= end && start >= 0 && end < size).toBe(true)
          expect(start > (ranges[index - 1]?.end ?? -2) + 1).toBe(true)
        }
      }),
    )
  })
})
