import type { Principal, VectorSpace } from '@svc/plugin'
import type { TokenMatches } from './token-matches.ts'

/** What embeds, as settings name it: `built-in`, `built-in-int8`, a model's id, or `off`. */
export const builtIn = 'built-in'
export const builtInInt8 = 'built-in-int8'
export const off = 'off'

/** Who takes turns. */
export type Asker = Pick<Principal, 'workspace_id' | 'user_id'>

/** Turns texts into vectors of one space. */
export interface Embedder {
  readonly space: VectorSpace
  /** Texts that go in at once: few enough that a question in between does not wait for long. */
  readonly batch: number
  /** Returns a vector of length 1. @throws what the provider throws; EmbedderChangedError */
  query(principal: Principal, text: string, signal: AbortSignal): Promise<Float32Array>
  /** In order, of length 1. @throws as `query` */
  documents(workspaceId: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /** How a question compares with passages, piece by piece; absent where the model answers one vector a text. @throws as `query` */
  matches?(asker: Asker, question: string, passages: readonly string[], signal: AbortSignal): Promise<TokenMatches>
}

/** The model answers vectors that cannot be compared with those kept. */
export class EmbedderChangedError extends Error {
  constructor(model: string, kept: number, answered: number) {
    super(
      `The model ${model} now answers vectors of ${answered} numbers, where ${kept} are kept. Choose it again as the embedder, and everything is embedded anew.`,
    )
    this.name = 'EmbedderChangedError'
  }
}

/** Scales to length 1, so that a dot product is the cosine. What has no length stays as it is: it is near to nothing. */
export function normalized(values: ArrayLike<number>): Float32Array {
  let largest = 0
  for (let index = 0; index < values.length; index += 1) largest = Math.max(largest, Math.abs(values[index] ?? 0))
  const unit = new Float32Array(values.length)
  if (largest === 0) return unit
  // Divided by the largest first, because the squares of very large numbers overflow.
  let squares = 0
  for (let index = 0; index < values.length; index += 1) squares += ((values[index] ?? 0) / largest) ** 2
  const length = Math.sqrt(squares)
  for (let index = 0; index < values.length; index += 1) unit[index] = (values[index] ?? 0) / largest / length
  return unit
}
