import { expect, it } from 'vitest'
import { CodePoints } from './code-points.ts'
import { findQuote } from './find-quote.ts'

const place = (text: string, quote: string, more: { start?: number; page?: number } = {}) => {
  const found = findQuote(text.normalize('NFC'), { quote, ...more })
  return found.outcome === 'found' ? found.place : found
}

it('finds a quote over white space, soft hyphens, broken words, page breaks, quotes and dashes', () => {
  const text =
    'Intro. The “well-\nknown” trial of 2019–\u00a02020 impro\u00adved sur-\nviv\u00adal by   12 %\n\fin all groups. End.'
  const quote = `The "well-known" trial of 2019- 2020 improved survival by 12 % in all groups.`
  expect(place(text, quote)).toEqual({
    exact: text.slice(7, text.length - 5),
    prefix: 'Intro. ',
    suffix: ' End.',
    start: 7,
    end: text.length - 5,
    page: 1,
  })
})

it('never folds letters, digits, case, ligatures or a hyphen within a line', () => {
  const text = 'The office found 12.4 percent of well-known cases in 2019.'
  for (const quote of [
    'The oﬃce found 12.4 percent',
    'the office found 12.4 percent',
    'The office found 12.5 percent',
    'percent of wellknown cases in 2019',
  ])
    expect(findQuote(text, { quote }).outcome, quote).toBe('missing')
})

it('names the nearest passage of a quote that is one digit off', () => {
  const text = 'Mortality fell in both arms. Survival improved by 12.4 percent in the treated group. Costs rose.'
  expect(findQuote(text, { quote: 'Survival improved by 12.5 percent in the treated group' })).toEqual({
    outcome: 'missing',
    nearest: { text: 'Survival improved by 12.4 percent in the treated group', start: 29, similarity: 0.981 },
  })
  expect(findQuote(text, { quote: 'Zebras graze quietly' })).toEqual({ outcome: 'missing', nearest: null })
})

it('asks which place is meant when a quote stands there twice, and takes a start or a page', () => {
  const text = 'We saw no effect at all.\f We saw no effect at all. '
  expect(findQuote(text, { quote: 'We saw no effect at all.' })).toMatchObject({
    outcome: 'ambiguous',
    count: 2,
    places: [
      { start: 0, page: 1 },
      { start: 26, page: 2 },
    ],
  })
  expect(place(text, 'We saw no effect at all.', { start: 26 })).toMatchObject({ start: 26, page: 2 })
  expect(place(text, 'We saw no effect at all.', { page: 2 })).toMatchObject({ start: 26 })
})

it('joins parts around an ellipsis that follow each other within 2,000 characters', () => {
  const near = `The trial was stopped early ${'x '.repeat(900)}because of harm.`
  const far = `The trial was stopped early ${'x '.repeat(1100)}because of harm.`
  const quote = 'The trial was stopped early […] because of harm.'
  expect(place(near, quote)).toMatchObject({ start: 0, end: near.length, exact: near })
  expect(findQuote(far, { quote }).outcome).toBe('missing')
  expect(findQuote('because of harm. The trial was stopped early', { quote }).outcome).toBe('missing')
})

it('counts places in code points, and composes letters', () => {
  const text = '😀😀 Das Ergebnis überzeugt nicht 😀.'
  const found = place(text, 'Das Ergebnis u\u0308berzeugt nicht')
  expect(found).toMatchObject({ start: 3, end: 31, prefix: '😀😀 ', suffix: ' 😀.' })
  const long = new CodePoints('a😀b'.repeat(2000))
  expect([long.length, long.slice(3000, 3004), long.pointAt(4 * 1000 + 1)]).toEqual([6000, 'a😀ba', 3001])
})
