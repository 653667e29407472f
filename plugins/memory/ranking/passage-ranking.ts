import type { MemoryFindings, MemorySearchMode } from '@svc/plugin'
import type { Rerank } from '@svc/plugin/contracts/memory'
import type { Asker } from '../embedders/embedder.ts'
import type { TokenMatches } from '../embedders/token-matches.ts'
import type { WorkspaceEmbedding } from '../embedders/workspace-embedding.ts'
import { byMeaning, byWords } from './one-signal.ts'
import type { OrderedPassage } from './ordered-passage.ts'
import { PassageOrder } from './passage-order.ts'

/** What a better order is waited for at most. */
const mostMs = 500

export interface FoundForQuestion {
  text: string
  mode: MemorySearchMode
  rerank?: Rerank | undefined
  findings: MemoryFindings
}

/** Orders what a search has found. */
export class PassageRanking {
  readonly #embedding: Pick<WorkspaceEmbedding, 'matches'>
  readonly #rerank: Rerank

  constructor({ embedding, rerank }: { embedding: Pick<WorkspaceEmbedding, 'matches'>; rerank: Rerank }) {
    this.#embedding = embedding
    this.#rerank = rerank
  }

  /** Best first; none when nothing that was found comes near the question. @throws the signal's reason */
  async ordered(
    asker: Asker,
    { text, mode, rerank = this.#rerank, findings }: FoundForQuestion,
    signal: AbortSignal,
  ): Promise<OrderedPassage[]> {
    if (mode === 'keyword') return byWords(findings.candidates)
    if (mode === 'semantic') return byMeaning(findings.candidates)
    const order = new PassageOrder(text, findings)
    const isCompared = rerank === 'auto' && order.compared.length > 0
    const matches = isCompared ? await this.#matches(asker, text, order.compared, signal) : null
    if (matches === null) return order.byRanks()
    return order.comesNear(matches) ? order.bySum(matches) : []
  }

  async #matches(
    asker: Asker,
    text: string,
    passages: readonly string[],
    signal: AbortSignal,
  ): Promise<TokenMatches | null> {
    const inTime = AbortSignal.timeout(mostMs)
    try {
      return await this.#embedding.matches(asker, text, passages, AbortSignal.any([signal, inTime]))
    } catch (error) {
      if (!inTime.aborted) throw error
      signal.throwIfAborted()
      return null
    }
  }
}
