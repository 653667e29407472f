import type { ChatEvent, ChatRequest, ModelFeature, ModelInfo, ModelProvider } from '@svc/plugin/contracts/models'
import { offlineModelId, offlineProviderName } from '../model-ids.ts'

/** Its answers do not vary, so that seed and penalties are kept by doing nothing. */
const features: ReadonlySet<ModelFeature> = new Set<ModelFeature>([
  'tools',
  'json_object',
  'json_schema',
  'seed',
  'penalties',
  'stop',
  'parallel_tool_calls',
])

/** Answers without a model: quotes what fits the question best, and calls a tool that is asked for by name. */
export class OfflineProvider implements ModelProvider {
  readonly id = offlineProviderName
  readonly features = features
  #answers: Promise<typeof import('./offline-answer.ts')> | undefined

  async list(): Promise<ModelInfo[]> {
    return [{ id: offlineModelId, provider: this.id, offline: true, context_window: null, created: null }]
  }

  async *stream(request: ChatRequest & { model: string }): AsyncGenerator<ChatEvent> {
    request.signal.throwIfAborted()
    // Loaded when it is first asked: the start need not wait for its tables of words.
    this.#answers ??= import('./offline-answer.ts')
    yield* (await this.#answers).offlineAnswer(request)
  }
}
