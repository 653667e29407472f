import type { ChildProcesses, Principal, VectorSpace } from '@svc/plugin'
import { builtIn, builtInInt8, normalized } from '../embedder.ts'
import type { Embedder } from '../embedder.ts'
import type { TokenCacheUse, TokenMatches } from '../token-matches.ts'
import { EmbedQueue } from './embed-queue.ts'
import type { RuntimeName } from './model/runtime.ts'
import type { Precision } from './model/sentence-graph.ts'

/** What is kept with its vectors: another model or another way to prepare texts is another key. */
export const builtInSpace: VectorSpace = { key: 'built-in/use-lite@1/512', dimensions: 512 }
const builtInInt8Space: VectorSpace = { key: 'built-in/use-lite@1/512/int8', dimensions: 512 }

/** Those that come with svc, by the names that settings have for them. */
const precisions = new Map<string, { space: VectorSpace; precision: Precision }>([
  [builtIn, { space: builtInSpace, precision: 'f32' }],
  [builtInInt8, { space: builtInInt8Space, precision: 'int8' }],
])

/** The space of a built-in embedder; null for any other. */
export function builtInSpaceOf(embedder: string): VectorSpace | null {
  return precisions.get(embedder)?.space ?? null
}

/** The Universal Sentence Encoder lite, which knows English, in a thread of its own. */
export class BuiltInEmbedder implements Embedder {
  readonly space: VectorSpace
  readonly batch = 32
  readonly #thread: EmbedQueue

  /** @throws Error for a name that is none of theirs */
  constructor(embedder: string, children: ChildProcesses) {
    const found = precisions.get(embedder)
    if (!found) throw new Error(`${embedder} is not built in.`)
    this.space = found.space
    this.#thread = new EmbedQueue({ children, precision: found.precision })
  }

  /** What is kept of passages that were compared with questions; null before the first text. */
  get tokenCache(): TokenCacheUse | null {
    return this.#thread.latest?.cache ?? null
  }

  /** What runs the model, null before the first text; and why it could not run last, null where it could. */
  get state(): { runtime: RuntimeName | null; problem: string | null } {
    return { runtime: this.#thread.latest?.runtime ?? null, problem: this.#thread.problem }
  }

  async query(_principal: Principal, text: string, signal: AbortSignal): Promise<Float32Array> {
    const [vector] = await this.#thread.embed([text], { isUrgent: true, signal })
    return normalized(vector ?? [])
  }

  async documents(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors = await this.#thread.embed(texts, { isUrgent: false, signal })
    return vectors.map(normalized)
  }

  matches(question: string, passages: readonly string[], signal: AbortSignal): Promise<TokenMatches> {
    return this.#thread.match(question, passages, signal)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
