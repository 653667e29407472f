import { describe, expect, it } from 'vitest'
import { cellText, isNumeric, isTime } from './cell-text.ts'

describe('a cell of a table', () => {
  it('is text, NULL or JSON, and never longer than is drawn', () => {
    expect([null, undefined, '', '<b>', 0, false, { a: [1] }].map(value => cellText(value))).toEqual([
      'NULL',
      'NULL',
      '',
      '<b>',
      '0',
      'false',
      '{"a":[1]}',
    ])
    expect(cellText('x'.repeat(2_000_000))).toBe(`${'x'.repeat(200)}…`)
  })

  it('is a number or a time by the type of its column', () => {
    expect(['BIGINT', 'DECIMAL(18,3)', 'UTINYINT', 'VARCHAR', 'INTERVAL'].map(isNumeric)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(['DATE', 'TIMESTAMP WITH TIME ZONE', 'TIME'].map(isTime)).toEqual([true, true, false])
  })
})
