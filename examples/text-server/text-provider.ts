import { UpstreamError } from '@svc/plugin'
import type { ChildPool, Egress } from '@svc/plugin'
import type {
  ChatEvent,
  ChatRequest,
  ModelInfo,
  ModelProvider,
  OpenAiWire,
  ProviderSettings,
  TokenUsage,
} from '@svc/plugin/contracts/models'
import { textWire } from './text-wire.ts'

/** Sends the last message to the server, and hands on the bytes that come back as they come. */
export class TextProvider implements ModelProvider {
  readonly id: string
  readonly features = new Set<never>()
  readonly openAiWire: OpenAiWire = textWire((question, by) => this.#answer(question, by))
  readonly #settings: ProviderSettings
  readonly #egress: Egress
  readonly #words: ChildPool<unknown>

  constructor(settings: ProviderSettings, egress: Egress, words: ChildPool<unknown>) {
    this.id = settings.id
    this.#settings = settings
    this.#egress = egress
    this.#words = words
  }

  async list(): Promise<ModelInfo[]> {
    return [{ id: 'plain', provider: this.id, offline: false, context_window: null, created: null }]
  }

  async *stream({ messages, model, principal, signal }: ChatRequest & { model: string }): AsyncGenerator<ChatEvent> {
    const answer = this.#answer(messages.at(-1)?.content ?? '', { workspaceId: principal.workspace_id, signal })
    let next = await answer.next()
    for (; !next.done; next = await answer.next()) yield { type: 'content', delta: next.value }
    yield { type: 'done', finish_reason: 'stop', usage: next.value, model }
  }

  async *#answer(
    question: string,
    { workspaceId, signal }: { workspaceId: string; signal: AbortSignal },
  ): AsyncGenerator<string, TokenUsage> {
    const decoder = new TextDecoder()
    let answer = ''
    for await (const bytes of await this.#ask(question, signal)) {
      const piece = decoder.decode(bytes, { stream: true })
      answer += piece
      if (piece !== '') yield piece
    }
    // What strangers wrote is counted behind walls: a text that makes this slow or large costs its own asker alone.
    const count = (text: string): Promise<number> =>
      this.#words.use({ workspaceId, signal, timeoutMs: 2000 }, async child =>
        Number(await child.request('count', text)),
      )
    return { prompt_tokens: await count(question), completion_tokens: await count(answer) }
  }

  async #ask(question: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { base_url: url, api_key: key, timeout_ms: timeoutMs, trusted } = this.#settings
    const { protocol, hostname, port } = new URL(url ?? '')
    const { status, body } = await this.#egress.fetch({
      url: url ?? '',
      method: 'POST',
      headers: { 'content-type': 'text/plain', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      body: question,
      redirect: 'error',
      // An address that the operator chose may be a private one.
      trustedOrigins: trusted ? [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`] : [],
      signal,
      timeoutMs,
    })
    if (status === 200) return body
    throw new UpstreamError(`The text server ${this.id} answered with the status ${status}. Look at its log.`)
  }
}
