import { expect, it } from 'vitest'
import type { MemoryResult } from '@svc/plugin/contracts/memory'
import { memoryQuery } from './memory-recall.ts'
import { isRelevant } from './relevance.ts'

const signals = {
  tokens: null,
  proximity: 0,
  exact: 0,
  fusion: { method: 'sum' as const, meaning: 0, tokens: 0, words: 0, proximity: 0, exact: 0 },
}

/** A passage as a search finds it. */
function found(text: string, similarity: number | null, isKeyword = true): Pick<MemoryResult, 'chunk' | 'explain'> {
  const keyword = isKeyword ? { rank: 1, bm25: 4, index: 'words' as const, share: 1, coverage: 1 } : null
  const semantic = similarity === null ? null : { rank: 1, similarity }
  const chunk = { ordinal: 0, text, heading: ['Backups'], start: 0, end: text.length }
  return { chunk, explain: { keyword, semantic, ...signals } }
}

it.each<[boolean, string, string, number | null]>([
  [true, 'How do I make a copy of everything?', 'The archive holds the whole home.', 0.55],
  [true, 'Where are archives of the home kept?', 'The archive holds the whole home.', 0.31],
  [true, 'Wo liegen die Schlüssel der Werkstatt?', 'Der Schlussel zur Werkstatt liegt beim Pförtner.', null],
  [false, 'What is the capital of France?', 'What is in the file is the truth of the home.', 0.16],
  [false, 'hello', 'The app says hello to the world.', 0.23],
  [false, 'Translate "good morning" into Dutch', 'Every good morning at nine a job is made.', 0.25],
  [false, 'Tell me about it', 'Tell me about it', null],
])('that it is %s that %j has to do with %j', (expected, question, text, similarity) => {
  expect(isRelevant(question, found(text, similarity))).toBe(expected)
})

it('takes nothing that was found by meaning alone and is far off', () => {
  expect(isRelevant('How do I bake bread?', found('bake bread', 0.3, false))).toBe(false)
})

it.each<[string, string | null, string | null]>([
  [
    'And the second one?',
    'How many seats has the first room?',
    'And the second one?\nHow many seats has the first room?',
  ],
  ['How many seats has the second room?', 'Hello.', 'How many seats has the second room?'],
  ['And then?', null, 'And then?'],
  ['/memory_search {"query": "x"}', null, null],
  [' … ?! ', 'Before', null],
])('%j after %j asks memory for %j', (question, before, query) => {
  expect(memoryQuery(question, before)).toBe(query)
})
