import { expect, it } from 'vitest'
import { questionTerms } from './question-terms.ts'
import { textSignals } from './text-signals.ts'

/** Of a workspace of 100 passages, each word in as many as it says. */
function termsOf(question: string, counts: Record<string, number> = {}) {
  const words = Object.entries(counts).map(([term, passages]) => ({ term, passages }))
  return questionTerms(question, { words, passages: 100 })
}

it.each([
  ['what is SVC_PORT for?', ['svc_port']],
  ['does fs.readFile throw ENOENT', ['fs.readfile', 'enoent']],
  ['the flag --no-color of `git log -p`', ['git log -p', '--no-color', '-p']],
  ['who said “to be or not”, and "why"?', ['to be or not', 'why']],
  ['call parseAsync() after port 8421', ['parseasync', '8421']],
  ['Where is the key kept, and why?', []],
  ['退款政策 של Wörter', []],
])('reads of %j what is meant letter by letter', (question, expected) => {
  expect(termsOf(question).exact.map(({ text }) => text)).toEqual(expected)
})

it('counts a word the more, the fewer passages have it, and no word that most have', () => {
  const { words } = termsOf('', { the: 90, port: 20, staging: 2, unheard: 0 })
  expect([...words.keys()]).toEqual(['port', 'staging'])
  expect(words.get('staging') ?? 0).toBeGreaterThan(words.get('port') ?? 0)
})

it('takes every word of a workspace of one passage for telling', () => {
  const terms = questionTerms('', { words: [{ term: 'port', passages: 1 }], passages: 1 })
  expect(terms.words.has('port')).toBe(true)
})

it('sees words of the question closer together as more', () => {
  const terms = termsOf('staging port', { staging: 2, port: 5 })
  const near = (text: string): number => textSignals(terms, text).proximity
  const [close, further, far, one] = [
    near('The STAGING port is open.'),
    near('Stagíng has a second port.'),
    near(`staging ${'and more '.repeat(20)} port`),
    near('port after port after port'),
  ]
  expect([close > further, further > far, far, one]).toEqual([true, true, 0, 0])
})

it('finds an identifier as it is written, in any case, and not within a longer one', () => {
  const terms = termsOf('SVC_PORT', { svc: 50, port: 5 })
  const exact = ['set svc_port=80', '(SVC_PORT)', 'MY_SVC_PORT', 'SVC_PORTS', 'svc port'].map(
    text => textSignals(terms, text).exact,
  )
  expect(exact).toEqual([1, 1, 0, 0, 0])
})

it('weighs a rare identifier more than one that every passage has', () => {
  const terms = termsOf('API of createSnapshot', { api: 99, createsnapshot: 1 })
  const [rare, common] = ['createSnapshot(…)', 'the API'].map(text => textSignals(terms, text).exact)
  expect([rare ?? 0, common ?? 1]).toEqual([expect.closeTo(1, 1), expect.closeTo(0, 1)])
})

it.each([
  ['one token ten thousand times', 'port '.repeat(10_000)],
  ['emoji', '👩‍👩‍👧‍👦🚀'.repeat(500)],
  ['right to left', 'הנמל של הבדיקות '.repeat(500)],
  ['without spaces', '退款政策适用于所有订单。'.repeat(500)],
  ['half a character', '\ud800'.repeat(500)],
  ['regular expressions', '(((a+)+)+)+$'.repeat(500)],
])('reads a text of %s', (_name, text) => {
  const question = `staging port 8421 "${text.slice(0, 100)}" ${'word '.repeat(2000)}`
  const { proximity, exact } = textSignals(termsOf(question, { staging: 1, port: 3 }), text)
  expect([Number.isFinite(proximity), exact >= 0 && exact <= 1]).toEqual([true, true])
})
