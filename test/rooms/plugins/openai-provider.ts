import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Clock } from '@svc/plugin'
import type { ChatEvent, ChatRequest, ProviderSettings } from '@svc/plugin/contracts/models'
import { OpenAiEndpoint } from '../../../plugins/models/openai/open-ai-endpoint.ts'
import { OpenAiProvider } from '../../../plugins/models/openai/openai-provider.ts'
import { streamWithRetries } from '../../../plugins/models/retry.ts'
import { collected } from '../../support/collected.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { startFakeModelServer } from '../../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../support/servers/fake-model-server.ts'
import { testPrincipal } from '../../support/test-principal.ts'
import { openEgress } from '../open-rooms.ts'

const principal = testPrincipal({ via: 'api_key' })
export const apiKey = 'sk-very-secret-key'

/** For the top of a test file: a provider of OpenAI's wire format that asks a scripted server over HTTP. */
export function useOpenAiProvider() {
  let server: FakeModelServer
  const slept: number[] = []
  const egress = openEgress()
  const clock: Clock = {
    now: () => Date.parse('2026-01-31T12:00:00Z'),
    timestamp: () => '2026-01-31T12:00:00.000Z',
    sleep: async ms => void slept.push(ms),
  }

  beforeAll(async () => {
    server = await startFakeModelServer()
  })
  beforeEach(() => {
    slept.length = 0
    server.requests.length = 0
  })
  afterAll(async () => {
    await egress.close()
    await server.close()
  })

  function provider(base_url = server.baseUrl, settings: Partial<ProviderSettings> = {}): OpenAiProvider {
    const common = { id: 'openai-compatible', api_key: apiKey, timeout_ms: 10_000, trusted: true }
    return new OpenAiProvider(new OpenAiEndpoint({ settings: { ...common, ...settings, base_url }, egress, clock }))
  }

  function request(more: Partial<ChatRequest> = {}): ChatRequest & { model: string } {
    return {
      messages: [{ role: 'user', content: 'Hi' }],
      principal,
      signal: new AbortController().signal,
      ...more,
      model: 'fake-model',
    }
  }

  /** With the catalogue's patience: tried again while nothing has come. */
  async function eventsOf(more: Partial<ChatRequest> = {}, from = provider()): Promise<ChatEvent[]> {
    const asked = request(more)
    const patience = { clock, log: recordingLog(), signal: asked.signal, provider: from.id }
    return collected(streamWithRetries(() => from.stream(asked), patience))
  }

  async function textOf(): Promise<string> {
    return (await eventsOf()).map(event => (event.type === 'content' ? event.delta : '')).join('')
  }

  return {
    get server() {
      return server
    },
    /** The pauses before it was asked again, in milliseconds. */
    slept,
    provider,
    request,
    eventsOf,
    textOf,
  }
}

export const sse = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
export const delta = (said: object) => sse({ choices: [{ index: 0, delta: said, finish_reason: null }] })
export const content = (text: string) => delta({ content: text })
export const ended = (finish_reason: string) => sse({ choices: [{ index: 0, delta: {}, finish_reason }] })
export const stop = ended('stop')
