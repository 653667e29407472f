import { describe, expect, it } from 'vitest'
import type { MemoryCandidate, MemoryFindings } from '@svc/plugin'
import type { TokenMatches } from '../embedders/token-matches.ts'
import { PassageOrder } from './passage-order.ts'

interface Known {
  rank?: number
  coverage?: number
  similarity?: number
}

function candidate(document_id: string, text: string, { rank, coverage = 0.2, similarity }: Known): MemoryCandidate {
  const keyword =
    rank === undefined ? null : { rank, bm25: 10 - rank, index: 'words' as const, share: 1 / rank, coverage }
  const semantic = similarity === undefined ? null : { rank: 1, similarity }
  return { document_id, ordinal: 0, heading: [], text, start: 0, end: text.length, keyword, semantic }
}

function found(candidates: MemoryCandidate[], words: MemoryFindings['words'] = []): MemoryFindings {
  return { candidates, words, passages: 100, complete: true }
}

/** As a model that reads one piece a word. */
function matchesOf(question: string, cosines: readonly number[]): TokenMatches {
  const pieces = question.split(' ').map(word => ({ text: `▁${word}`, logProbability: -9 }))
  return { pieces, best: cosines.map(cosine => Float32Array.from(pieces, () => cosine)) }
}

const question = 'where does postgres listen'
const two = found([
  candidate('mem_far', 'The cellar floods.', { rank: 1, similarity: 0.31 }),
  candidate('mem_near', 'The database is on port 6543.', { rank: 2, similarity: 0.3 }),
])

describe('the order of passages', () => {
  it('puts first what matches the question piece by piece', () => {
    const order = new PassageOrder(question, two)
    expect(order.compared).toEqual(['The cellar floods.', 'The database is on port 6543.'])
    const ids = (matches: TokenMatches): string[] => order.bySum(matches).map(each => each.document_id)
    expect(ids(matchesOf(question, [0.1, 0.9]))).toEqual(['mem_near', 'mem_far'])
    expect(ids(matchesOf(question, [0.9, 0.1]))).toEqual(['mem_far', 'mem_near'])
    expect(order.byRanks().map(each => each.document_id)).toEqual(['mem_far', 'mem_near'])
  })

  it('puts first what has an identifier of the question as it is written', () => {
    const candidates = [
      candidate('mem_words', 'A port for svc is chosen.', { rank: 1, coverage: 0.6, similarity: 0.33 }),
      candidate('mem_code', 'SVC_PORT=8421', { rank: 2, coverage: 0.6, similarity: 0.3 }),
    ]
    const order = new PassageOrder('what is SVC_PORT', found(candidates, [{ term: 'port', passages: 4 }]))
    expect(order.byRanks()[0]?.document_id).toBe('mem_code')
    expect(order.bySum(matchesOf('what is SVC_PORT', [0.5, 0.5]))[0]?.document_id).toBe('mem_code')
  })

  it('says what each signal added, so that the score follows', () => {
    const order = new PassageOrder(question, two)
    for (const { score, parts } of [...order.bySum(matchesOf(question, [0.2, 0.6])), ...order.byRanks()]) {
      const { meaning, tokens, words, proximity, exact } = parts.fusion
      expect(score).toBeCloseTo(1 / (1 + Math.exp(-(meaning + tokens + words + proximity + exact))), 10)
    }
    const [first, ranked] = [order.bySum(matchesOf(question, [0.2, 0.6]))[0], order.byRanks()[0]]
    expect([first?.parts.tokens, first?.parts.fusion.method]).toEqual([{ similarity: expect.closeTo(0.6, 5) }, 'sum'])
    expect([ranked?.parts.tokens, ranked?.parts.fusion.method]).toEqual([null, 'ranks'])
  })

  it('compares few long passages and leaves the others where they are no better than the worst compared', () => {
    const texts = Array.from({ length: 40 }, (_, index) => `${index} ${'long '.repeat(400)}`)
    const candidates = texts.map((text, index) =>
      candidate(`mem_${index}`, text, { rank: index + 1, similarity: 0.5 - index / 100 }),
    )
    const order = new PassageOrder(question, found(candidates))
    const { compared } = order
    expect([compared.length >= 5, compared.length < 10, compared[0]]).toEqual([true, true, texts[0]])
    const ordered = order.bySum(matchesOf(question, [0.9, ...compared.slice(1).map(() => 0.1)]))
    expect(ordered).toHaveLength(40)
    expect(ordered[0]?.document_id).toBe('mem_0')
    expect(ordered.filter(({ parts }) => parts.tokens !== null)).toHaveLength(compared.length)
  })

  it('compares many short ones', () => {
    const candidates = Array.from({ length: 100 }, (_, index) =>
      candidate(`mem_${index}`, `note ${index}`, { rank: index + 1 }),
    )
    expect(new PassageOrder(question, found(candidates)).compared).toHaveLength(100)
  })

  it('orders what has no vector yet by its words', () => {
    const candidates = [
      candidate('mem_1', 'postgres', { rank: 1, coverage: 0.9 }),
      candidate('mem_2', 'listen', { rank: 2 }),
    ]
    const ordered = new PassageOrder(question, found(candidates)).bySum(matchesOf(question, [0.5, 0.5]))
    expect(ordered.map(each => [each.document_id, each.score > 0 && each.score < 1])).toEqual([
      ['mem_1', true],
      ['mem_2', true],
    ])
  })

  it('puts what has all the words and no vector yet before what is merely the nearest', () => {
    const near = [0.2, 0.12, 0.1].map((similarity, index) =>
      candidate(`mem_${index}`, 'The cellar floods.', { similarity }),
    )
    const fresh = candidate('mem_new', 'postgres', { rank: 1, coverage: 1 })
    const order = new PassageOrder('postgres', found([fresh, ...near], [{ term: 'postgres', passages: 40 }]))
    expect(
      order.bySum(
        matchesOf(
          'postgres',
          order.compared.map(() => 0.3),
        ),
      )[0]?.document_id,
    ).toBe('mem_new')
  })

  it('believes the words where the model does not know the language', () => {
    const candidates = [
      candidate('mem_near', 'The cellar floods.', { similarity: 0.4 }),
      candidate('mem_words', 'הנמל של הבדיקות', { rank: 1, coverage: 1, similarity: 0.05 }),
    ]
    const order = new PassageOrder('הנמל', found(candidates, [{ term: 'הנמל', passages: 1 }]))
    const pieces = [
      { text: '▁', logProbability: -3 },
      { text: '<unk>', logProbability: 0 },
    ]
    const best = order.compared.map(text => Float32Array.of(0.5, text.startsWith('The') ? 0.6 : 0.1))
    expect(order.bySum({ pieces, best })[0]?.document_id).toBe('mem_words')
  })

  it('takes nothing found for nothing', () => {
    const order = new PassageOrder(question, found([]))
    expect([order.compared, order.byRanks(), order.bySum(matchesOf(question, []))]).toEqual([[], [], []])
  })
})

describe('whether anything comes near', () => {
  const known = [{ term: 'postgres', passages: 2 }]
  const isNear = (asked: string, { similarity, coverage }: Known, words: MemoryFindings['words'] = known): boolean => {
    const candidates = [candidate('mem_1', 'The database is on port 6543.', { rank: 1, coverage, similarity })]
    return new PassageOrder(asked, found(candidates, words)).comesNear(matchesOf(asked, [0.3]))
  }

  it.each<[boolean, string, Known]>([
    [true, 'what was asked is near in meaning', { similarity: 0.5, coverage: 0 }],
    [false, 'it is far', { similarity: 0.1, coverage: 0.1 }],
    [true, 'it is far, and has the words', { similarity: 0.1, coverage: 0.5 }],
  ])('is %s when %s', (expected, _why, known_) => {
    expect(isNear(question, known_)).toBe(expected)
  })

  it('asks for more of a question that the model hardly knows', () => {
    const candidates = [candidate('mem_1', 'The database.', { rank: 1, coverage: 0, similarity: 0.35 })]
    const order = new PassageOrder('blorptang', found(candidates))
    const pieces = ['▁b', 'lo', 'rp', 'tang'].map(text => ({ text, logProbability: -12 }))
    expect(order.comesNear({ pieces, best: [Float32Array.of(0.2, 0.2, 0.2, 0.2)] })).toBe(false)
    expect(order.comesNear({ pieces: pieces.slice(0, 1), best: [Float32Array.of(0.2)] })).toBe(true)
  })

  it('shows what has an identifier of the question, however far', () => {
    expect(isNear('6543', { similarity: 0, coverage: 0 }, [{ term: '6543', passages: 1 }])).toBe(true)
  })
})
