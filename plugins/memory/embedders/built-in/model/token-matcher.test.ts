import { beforeAll, describe, expect, it } from 'vitest'
import { dimensions } from './sentence-graph.ts'
import { runtimeNames } from './runtime.ts'
import { TokenMatcher } from './token-matcher.ts'
import { UseLite } from './use-lite.ts'

const answer = 'The kitten sleeps on the sofa all day.'
const other = 'Interest rates rose by half a percent in March.'

describe.each(runtimeNames)('a question compared with passages on the %s runtime', name => {
  let model: UseLite
  beforeAll(async () => {
    model = await UseLite.open([name])
  })

  it('has for each of its pieces the highest cosine, as computed without bytes', async () => {
    const matcher = new TokenMatcher(model, 1_000_000)
    const question = 'Where does the cat sleep?'
    const { pieces, best } = await matcher.matches(question, [answer, other])
    expect(pieces.map(({ text }) => text).join('')).toBe('▁Where▁does▁the▁cat▁sleep?')
    expect(pieces.every(({ logProbability }) => logProbability < 0)).toBe(true)

    const asked = await model.tokens(model.pieces(question))
    for (const [place, passage] of [answer, other].entries()) {
      const rows = await model.tokens(model.pieces(passage))
      const exact = pieces.map((_, piece) => highest(asked, piece, rows))
      const differences = exact.map((value, piece) => Math.abs(value - (best[place]?.[piece] ?? Infinity)))
      expect(Math.max(...differences)).toBeLessThan(0.01)
    }
  })

  it('finds the pieces of a passage that the model reads in several blocks', async () => {
    const long = `${'Interest rates rose by half a percent in March. '.repeat(30)}${answer}`
    const matcher = new TokenMatcher(model, 10_000_000)
    const [near, far] = (await matcher.matches('kitten sofa', [long, other])).best
    expect(near?.[0]).toBeGreaterThan((far?.[0] ?? 1) + 0.1)
  })

  it('takes hostile texts', async () => {
    const texts = [
      '',
      '\0',
      '\ud800',
      'word '.repeat(10_000),
      '你好，世界。',
      'مرحبا بالعالم',
      '💣🎉',
      'x'.repeat(10_000_000),
    ]
    const matcher = new TokenMatcher(model, 10_000_000)
    const { pieces, best } = await matcher.matches('question '.repeat(2_000), texts)
    expect(best.map(values => values.length)).toEqual(texts.map(() => pieces.length))
    expect(best.every(values => values.every(value => Math.abs(value) < 1.01))).toBe(true)
  })
})

it('keeps what it computed of passages within its bytes, the latest used', async () => {
  const model = await UseLite.open(runtimeNames)
  const passages = Array.from({ length: 12 }, (_, number) => `Shelf number ${number} holds the letters of that year.`)
  const matcher = new TokenMatcher(model, 40_000)
  await matcher.matches('shelf', passages)
  expect(matcher.use).toMatchObject({ hits: 0, misses: 12 })
  expect(matcher.use.bytes).toBeLessThanOrEqual(40_000)
  expect(matcher.use.passages).toBeLessThan(12)

  const again = await matcher.matches('shelf', passages.slice(-2))
  expect(matcher.use).toMatchObject({ hits: 2, misses: 12 })
  expect(again).toEqual(await new TokenMatcher(model, 1).matches('shelf', passages.slice(-2)))
})

function highest(asked: Float32Array, piece: number, rows: Float32Array): number {
  let most = -1
  for (let start = 0; start < rows.length; start += dimensions) {
    let sum = 0
    for (let at = 0; at < dimensions; at += 1) sum += (asked[piece * dimensions + at] ?? 0) * (rows[start + at] ?? 0)
    most = Math.max(most, sum)
  }
  return most
}
