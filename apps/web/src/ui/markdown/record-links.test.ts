import { expect, it } from 'vitest'
import { recordAddress, recordLinks } from './record-links.ts'

const id = '01m8bw8sgv0tjjxbm863f74pe3'
const text = (value: string) => ({ type: 'text', value })

function linked(...children: object[]): unknown {
  const tree = { type: 'paragraph', children } as Parameters<ReturnType<typeof recordLinks>>[0]
  recordLinks()(tree)
  return tree.children
}

it.each([
  [`ds_${id}`, `/data?dataset=ds_${id}`],
  [`ana_${id}`, `/stats/ana_${id}`],
  [`mem_${id}`, `/memory?memory=mem_${id}`],
  [' Plan & more ', '/notes?title=Plan%20%26%20more'],
  ['ds_short', '/notes?title=ds_short'],
])('leads from %s to %s', (written, address) => expect(recordAddress(written)).toBe(address))

it('makes links of titles in brackets and of ids, and of nothing within a link', () => {
  const link = (url: string, shown: string) => ({ type: 'link', url, children: [text(shown)] })
  expect(linked(text(`see [[Plan]], [[Plan|the plan]] or note_${id}.`))).toEqual([
    text('see '),
    link('/notes?title=Plan', 'Plan'),
    text(', '),
    link('/notes?title=Plan', 'the plan'),
    text(' or '),
    link(`/notes?note=note_${id}`, `note_${id}`),
    text('.'),
  ])
  const own = { type: 'link', url: 'https://example.org', children: [text('[[Plan]]')] }
  expect(linked(own, { type: 'inlineCode', value: '[[Plan]]' }, text('[[ ]] [[a\nb]]'))).toEqual([
    own,
    { type: 'inlineCode', value: '[[Plan]]' },
    text('[[ ]] [[a\nb]]'),
  ])
})
