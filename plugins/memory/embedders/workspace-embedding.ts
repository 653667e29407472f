import type { Principal, VectorSpace } from '@svc/plugin'
import type { Asker } from './embedder.ts'
import type { TokenMatches } from './token-matches.ts'

/** Vectors for what a workspace remembers and asks, whichever embedder it has. */
export interface WorkspaceEmbedding {
  /** The question as a vector of the workspace's active space; or why there is none now, in a sentence. */
  query(
    principal: Principal,
    text: string,
    signal: AbortSignal,
  ): Promise<{ space: VectorSpace; values: Float32Array } | { unavailable: string }>
  /**
   * How a question compares with passages piece by piece, in the thread of the built-in model; null where the workspace has another embedder, or
   * it is away. A passage that was compared lately costs next to nothing, another one some ten milliseconds.
   */
  matches(
    asker: Asker,
    question: string,
    passages: readonly string[],
    signal: AbortSignal,
  ): Promise<TokenMatches | null>
  /**
   * Embeds the passages of these documents now, for a quarter of a second at most; the rest follows in the background. Never throws for a
   * provider that is away.
   */
  embedNow(workspaceId: string, documentIds: readonly string[], signal: AbortSignal): Promise<void>
  /** What searches compare with; null: nothing. */
  activeSpace(workspaceId: string): VectorSpace | null
  /**
   * There may be passages without vectors: sees to it in the background (a job `memory.embed` with progress, unique per workspace). Documents that
   * are named have just come and go before others.
   */
  later(workspaceId: string, documentIds?: readonly string[]): void
}
