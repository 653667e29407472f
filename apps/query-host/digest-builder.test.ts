import { sameDigest } from '@svc/plugin'
import type { ResultDigest } from '@svc/plugin'
import { describe, expect, test } from 'vitest'
import { DigestBuilder } from './digest-builder.ts'

type Row = [exact: string, value: number | null]

const columns = [
  { name: 'region', type: 'VARCHAR' },
  { name: 'amount', type: 'DOUBLE' },
]

function digestOf(rows: readonly Row[], of = columns): ResultDigest {
  const digest = new DigestBuilder(of)
  for (const [exact, value] of rows) digest.add(exact, [value])
  return digest.end()
}

function manyRows(): Row[] {
  return Array.from({ length: 20_000 }, (_, index) => [`"r${index % 97}"`, Math.sin(index) * 1e6])
}

describe('the digest of a result', () => {
  test('is the same whatever the order of the rows', () => {
    const rows = manyRows()
    const shuffled = rows.toSorted((a, b) => (a[1] ?? 0) - (b[1] ?? 0))
    expect(digestOf(shuffled).hash).toBe(digestOf(rows).hash)
    expect(sameDigest(digestOf(shuffled), digestOf(rows))).toBe(true)
  })

  test('forgives the last digits of a sum, and nothing more', () => {
    expect(sameDigest(digestOf([['"north"', 0.1 + 0.2]]), digestOf([['"north"', 0.3]]))).toBe(true)
    expect(sameDigest(digestOf([['"north"', 0.300001]]), digestOf([['"north"', 0.3]]))).toBe(false)
  })

  test.each<[string, Row[]]>([
    [
      'two rows have swapped their numbers',
      [
        ['"north"', 2],
        ['"south"', 1],
      ],
    ],
    [
      'two rows have swapped their signs',
      [
        ['"north"', -1],
        ['"south"', -2],
      ],
    ],
    [
      'a text differs',
      [
        ['"north"', 1],
        ['"South"', 2],
      ],
    ],
    [
      'a row is there twice',
      [
        ['"north"', 1],
        ['"south"', 2],
        ['"south"', 2],
      ],
    ],
    ['a row is missing', [['"north"', 1]]],
    [
      'a number is missing',
      [
        ['"north"', 1],
        ['"south",null', null],
      ],
    ],
  ])('differs when %s', (_, rows) => {
    const original = digestOf([
      ['"north"', 1],
      ['"south"', 2],
    ])
    expect(sameDigest(original, digestOf(rows))).toBe(false)
  })

  test('differs by the names and types of columns', () => {
    const rows: Row[] = [['"north"', 1]]
    const renamed = [{ name: 'area', type: 'VARCHAR' }, columns[1]!]
    expect(sameDigest(digestOf(rows), digestOf(rows, renamed))).toBe(false)
  })

  test('goes through JSON unharmed when sums leave the range of doubles', () => {
    const huge = digestOf([
      ['"a"', 1.7e308],
      ['"b"', 1.7e308],
      ['"c"', -1.7e308],
    ])
    expect(JSON.parse(JSON.stringify(huge))).toEqual(huge)
  })
})
