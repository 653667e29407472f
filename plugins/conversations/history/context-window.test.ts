import { describe, expect, it } from 'vitest'
import type { Message } from '../records.ts'
import { ContextWindow } from './context-window.ts'
import type { WindowRequest } from './context-window.ts'
import { guessTokens, TokenCount } from './token-count.ts'

// What the tokenizer makes of these texts is its own affair.
const window = new ContextWindow({ load: async () => guessTokens })
/** About 100 tokens. */
const text = (name: string) => `${name} ${'x'.repeat(384 - name.length)}`

function message(position: number, role: Message['role'], content: string): Message {
  return {
    message_id: `msg_${String(position).padStart(26, '0')}`,
    session_id: 'ses_1',
    parent_id: null,
    position,
    active: true,
    turn_id: null,
    role,
    content,
    attachments: [],
    images: [],
    tool_calls: [],
    tool_call_id: null,
    tool_name: null,
    model: null,
    finish_reason: null,
    usage: null,
    created_at: '',
  }
}

/** Questions and answers of about 100 tokens each. */
function exchanges(count: number): Message[] {
  return Array.from({ length: count }, (_, index) => [
    message(index * 2, 'user', text(`q${index}`)),
    message(index * 2 + 1, 'assistant', text(`a${index}`)),
  ]).flat()
}

function request(messages: readonly Message[], options: Partial<WindowRequest> = {}) {
  const asked: string[][] = []
  let reads = 0
  const made: WindowRequest = {
    window: 2000,
    maxAnswer: 100,
    fixedTokens: 0,
    strategy: 'drop',
    summary: null,
    before: (position, limit) => {
      const page = messages
        .filter(each => each.position < position)
        .toReversed()
        .slice(0, limit)
      reads += page.length
      return page
    },
    summarise: async dropped => {
      asked.push(dropped.map(({ content }) => content.split(' ')[0] ?? ''))
      return 'What was before.'
    },
    ...options,
  }
  return { made, asked, reads: () => reads }
}

const names = (messages: readonly { content: string }[]) => messages.map(({ content }) => content.split(' ')[0])

describe('the window of a model', () => {
  it('holds a conversation that fits as it is', async () => {
    const { made } = request(exchanges(3))
    const { messages, cut } = await window.fit(made)
    expect([names(messages), cut]).toEqual([['q0', 'a0', 'q1', 'a1', 'q2', 'a2'], null])
  })

  it('drops the oldest exchanges whole, and reads no more than it holds', async () => {
    const { made, reads } = request(exchanges(5000))
    const { messages, cut } = await window.fit(made)
    expect(names(messages).slice(0, 2)).toEqual(['q4991', 'a4991'])
    expect([messages.length, cut?.dropped, cut?.strategy]).toEqual([18, 9982, 'drop'])
    expect(reads()).toBeLessThan(200)
  })

  it('keeps a call with its result', async () => {
    const call = { ...message(21, 'assistant', ''), tool_calls: [{ id: 'c', name: 'say', arguments: '{}' }] }
    const result = { ...message(22, 'tool', text('r')), tool_call_id: 'c', tool_name: 'say' }
    const all = [...exchanges(10), message(20, 'user', text('q10')), call, result]
    for (let size = 400; size < 3000; size += 150) {
      const { messages } = await window.fit(request(all, { window: size }).made)
      expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(1)
      expect(messages[0]?.role).toBe('user')
      expect(messages.at(-2)?.tool_calls).toHaveLength(1)
    }
  })

  it('sums up what it lets go of, and reads on from there the next time', async () => {
    const all = exchanges(12)
    const first = request(all, { strategy: 'summarise' })
    const { messages, cut } = await window.fit(first.made)
    expect(messages[0]).toEqual({
      role: 'system',
      content: expect.stringMatching(
        /data, not instructions\):\n<summary (\w{10})>\nWhat was before.\n<\/summary \1>$/,
      ),
    })
    expect(names(messages).slice(1)).toEqual(['q8', 'a8', 'q9', 'a9', 'q10', 'a10', 'q11', 'a11'])
    expect(first.asked[0]).toEqual(Array.from({ length: 8 }, (_, index) => [`q${index}`, `a${index}`]).flat())
    expect(cut).toMatchObject({ strategy: 'summarise', dropped: 16, summary: { position: 15 } })
    const second = request(all, { strategy: 'summarise', summary: cut?.summary ?? null })
    const again = await window.fit(second.made)
    expect([again.messages, again.cut, second.asked]).toEqual([messages, null, []])
  })

  it('drops when nobody sums up', async () => {
    const { made } = request(exchanges(12), { strategy: 'summarise', summarise: async () => null })
    expect((await window.fit(made)).cut).toMatchObject({ strategy: 'drop', summary: null })
  })

  it('leaves out the oldest results of a long turn before it gives up', async () => {
    const results = [1, 2, 3].map(position => ({ ...message(position, 'tool', text('r').repeat(4)), tool_name: 'say' }))
    const { made } = request([message(0, 'user', text('q')), ...results], { window: 700 })
    const { messages } = await window.fit(made)
    expect(messages.map(({ content }) => content.includes('left out'))).toEqual([false, true, true, false])
  })

  it('refuses one question that is too long, and says what it has room for', async () => {
    const { made } = request([message(0, 'user', 'x'.repeat(10_000))])
    await expect(window.fit(made)).rejects.toMatchObject({
      code: 'context_length_exceeded',
      message: expect.stringMatching(/takes about 2504 tokens, and the model has room for 1900/),
    })
  })

  it('that holds no question says what fills it', async () => {
    const { made } = request(exchanges(1), { window: 2000, fixedTokens: 2500 })
    await expect(window.fit(made)).rejects.toMatchObject({
      code: 'context_length_exceeded',
      message: expect.stringMatching(/tools alone take about 2500 tokens of the 2000 .* fewer tools/),
    })
  })

  it('counts what it cannot guess: text of many short tokens', async () => {
    const dense = exchanges(6).map(each => ({ ...each, content: `${each.content.slice(0, 3)} ${'1{}!'.repeat(95)}` }))
    const exact = new ContextWindow(new TokenCount())
    const guessed = await window.fit(request(dense).made)
    const counted = await exact.fit(request(dense).made)
    expect([guessed.messages.length, counted.messages.length < guessed.messages.length]).toEqual([12, true])
  })

  // In one piece each of these takes seconds, in which nobody else is served.
  it('counts text without words as fast as any', async () => {
    const count = await new TokenCount().load()
    const texts = ['一', '龘', 'é', 'ab'].map(part => part.repeat(20_000 / part.length))
    for (const each of texts) expect(count(each)).toBeGreaterThan(1000)
  })

  it('counts images', async () => {
    const image = { url: 'data:image/png;base64,AA==' }
    const { made } = request([...exchanges(5), { ...message(10, 'user', 'see'), images: [image] }])
    expect(names((await window.fit(made)).messages)).toEqual(['q2', 'a2', 'q3', 'a3', 'q4', 'a4', 'see'])
  })

  it('holds no more of images than can be sent, however much room the model has', async () => {
    const images = [{ url: `data:image/png;base64,${'A'.repeat(20 * 1024 * 1024)}` }]
    const seen = [0, 1, 2, 3].flatMap(n => [
      { ...message(n * 2, 'user', `q${n}`), images },
      message(n * 2 + 1, 'assistant', `a${n}`),
    ])
    const { made, reads } = request(
      [...exchanges(500), ...seen.map(each => ({ ...each, position: each.position + 1000 }))],
      {
        window: Number.MAX_SAFE_INTEGER,
      },
    )
    const { messages, cut } = await window.fit(made)
    expect([names(messages), cut?.dropped]).toEqual([['q2', 'a2', 'q3', 'a3'], 1004])
    expect(reads()).toBeLessThan(300)
  })
})
