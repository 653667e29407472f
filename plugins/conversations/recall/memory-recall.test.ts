import { describe, expect, it } from 'vitest'
import type { MemoryQuestion, MemoryResult } from '@svc/plugin/contracts/memory'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import type { Message, Session, StoredTurn } from '../records.ts'
import { MemoryRecall } from './memory-recall.ts'

const principal = testPrincipal({ role: 'owner' })
const turn = { turn_id: 'turn_1', session_id: 'ses_1', question_id: 'msg_1', options: {} } as StoredTurn
const question = 'How tall is the lighthouse of Texel?'
const memory = (index: number, text = 'The lighthouse of Texel is tall.'): MemoryResult => ({
  id: `mem_${index}`,
  content: text,
  source: null,
  tags: [],
  metadata: {},
  provenance: { via: 'api' },
  valid_from: null,
  valid_until: null,
  version: 1,
  chunks: 1,
  created_at: '2026-01-31T12:00:00.000Z',
  score: 0.9,
  updated_at: '2026-01-31T12:00:00.000Z',
  chunk: { ordinal: 0, text, heading: [], start: 0, end: text.length },
  explain: {
    keyword: { rank: 1, bm25: 4, index: 'words', share: 1, coverage: 1 },
    semantic: null,
    tokens: null,
    proximity: 0,
    exact: 0,
    fusion: { method: 'keyword', meaning: 0, tokens: 0, words: 1, proximity: 0, exact: 0 },
  },
})

function recallOf(search: (question: MemoryQuestion) => Promise<MemoryResult[]>, byDefault = true) {
  const clock = new ManualClock()
  const log = recordingLog()
  const newest = [{ message_id: 'msg_1', role: 'user', content: question } as Message]
  const memories = {
    search: async (each: MemoryQuestion) => ({ results: await search(each), mode: 'keyword' as const, notice: null }),
  }
  const recall = new MemoryRecall({ memories, byDefault, clock, log })
  const { signal } = new AbortController()
  const find = (memory: boolean | null = null, room = 20_000) =>
    recall.find({ turn, session: { memory } as Session, newest, principal, room, signal })
  return { find, clock, log }
}
const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)

describe('memory for a turn', () => {
  it('is as the installation has it, where the conversation does not say otherwise', async () => {
    const on = recallOf(async () => [memory(1)])
    const off = recallOf(async () => [memory(1)], false)
    const found = [await on.find(), await on.find(false), await off.find(), await off.find(true)]
    expect(found.map(idsOf)).toEqual([['mem_1'], [], [], ['mem_1']])
  })

  it('takes its share of the room, and none where a question has little', async () => {
    const long = 'The lighthouse of Texel. '.repeat(200)
    const { find } = recallOf(async () => [memory(1, long), memory(2), memory(3, long)])
    expect([idsOf(await find()), idsOf(await find(null, 3000)), idsOf(await find(null, 100))]).toEqual([
      ['mem_1', 'mem_2'],
      ['mem_2'],
      [],
    ])
  })

  it('is waited for at first, while what searches is still being started', async () => {
    let answer = (_found: MemoryResult[]): void => undefined
    const { find, clock, log } = recallOf(() => new Promise(resolve => (answer = resolve)))
    const finding = find()
    clock.advance(14_000)
    answer([memory(1)])
    expect([idsOf(await finding), log.entries]).toEqual([['mem_1'], []])
  })

  it('is given up when it does not come in time, and the turn goes on', async () => {
    const signals: AbortSignal[] = []
    const { find, clock, log } = recallOf(({ signal }) => {
      signals.push(signal)
      return signals.length === 1 ? Promise.resolve([memory(1)]) : new Promise(() => undefined)
    })
    await find()
    const finding = find()
    clock.advance(1500)
    expect([await finding, signals.map(({ aborted }) => aborted), log.entries.map(({ message }) => message)]).toEqual([
      [],
      [false, true],
      ['a turn goes on without memory'],
    ])
  })

  it('holds one turn back where it never starts, and not the next', async () => {
    const { find, clock, log } = recallOf(() => new Promise(() => undefined))
    const first = find()
    clock.advance(15_000)
    await first
    const second = find()
    clock.advance(1500)
    expect([await second, log.entries.length]).toEqual([[], 2])
  })

  it('is done without where it fails', async () => {
    const { find } = recallOf(() => Promise.reject(new Error('the plane is away')))
    expect(await find()).toEqual([])
  })
})
