import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeEmbeddingServer } from '../../../test/support/servers/fake-embedding-server.ts'
import type { FakeEmbeddingServer } from '../../../test/support/servers/fake-embedding-server.ts'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

let fake: FakeEmbeddingServer
let svc: TestKernel

beforeEach(async () => {
  fake = await startFakeEmbeddingServer({ small: 16, large: 24 })
  const env = { SVC_MEMORY_EMBEDDER: 'off', SVC_MODEL_BASE_URL: fake.baseUrl, SVC_MODEL_NAME: 'small' }
  svc = await startTestKernel({ plugins: ['memory', 'models'], env })
})
afterEach(async () => {
  await svc.stop()
  await fake.close()
})

const notes = (word: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${word} note ${number} about the ${word} harbour.`)

async function importNotes(texts: readonly string[]): Promise<void> {
  const lines = texts.map(content => JSON.stringify({ content })).join('\n')
  const files = [{ name: 'notes.jsonl', content_base64: Buffer.from(lines).toString('base64') }]
  const { body } = await svc.request('POST', '/api/memory/import', { body: { files } })
  expect(body).toMatchObject({ documents: texts.length, failed: 0 })
}

const choose = (embedder: string) => svc.request('PUT', '/api/memory/embedder', { body: { embedder } })
const settled = (embedder: string) =>
  vi.waitFor(
    async () => {
      const { body } = await svc.request('GET', '/api/memory/embedder')
      expect(body).toMatchObject({ searching_with: embedder, state: 'ready' })
    },
    { timeout: 10_000, interval: 20 },
  )
const search = async (query: string, mode: string) => {
  const { body } = await svc.request('POST', '/api/memory/search', { body: { query, mode, top_k: 1 } })
  return { mode: body.mode, first: body.results[0]?.content }
}

/** Holds the requests that `isHeld` picks until it is opened. */
function gate(isHeld: (request: { model: string; input: string[] }) => boolean) {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  fake.before = request => {
    if (!isHeld(request)) return undefined
    reached.resolve()
    return opened.promise
  }
  return { reached: reached.promise, open: opened.resolve }
}

describe('a text that is added', () => {
  it('is answered and found by its words while its provider takes its time, whose answer is used', async () => {
    await choose('small')
    const text = 'Cormorants dry their wings on the pier.'
    const held = gate(({ input }) => input.includes(text))
    expect(await svc.request('POST', '/api/memory', { body: { content: text } })).toMatchObject({ status: 201 })
    expect(await search('cormorants', 'keyword')).toEqual({ mode: 'keyword', first: text })
    held.open()
    await settled('small')
    expect(fake.requests.filter(({ input }) => input.includes(text))).toHaveLength(1)
    expect(await search(text, 'semantic')).toEqual({ mode: 'semantic', first: text })
  })

  it('is embedded before those that wait for long', async () => {
    await importNotes(notes('old', 200))
    const held = gate(({ input }) => input.length > 1)
    await choose('small')
    await held.reached
    await importNotes(notes('fresh', 3))
    held.open()
    await settled('small')
    const [trial, first, second] = fake.requests.map(({ input }) => input.some(text => text.startsWith('fresh')))
    expect([trial, first, second]).toEqual([false, false, true])
  })

  it('gets its vector while everything is embedded anew for another model', async () => {
    await choose('small')
    await importNotes(notes('old', 400))
    await settled('small')
    let large = 0
    const begun = gate(({ model, input }) => model === 'large' && input.length > 1 && ++large === 1)
    await choose('large')
    await begun.reached
    await importNotes(['Puffins nest in burrows.'])
    // The new model gets no further than its sixth request for as long as the test looks.
    const later = gate(({ model, input }) => model === 'large' && input.length > 1 && ++large > 5)
    begun.open()
    await later.reached
    // All of them have vectors of the model that is searched with.
    expect((await svc.request('GET', '/api/memory/stats')).body).toMatchObject({ passages: 401, embedded: 401 })
    expect((await svc.request('GET', '/api/memory/embedder')).body).toMatchObject({
      state: 'preparing',
      searching_with: 'small',
    })
    later.open()
    await settled('large')
  })
})
