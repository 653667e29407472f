import type { ChildProcesses, Principal, VectorSpace } from '@svc/plugin'
import { normalized } from '../embedder.ts'
import type { Embedder } from '../embedder.ts'
import type { TokenMatches } from '../token-matches.ts'
import { EmbedQueue } from './embed-queue.ts'

/** What is kept with its vectors: another model or another way to prepare texts is another key. */
export const builtInSpace: VectorSpace = { key: 'built-in/use-lite@1/512', dimensions: 512 }

/** The Universal Sentence Encoder lite, which knows English, in a thread of its own. */
export class BuiltInEmbedder implements Embedder {
  readonly space = builtInSpace
  readonly batch = 32
  readonly #thread: EmbedQueue

  constructor(children: ChildProcesses) {
    this.#thread = new EmbedQueue({ children })
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
