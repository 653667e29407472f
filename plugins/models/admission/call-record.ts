import type { Principal } from '@svc/plugin'
import type { ModelPrices, TokenUsage } from '@svc/plugin/contracts/models'

export type CallKind = 'chat' | 'embedding'
export type CallOutcome = 'succeeded' | 'failed' | 'cancelled'

/** What is kept of a call: who asked which model, and what it used. Never what was said. */
export interface CallRow {
  id: string
  at: number
  key_id: string | null
  user_id: string
  model: string
  provider: string
  kind: CallKind
  prompt_tokens: number
  completion_tokens: number
  /** Of the prompt's, read from the provider's cache, and written into it. */
  cached_tokens: number
  cache_write_tokens: number
  cost_usd: number | null
  duration_ms: number
  outcome: CallOutcome
}

/** A call that was admitted and runs. */
export interface OpenCall {
  /** Counts more tokens of its answer, which calls that begin meanwhile cannot use. */
  grow(tokens: number): void
  /** Counts the call, the first time it is called. */
  end(outcome: CallOutcome, usage: TokenUsage): void
}

export interface CallOpening {
  principal: Principal
  kind: CallKind
  /** The catalogue's id. */
  model: string
  provider: string
  prices: ModelPrices | undefined
  /** The tokens of the question; only counted when there is a budget. */
  prompt_tokens(): number
  /** The most the answer may have, when the caller said so. */
  max_tokens: number | undefined
}
