import { afterAll, beforeAll, expect, it } from 'vitest'
import { path, startTestConversations } from '../../../test/rooms/plugins/conversations.ts'
import type { TestConversations } from '../../../test/rooms/plugins/conversations.ts'

let svc: TestConversations

beforeAll(async () => {
  svc = await startTestConversations()
})
afterAll(() => svc?.stop())

it('messages are read from the first message on, or from the last one back', async () => {
  const id = await svc.begin()
  for (const question of ['One', 'Two', 'Three']) await svc.say(id, question)
  const read = async (query: string) => {
    const { body } = await svc.request('GET', `${path}/${id}/messages?limit=4&${query}`)
    const texts = body.items.map((message: { content: string }) => message.content)
    return { texts, cursor: body.next_cursor as string | null }
  }
  const questions = (texts: readonly string[]) => texts.filter(text => ['One', 'Two', 'Three'].includes(text))
  const [first, last] = [await read('order=asc'), await read('order=desc')]
  const [forth, back] = [await read(`cursor=${first.cursor}`), await read(`order=desc&cursor=${last.cursor}`)]
  expect([first, forth, last, back].map(({ texts }) => questions(texts))).toEqual([
    ['One', 'Two'],
    ['Three'],
    ['Three', 'Two'],
    ['One'],
  ])
  expect([forth.cursor, back.cursor]).toEqual([null, null])
  expect((await svc.request('GET', `${path}/${id}/messages?order=up`)).status).toBe(400)
})
