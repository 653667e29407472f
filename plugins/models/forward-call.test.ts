import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject, Principal } from '@svc/plugin'
import { startFakeModelServer } from '../../test/support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../test/support/servers/fake-model-server.ts'
import { openEgress } from '../../test/rooms/open-rooms.ts'
import { OpenAiEndpoint } from './openai/open-ai-endpoint.ts'
import { OpenAiProvider } from './openai/openai-provider.ts'
import {
  clock,
  keptCalls,
  openCatalog,
  principal,
  ScriptedProvider,
  useTestLedger,
} from '../../test/rooms/plugins/catalog.ts'

useTestLedger()

let server: FakeModelServer
const egress = openEgress()

beforeAll(async () => {
  server = await startFakeModelServer()
})
beforeEach(() => {
  server.requests.length = 0
})
afterAll(async () => {
  await egress.close()
  await server.close()
})

function open() {
  const settings = { id: 'p', base_url: server.baseUrl, api_key: null, timeout_ms: 10_000, trusted: true }
  return openCatalog([new OpenAiProvider(new OpenAiEndpoint({ settings, egress, clock }))])
}

let keys = 0
const keyWith = (day: number): Principal => {
  keys += 1
  return { ...principal, key_id: `key_forward_${keys}`, key_limits: { token_budget: { day } } }
}

async function forward(
  catalog: ReturnType<typeof open>,
  more: { principal?: Principal; json?: JsonObject; signal?: AbortSignal } = {},
) {
  const json = { model: 'fake-model', messages: [{ role: 'user', content: 'Hi' }], ...more.json }
  const caller = more.principal ?? principal
  const model = await catalog.resolve(caller, 'fake-model')
  const body = Buffer.from(JSON.stringify(json))
  const signal = more.signal ?? new AbortController().signal
  return catalog.forward({ path: '/chat/completions', body, json, model, principal: caller, signal })
}

const completions = () => server.requests.filter(({ path }) => path === '/v1/chat/completions')

describe('a request that is passed through', () => {
  it('is counted with the provider’s own numbers when its answer ends', async () => {
    server.script({ status: 503 }, { text: 'Hello there.' })
    const catalog = open()
    const answer = await forward(catalog)
    let text = ''
    const { usage } = await answer.pipe(bytes => void (text += Buffer.from(bytes).toString()))
    catalog.ledger.flush()
    expect([answer.status, usage, JSON.parse(text)]).toMatchObject([
      200,
      { prompt_tokens: 7, completion_tokens: 3 },
      { choices: [{ message: { content: 'Hello there.' } }] },
    ])
    expect(keptCalls(1)).toMatchObject([
      { outcome: 'succeeded', model: 'fake-model', prompt_tokens: 7, completion_tokens: 3 },
    ])
    expect(completions()).toHaveLength(2)
  })

  it('is refused when many at once would overshoot the key’s budget, and the provider never hears of those', async () => {
    server.script({ text: 'Hello.' })
    const catalog = open()
    const caller = keyWith(500)
    const asked = Array.from({ length: 50 }, () => forward(catalog, { principal: caller, json: { max_tokens: 98 } }))
    const settled = await Promise.allSettled(asked)
    const admitted = settled.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const codes = settled.flatMap(result => (result.status === 'rejected' ? [result.reason.code] : []))
    expect([admitted.length, completions().length, new Set(codes)]).toEqual([5, 5, new Set(['token_budget_exceeded'])])
    await Promise.all(admitted.map(answer => answer.pipe(() => undefined)))
    expect(catalog.budget(caller)?.day?.used).toBe(50)
  })

  it('sets nothing aside any more once the caller has left, before it read or after', async () => {
    server.script({ text: 'Hello.' })
    const catalog = open()
    const caller = keyWith(100)
    const leaving = new AbortController()
    await forward(catalog, { principal: caller, json: { max_tokens: 98 }, signal: leaving.signal })
    await expect(forward(catalog, { principal: caller })).rejects.toMatchObject({ code: 'token_budget_exceeded' })
    leaving.abort(new Error('left'))
    expect(await forward(catalog, { principal: caller })).toMatchObject({ status: 200 })
  })

  it('is counted as failed when the provider refuses it, at no tokens', async () => {
    server.script({ status: 400 })
    const catalog = open()
    await expect(forward(catalog)).rejects.toMatchObject({ code: 'validation_error' })
    catalog.ledger.flush()
    expect(keptCalls(1)).toMatchObject([{ outcome: 'failed', prompt_tokens: 0, completion_tokens: 0 }])
  })

  it('goes to no provider of another format', async () => {
    const catalog = openCatalog([new ScriptedProvider('p', ['fake-model'])])
    expect(await catalog.resolve(principal, 'fake-model')).toMatchObject({ forwards: new Set() })
    await expect(forward(catalog)).rejects.toMatchObject({ code: 'validation_error' })
  })
})
