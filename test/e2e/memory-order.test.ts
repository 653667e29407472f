import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { temporaryFolder } from '../rooms/planes.ts'

const plugins = ['memory', 'tools', 'developer', 'admin']
const notes = [
  'The staging database listens on port 6543.',
  'The production database listens on port 5432.',
  'Set SVC_PORT to choose the port of the server; it is 8700 otherwise.',
  'The port of Rotterdam is the largest of Europe.',
  'Minka the cat eats chicken only and refuses fish.',
  'The boiler pressure should be between 1.2 and 1.8 bar.',
  'Grace plays the cello on Thursdays.',
]

let home: { path: string; remove: () => Promise<void> }
let svc: TestKernel
const start = (env: Record<string, string> = {}) =>
  startTestKernel({ plugins, env: { SVC_MEMORY_EMBEDDER: 'built-in', ...env }, home: home.path })

beforeAll(async () => {
  home = await temporaryFolder()
  svc = await start()
  for (const content of notes) await svc.request('POST', '/api/memory', { body: { content } })
  await vi.waitFor(
    async () => {
      const { body } = await svc.request('GET', '/api/memory/stats')
      expect(body).toMatchObject({ documents: notes.length, embedded: notes.length })
    },
    { timeout: 60_000, interval: 100 },
  )
}, 90_000)
afterAll(async () => {
  await svc?.stop()
  await home?.remove()
})

async function search(query: string, options: Record<string, unknown> = {}) {
  const { status, body } = await svc.request('POST', '/api/memory/search', {
    body: { query, explain: true, ...options },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A search whose passages were compared piece by piece: on a busy machine one may do without. */
async function compared(query: string, options: Record<string, unknown> = {}) {
  return vi.waitFor(
    async () => {
      const body = await search(query, options)
      const methods = body.results.map(
        (each: { explain: { fusion: { method: string } } }) => each.explain.fusion.method,
      )
      expect(methods).not.toContain('ranks')
      return body
    },
    { timeout: 60_000, interval: 100 },
  )
}

it('orders by what each passage has of the question, and says what added how much', async () => {
  const { results, mode, notice } = await compared('What does the pet like for dinner?')
  expect([results[0].content, mode, notice]).toEqual([notes[4], 'hybrid', null])
  for (const { score, explain } of results) {
    const { method, meaning, tokens, words, proximity, exact } = explain.fusion
    expect([method, explain.tokens]).toEqual(['sum', { similarity: expect.any(Number) }])
    expect(score).toBeCloseTo(1 / (1 + Math.exp(-(meaning + tokens + words + proximity + exact))), 6)
  }
})

it('leads with the passage that has an identifier as it is written', async () => {
  const { results } = await compared('which port does SVC_PORT give the database', { top_k: 3 })
  expect([results[0].content, results[0].explain.exact]).toEqual([notes[2], 1])
})

it('compares nothing piece by piece where that is switched off, in one search and by the setting', async () => {
  const query = 'What does the pet like for dinner?'
  const off = await search(query, { rerank: 'off' })
  expect(off.results[0].explain).toMatchObject({ tokens: null, fusion: { method: 'ranks', tokens: 0 } })
  await svc.stop()
  svc = await start({ SVC_MEMORY_RERANK: 'off' })
  expect((await search(query)).results).toEqual(off.results)
  expect((await compared(query, { rerank: 'auto' })).results[0].explain.fusion.method).toBe('sum')
  await svc.stop()
  svc = await start()
})

it('says what runs the model', async () => {
  await search('What does the pet like for dinner?')
  const { body } = await svc.request('GET', '/api/memory/embedder')
  expect(body).toMatchObject({ runtime: expect.stringMatching(/^(native|portable)$/), problem: null })
})

it('answers with nothing, and says so, when nothing comes near; the nearest are shown when asked for', async () => {
  for (const query of ['blorptang wizzlefoop in the crundle', 'fjdksl ghghgh trtrtr', 'qwertz uiop yxcv bnm']) {
    expect(await compared(query)).toEqual({
      results: [],
      mode: 'hybrid',
      notice: expect.stringMatching(/^No good match: .*keyword and semantic/),
    })
  }
  const nearest = await search('fjdksl ghghgh trtrtr', { mode: 'semantic', top_k: 2 })
  expect([nearest.results.length, nearest.notice]).toEqual([2, null])
  expect((await search('largest of Europe', { mode: 'keyword' })).results[0].content).toBe(notes[3])
})

it('gives an agent nothing rather than noise', async () => {
  await vi.waitFor(async () => {
    const { body } = await svc.request('POST', '/api/tools/memory_search/call', {
      as: 'owner',
      body: { arguments: { query: 'blorptang wizzlefoop in the crundle' } },
    })
    expect(body.result).toEqual({ memories: [], notice: expect.stringMatching(/^No good match/) })
  })
})

it('finds what other languages have by their words', async () => {
  const german = 'Der Schlüssel zur Werkstatt liegt beim Pförtner.'
  const chinese = '我们的退款政策适用于所有订单。'
  for (const content of [german, chinese]) await svc.request('POST', '/api/memory', { body: { content } })
  const first = async (query: string): Promise<unknown> => (await compared(query)).results[0]?.content
  expect([await first('Wo liegt der Schlüssel der Werkstatt?'), await first('退款政策')]).toEqual([german, chinese])
})

it.each([
  ['2,000 words', 'which database listens on the staging port '.repeat(290)],
  ['one word ten thousand times', 'database '.repeat(10_000)],
  ['emoji', '👩‍👩‍👧‍👦🚀 database port'],
  ['right to left', 'הנמל של בסיס הנתונים database port'],
])('takes a question of %s', async (_name, query) => {
  const { results } = await search(query)
  expect(results.map((each: { content: string }) => each.content)).toContain(notes[0])
})

it.each([
  ['one word ten thousand times', 'albatross '.repeat(10_000), 'albatross'],
  ['emoji', `${'👩‍👩‍👧‍👦🚀'.repeat(500)} cormorant`, 'cormorant'],
  ['right to left', `${'הנמל של בסיס הנתונים '.repeat(200)} petrel`, 'הנמל'],
  ['Japanese', 'ご注文のキャンセルは三日以内にお願いします。'.repeat(100), 'キャンセル'],
  ['ten MiB', `puffin ${'the archive keeps a copy of each letter. '.repeat(200)}`.repeat(1250), 'puffin'],
])('keeps and finds a text of %s', async (_name, content, query) => {
  const { status, body } = await svc.request('POST', '/api/memory', { body: { content, force: true } })
  expect(status, JSON.stringify(body).slice(0, 200)).toBe(201)
  expect((await search(query)).results[0]?.id).toBe(body.id)
  await svc.request('DELETE', `/api/memory/${body.id}`)
})
