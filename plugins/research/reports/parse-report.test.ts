import { describe, expect, it } from 'vitest'
import { bracketed } from './citation-syntax.ts'
import { parseReport } from './parse-report.ts'
import { blocksOf } from './report-blocks.ts'

const report = `# Naps 1

A nap helps[^2] [[claim:clm_1]], as @roe2020 [p. 3] found. It was 42 of 50.

\`\`\`
[@code]

[@code2] 7
\`\`\`

- a list [@one]

  its second paragraph [@two]

- its second item, 3 of 4

| a | b |
|---|---|
| {{value:evd_1}} | [unverified] |

[^2]: Said by @three.
[^2]: Said twice.
`

describe('a report', () => {
  it('is read block by block, by the places of the whole', () => {
    const { citations, records, values, unverified, bareFigures, duplicates } = parseReport(report)
    expect(citations.map(({ items, line, from }) => [items[0]!.id, line, report.slice(from, from + 2)])).toEqual([
      ['roe2020', 3, '@r'],
      ['one', 11, '[@'],
      ['two', 13, '[@'],
      ['three', 21, '@t'],
    ])
    expect([...records, ...values, ...unverified].map(({ line, column }) => [line, column])).toEqual([
      [3, 17],
      [19, 3],
      [19, 21],
    ])
    expect(bareFigures.map(({ text, line }) => [text, line])).toEqual([
      ['It was 42 of 50.', 3],
      ['its second item, 3 of 4', 15],
    ])
    expect(duplicates.map(({ label, line }) => [label, line])).toEqual([['2', 22]])
  })

  it('gives the same when parts of it were read before, moved and changed', () => {
    const before = parseReport(report)
    const moved = parseReport(`New first line.\n\n${report}`)
    expect(moved.citations).toEqual(
      before.citations.map(each => ({ ...each, from: each.from + 17, to: each.to + 17, line: each.line + 2 })),
    )
    expect(parseReport(report)).toEqual(before)
  })

  it('is one block where HTML goes over empty lines, and is cut at the margin alone', () => {
    expect(blocksOf('a\n\n<!-- b\n\nc -->\n')).toHaveLength(1)
    expect(blocksOf('a\n\n    code\n\nb\r\n\r\nc').map(({ text, lines }) => [text, lines])).toEqual([
      ['a\n\n    code\n\n', 0],
      ['b\r\n\r\n', 4],
      ['c', 6],
    ])
    expect(parseReport('').citations).toEqual([])
  })
})

it.each([
  ['@doe, 12', { label: 'page', locator: '12' }],
  ['@doe, 3-5, 8 and more', { label: 'page', locator: '3-5, 8', suffix: ' and more' }],
  ['@doe, xii–xv', { label: 'page', locator: 'xii–xv' }],
  ['@doe, IV, 12', { label: 'page', locator: 'IV, 12' }],
  ['@doe, p. iv', { label: 'page', locator: 'iv' }],
  ['@doe, I think', { suffix: ', I think' }],
  ['@doe, did not', { suffix: ', did not' }],
  ['@doe, mix of both', { suffix: ', mix of both' }],
  ['@doe, civil', { suffix: ', civil' }],
  ['@doe, 12 I think', { label: 'page', locator: '12', suffix: ' I think' }],
])('[%s] cites pages where they are pages, and words where they are words', (content, item) => {
  expect(bracketed(content)).toEqual([{ id: 'doe', ...item }])
})
