import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestTurns } from '../../../test/rooms/plugins/turns.ts'
import type { TestTurns } from '../../../test/rooms/plugins/turns.ts'

let t: TestTurns
beforeAll(async () => {
  t = await startTestTurns({ plugins: ['openai'] })
})
afterAll(() => t.close())

const path = '/api/conversations'
const user = (content: string) => ({ role: 'user', content })
const history = (length: number) =>
  Array.from({ length }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: `Message ${at}` }))
const textsOf = (messages: { content: string }[]) => messages.map(({ content }) => content)
const post = async (to: string, body: object) => (await t.request('POST', to, body as never)).body
const complete = (messages: object[], more = {}) => post('/v1/chat/completions', { model: 'agent', messages, ...more })
const newest = async (): Promise<string | undefined> =>
  (await t.request('GET', `${path}?limit=1`)).body.items[0]?.session_id

/** The branch that is read. */
async function shown(id: string): Promise<string[]> {
  const texts: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await t.request('GET', `${path}/${id}/messages?limit=200${cursor && `&cursor=${cursor}`}`)
    texts.push(...textsOf(body.items))
    cursor = body.next_cursor
  }
  return texts
}

it('a long history comes in portions, between which others are served, and is read whole or not at all', async () => {
  t.model.script({ text: 'Yes.' })
  const known = history(5000)
  const before = await newest()
  let isAnswered = false
  const answer = complete([...known, user('All of it?')]).finally(() => (isAnswered = true))
  const seen: number[] = []
  while (!isAnswered) {
    const id = await newest()
    if (id === before) continue
    seen.push((await t.request('GET', `${path}/${id}/messages?limit=1`)).body.items.length)
  }
  expect((await answer).choices[0].message.content).toBe('Yes.')
  expect(seen[0]).toBe(0)
  expect(await shown((await newest()) ?? '')).toEqual([...textsOf(known), 'All of it?', 'Yes.'])
})

it('as much may be asked at once, of a conversation that goes on, too', async () => {
  t.model.script({ text: 'One.' }, { text: 'Two.' })
  const first = await post('/v1/responses', { model: 'fake-model', input: 'Hello.' })
  const asked = Array.from({ length: 700 }, (_, at) => user(`Line ${at}`))
  await post('/v1/responses', { model: 'fake-model', previous_response_id: first.id, input: asked })
  expect(await shown((await newest()) ?? '')).toEqual(['Hello.', 'One.', ...textsOf(asked), 'Two.'])
})

it('what was passed through to a provider is kept so, and continued', async () => {
  t.model.script({ text: 'Passed.' }, { text: 'On.' })
  const passed = [...history(1000), user('Straight?')]
  const more = { model: 'fake-model', store: true }
  const before = await newest()
  const first = await complete(passed, more)
  const next = [...passed, first.choices[0].message, user('And then?')]
  await complete(next, more)
  await vi.waitFor(async () => {
    const id = (await newest()) ?? ''
    expect(id).not.toBe(before)
    expect(await shown(id)).toEqual([...textsOf(next), 'On.'])
  }, 10_000)
})
