import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { path, startTestConversations } from '../../../test/rooms/plugins/conversations.ts'
import type { TestConversations } from '../../../test/rooms/plugins/conversations.ts'

let svc: TestConversations

beforeAll(async () => {
  svc = await startTestConversations()
})
afterAll(() => svc?.stop())

describe('search', () => {
  it('finds words of titles and of what was said, marks them, and takes nothing as an operator', async () => {
    const [spoken, titled] = [await svc.begin(), await svc.begin({ title: 'Zebrafisch und Größe' })]
    await svc.say(spoken, 'The quokka "smiled" OR slept')
    const search = (text: string) => svc.request('GET', `${path}?search=${encodeURIComponent(text)}`)
    const found = await search('quokka smil"')
    expect(found.body.items).toMatchObject([{ id: spoken, match: { snippet: 'The **quokka** "**smiled**" OR slept' } }])
    expect((await search('groess* OR zebrafisch')).body.items).toEqual([])
    expect((await search('grosse zebrafisch')).body.items).toEqual([])
    expect((await search('GRÖSSE')).status).toBe(200)
    expect((await search('größe zebra')).body.items).toMatchObject([{ id: titled, match: null }])
    for (const hostile of ['"', 'NEAR(', 'a:b', '^*', '\u0000', '-', 'x'.repeat(5000), '{}[]()\'";--'])
      expect([hostile, (await search(hostile)).status]).toEqual([hostile, 200])
    await svc.request('DELETE', `${path}/${spoken}`)
    expect((await search('quokka')).body.items).toEqual([])
  })

  it('finds a message of one word in a moment', async () => {
    const id = await svc.begin()
    await svc.say(id, 'gnu '.repeat(40_000))
    const search = async (): Promise<[number, unknown]> => {
      const began = performance.now()
      const { body } = await svc.request('GET', `${path}?search=gnu`)
      return [performance.now() - began, body.items[0].match.snippet]
    }
    const tries = [await search(), await search(), await search()]
    expect(tries.map(([, snippet]) => snippet)).toEqual(Array(3).fill(`${'**gnu** '.repeat(24).trim()}…`))
    // It was 26 seconds.
    expect(Math.min(...tries.map(([took]) => took))).toBeLessThan(1000)
  })
})
