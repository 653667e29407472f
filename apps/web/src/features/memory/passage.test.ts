import { expect, it } from 'vitest'
import { firstLine, markWords, placeOf, unwrapped, windowAround, wholeLines } from './passage.ts'

const marked = (text: string, question: string): string =>
  markWords(text, question)
    .map(piece => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('')

it.each([
  ['Everybody has 28 days of leave.', 'How many days of leave?', 'Everybody has 28 [days] of [leave].'],
  ['Trains are booked in second class.', 'booking a train', '[Trains] are [booked] in second class.'],
  ['Größe und Preis', 'größe', '[Größe] und Preis'],
  ['<b>price</b>', 'price', '<b>[price]</b>'],
  ['a + b', '+ (', 'a + b'],
])('marks in %j what %j asks for', (text, question, expected) => {
  expect(marked(text, question)).toBe(expected)
})

it('gives back every character of the text', () => {
  const text = 'One two\n\nthree  two.'
  expect(
    markWords(text, 'two three')
      .map(piece => piece.text)
      .join(''),
  ).toBe(text)
})

it('shows a long text around its passage, and says how much it leaves out', () => {
  const content = `${'a'.repeat(1000)}PASSAGE${'b'.repeat(1000)}`
  const shown = windowAround(content, { start: 1000, end: 1007 }, 100)
  expect(shown).toMatchObject({ passage: 'PASSAGE', hidden: 1907 })
  expect(shown.before).toBe('a'.repeat(50))
  expect(windowAround('short', null, 100)).toEqual({ before: '', passage: '', after: 'short', hidden: 0 })
})

it.each([
  ['# Sample handbook\n\nText', 'Sample handbook'],
  ['\n\n- first point', 'first point'],
  ['2026', '2026'],
  ['---\ntitle', 'title'],
  ['', 'Untitled'],
])('names %j', (content, name) => {
  expect(firstLine(content)).toBe(name)
})

it('reads a place of the address, and nothing else', () => {
  expect(placeOf('399-598')).toEqual({ start: 399, end: 598 })
  for (const wrong of [undefined, '', '5', '9-3', 'a-b']) expect(placeOf(wrong)).toBeNull()
})

it('joins the lines of a paragraph, not those of a list', () => {
  expect(unwrapped('One\ntwo\n\nThree\n- four\n1. five')).toBe('One two\n\nThree\n- four\n1. five')
})

it('widens a place to its lines', () => {
  const text = 'one\ntwo words\nthree'
  expect(wholeLines(text, { start: 6, end: 9 })).toEqual({ start: 4, end: 13 })
  expect(wholeLines(text, { start: 0, end: 4 })).toEqual({ start: 0, end: 3 })
  expect(wholeLines(text, { start: 15, end: 17 })).toEqual({ start: 14, end: 19 })
})
