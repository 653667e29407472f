import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeEmbeddingServer } from '../../../test/support/servers/fake-embedding-server.ts'
import type { FakeEmbeddingServer } from '../../../test/support/servers/fake-embedding-server.ts'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

let home: string
let fake: FakeEmbeddingServer
let svc: TestKernel

const start = () =>
  startTestKernel({
    plugins: ['memory', 'models', 'developer', 'admin'],
    home,
    env: { SVC_MEMORY_EMBEDDER: 'off', SVC_MODEL_BASE_URL: fake.baseUrl, SVC_MODEL_NAME: 'small' },
  })

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-embedders-'))
  fake = await startFakeEmbeddingServer({ small: 16, large: 24 })
  svc = await start()
})
afterAll(async () => {
  await svc?.stop()
  await fake?.close()
  await rm(home, { recursive: true, force: true })
})
beforeEach(() => {
  fake.before = () => undefined
  fake.instead = () => undefined
  fake.models = { small: 16, large: 24 }
})

const embedder = async () => (await svc.request('GET', '/api/memory/embedder')).body
const choose = (id: string, headers: Record<string, string> = {}) =>
  svc.request('PUT', '/api/memory/embedder', { body: { embedder: id }, headers })
const ready = (id: string) =>
  vi.waitFor(
    async () =>
      expect(await embedder()).toMatchObject({ embedder: id, searching_with: id, state: 'ready', progress: 1 }),
    { timeout: 20_000, interval: 50 },
  )
const add = async (content: string): Promise<string> =>
  (await svc.request('POST', '/api/memory', { body: { content } })).body.id
const semantic = async (query: string) => {
  const { body } = await svc.request('POST', '/api/memory/search', { body: { query, mode: 'semantic' } })
  return { mode: body.mode, first: body.results[0]?.content ?? null, notice: body.notice }
}

describe('the embedder of a workspace', () => {
  it('is off where the configuration says so, and words alone are searched', async () => {
    await add('Pelicans fish at dawn in the harbour.')
    expect(await embedder()).toEqual({
      embedder: 'off',
      state: 'off',
      progress: 0,
      job_id: null,
      dimensions: null,
      language: null,
      searching_with: null,
      runtime: null,
      problem: null,
    })
    expect(await semantic('pelicans')).toMatchObject({
      mode: 'keyword',
      first: 'Pelicans fish at dawn in the harbour.',
    })
  })

  it('is tried before it is taken: one that is not there is refused with the reason, and nothing changes', async () => {
    const [absent, talker] = [await choose('absent'), await choose('svc/offline')]
    expect([absent.status, absent.body.code, talker.status, talker.body.code]).toEqual([
      422,
      'embedder_failed',
      422,
      'embedder_failed',
    ])
    expect(absent.body.detail).toContain('absent cannot be the embedder')
    expect(await embedder()).toMatchObject({ embedder: 'off', state: 'off' })
  })

  it('is not chosen by a key with a budget, which the embedding would not count against', async () => {
    const { body: key } = await svc.request('POST', '/api/developer/keys', {
      body: { name: 'small purse', token_budget: { day: 10 } },
    })
    const refused = await choose('small', { authorization: `Bearer ${key.key}` })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  })

  it('embeds what is there and what comes, by a model of a provider', async () => {
    expect(await choose('small')).toMatchObject({ status: 200, body: { embedder: 'small', dimensions: 16 } })
    await ready('small')
    await add('Otters sleep on their backs.')
    expect(await semantic('otters sleep')).toEqual({
      mode: 'semantic',
      first: 'Otters sleep on their backs.',
      notice: null,
    })
    expect(await embedder()).toMatchObject({ state: 'ready', progress: 1, dimensions: 16, language: null })
  })

  it('has a moment for what came just before a question', async () => {
    const questionCame = Promise.withResolvers<void>()
    fake.before = async ({ input }) => {
      if (input.some(text => text.includes('Puffins'))) await questionCame.promise
      else questionCame.resolve()
    }
    await add('Puffins dig their nests.')
    expect(await semantic('nests of puffins')).toEqual({
      mode: 'semantic',
      first: 'Puffins dig their nests.',
      notice: null,
    })
  })

  it('is changed without a gap: searches keep the old one until the new one has everything', async () => {
    const held = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    fake.before = ({ model, input }) => {
      if (model !== 'large' || input.length < 2) return undefined
      asked.resolve()
      return held.promise
    }
    expect((await choose('large')).body).toMatchObject({
      embedder: 'large',
      state: 'preparing',
      searching_with: 'small',
    })
    await asked.promise
    const added = await add('Herons wait in the reeds.')
    const gone = await add('Storks leave in August.')
    await svc.request('DELETE', `/api/memory/${gone}`)
    await svc.request('PATCH', `/api/memory/${added}`, { body: { content: 'Herons wait in the tall reeds.' } })
    expect(await semantic('otters sleep')).toMatchObject({ mode: 'semantic', first: 'Otters sleep on their backs.' })
    held.resolve()
    await ready('large')
    expect(await semantic('tall reeds herons')).toEqual({
      mode: 'semantic',
      first: 'Herons wait in the tall reeds.',
      notice: null,
    })
    const { body: stats } = await svc.request('GET', '/api/memory/stats')
    expect(stats.embedded).toBe(stats.passages)
  })

  it('that is changed back midway drops what it had begun', async () => {
    const held = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    fake.before = ({ model, input }) => {
      if (model !== 'small' || input.length < 2) return undefined
      asked.resolve()
      return held.promise
    }
    await choose('small')
    await asked.promise
    await choose('large')
    held.resolve()
    await ready('large')
    expect(await semantic('otters sleep')).toMatchObject({ mode: 'semantic', first: 'Otters sleep on their backs.' })
  })

  it('whose vectors have become of another size is refused, never mixed; choosing it again embeds anew', async () => {
    fake.models['large'] = 32
    expect(await semantic('otters sleep')).toMatchObject({ mode: 'keyword', first: 'Otters sleep on their backs.' })
    expect((await choose('large')).body).toMatchObject({ dimensions: 32, searching_with: 'large' })
    await vi.waitFor(async () => expect(await embedder()).toMatchObject({ state: 'ready', dimensions: 32 }), {
      timeout: 20_000,
    })
    expect(await semantic('otters sleep')).toMatchObject({ mode: 'semantic', notice: null })
    fake.models['large'] = 24
    await choose('large')
    await vi.waitFor(async () => expect(await embedder()).toMatchObject({ state: 'ready', dimensions: 24 }), {
      timeout: 20_000,
    })
  })

  it('is asked for texts that it refuses in ever smaller pieces, so that one text stops no other', async () => {
    fake.before = ({ input }) => {
      if (input.some(text => text.length > 40)) throw new Error('too long')
    }
    const long = await add('A cormorant dries its wings on the pier while the boats come in and go out again.')
    await add('A gull laughs.')
    await ready('large')
    expect(await semantic('cormorant dries its wings')).toMatchObject({ mode: 'semantic' })
    expect((await svc.request('GET', `/api/memory/${long}`)).status).toBe(200)
  })

  it.each<[string, (size: number) => unknown]>([
    ['no numbers', size => Array.from({ length: size }, () => null)],
    ['numbers beyond any', size => Array.from({ length: size }, () => 1e308)],
    ['zeros', size => Array.from({ length: size }, () => 0)],
    ['too few', () => [1, 2, 3]],
    ['bytes that are no floats', () => 'AAAA'],
    ['floats that are none', size => Buffer.from(new Float32Array(size).fill(Number.NaN).buffer).toString('base64')],
  ])('that answers one text with %s embeds all others, and what it is asked is found', async (what, made) => {
    fake.instead = (text, size) => (text.includes('toxic') ? made(size) : undefined)
    await add(`A toxic toad, answered with ${what}.`)
    await add(`Newts hide under stones, beside ${what}.`)
    await ready('large')
    expect(await semantic(`newts hide under stones beside ${what}`)).toEqual({
      mode: 'semantic',
      first: `Newts hide under stones, beside ${what}.`,
      notice: null,
    })
    expect((await semantic(`toxic toad ${what}`)).mode).toMatch(/keyword|semantic/)
  })

  it('that refuses a short text for good embeds what comes after it', async () => {
    fake.before = ({ input }) => {
      if (input.some(text => text.includes('vile'))) throw new Error('refused')
    }
    await add('A vile viper.')
    await add('Frogs sing after rain.')
    await ready('large')
    expect(await semantic('frogs sing after rain')).toMatchObject({ first: 'Frogs sing after rain.', notice: null })
  })

  it('that is over its rate limit is asked again by the same try of the job', async () => {
    // The document's own try and the job's first have three requests each.
    fake.busy = 7
    await add('Gulls follow the plough.')
    await ready('large')
    const { body } = await svc.request('GET', '/api/jobs?kind=memory.embed&limit=1')
    expect([fake.busy, body.items[0]]).toMatchObject([0, { state: 'succeeded', attempt: 1 }])
  })

  it('that was away when documents came has them after the next start', async () => {
    const { large: _away, ...others } = fake.models
    fake.models = others
    await add('Swifts sleep in the air.')
    expect(await embedder()).toMatchObject({ state: 'preparing', searching_with: 'large' })
    expect((await semantic('swifts')).mode).toBe('keyword')
    await svc.stop()
    fake.models['large'] = 24
    svc = await start()
    await ready('large')
    expect(await semantic('swifts sleep in the air')).toMatchObject({
      mode: 'semantic',
      first: 'Swifts sleep in the air.',
    })
  })

  it('is not asked about a question where nothing is remembered', async () => {
    const made = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Empty' } })
    const headers = { 'x-workspace-id': made.body.id }
    const as = 'owner'
    await svc.request('PUT', '/api/memory/embedder', { as, headers, body: { embedder: 'small' } })
    const before = fake.requests.length
    const ask = () => svc.request('POST', '/api/memory/search', { as, headers, body: { query: 'pelicans' } })
    const empty = await ask()
    expect([empty.body, fake.requests.length]).toEqual([{ results: [], mode: 'hybrid', notice: null }, before])
    await svc.request('POST', '/api/memory', { as, headers, body: { content: 'Pelicans fish at dawn.' } })
    expect((await ask()).body.results).toHaveLength(1)
    expect(fake.requests.at(-1)?.input).toEqual(['pelicans'])
  })

  it('may be the built-in one with weights of a byte, whose vectors are of a space of their own', async () => {
    expect((await choose('built-in')).body).toMatchObject({ embedder: 'built-in', language: 'en' })
    await ready('built-in')
    const { body } = await choose('built-in-int8')
    expect(body).toMatchObject({ embedder: 'built-in-int8', dimensions: 512, language: 'en' })
    await ready('built-in-int8')
    expect(await semantic('otters sleep')).toEqual({
      mode: 'semantic',
      first: 'Otters sleep on their backs.',
      notice: null,
    })
  })

  it('is in the audit log, and switched off at once', async () => {
    expect((await choose('off')).body).toMatchObject({ embedder: 'off', state: 'off', searching_with: null })
    await vi.waitFor(async () => {
      const { body: stats } = await svc.request('GET', '/api/memory/stats')
      expect(stats).toMatchObject({ documents: 22, embedded: 0 })
    })
    const { body: audit } = await svc.request('GET', '/api/admin/audit?limit=10', { as: 'owner' })
    const [last] = audit.items.filter((entry: { action: string }) => entry.action === 'memory.embedder.chosen')
    expect(last).toMatchObject({ actor: { username: 'owner' }, details: { from: 'built-in-int8', to: 'off' } })
  })
})
