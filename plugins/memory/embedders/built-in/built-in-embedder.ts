import { UnavailableError } from '@svc/plugin'
import type { ChildProcesses, Principal, VectorSpace } from '@svc/plugin'
import { builtIn, builtInInt8, normalized } from '../embedder.ts'
import type { Asker, Embedder } from '../embedder.ts'
import type { TokenCacheUse, TokenMatches } from '../token-matches.ts'
import { EmbedQueue } from './embed-queue.ts'
import type { ModelUse } from './embed-queue.ts'
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

/** What a question waits for its vector at most: words alone answer then. The model is loaded within this. */
const mostQuestionMs = 5000

/** The Universal Sentence Encoder lite, which knows English, in a thread of its own. */
export class BuiltInEmbedder implements Embedder {
  readonly space: VectorSpace
  readonly batch = 32
  readonly #thread: EmbedQueue
  readonly #questionMs: number

  /** How long a question waits is given by tests alone. @throws Error for a name that is none of theirs */
  constructor(embedder: string, children: ChildProcesses, questionMs = mostQuestionMs) {
    const found = precisions.get(embedder)
    if (!found) throw new Error(`${embedder} is not built in.`)
    this.space = found.space
    this.#questionMs = questionMs
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

  async query(asker: Principal, text: string, signal: AbortSignal): Promise<Float32Array> {
    const inTime = AbortSignal.timeout(this.#questionMs)
    try {
      const use = useOf(asker, AbortSignal.any([signal, inTime]))
      const [vector] = await this.#thread.embed([text], { ...use, isUrgent: true })
      return normalized(vector ?? [])
    } catch (error) {
      if (!inTime.aborted || signal.aborted) throw error
      throw new UnavailableError('It has too much to do, and answers too late.', { cause: error })
    }
  }

  async documents(workspaceId: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors = await this.#thread.embed(texts, { workspaceId, signal, isUrgent: false })
    return vectors.map(normalized)
  }

  matches(asker: Asker, question: string, passages: readonly string[], signal: AbortSignal): Promise<TokenMatches> {
    return this.#thread.match(question, passages, useOf(asker, signal))
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}

function useOf({ workspace_id: workspaceId, user_id: person }: Asker, signal: AbortSignal): ModelUse {
  return { workspaceId, person, signal }
}
