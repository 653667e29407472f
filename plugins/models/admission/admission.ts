import { messageOf } from '@svc/plugin'
import type { Clock, Ids, Logger } from '@svc/plugin'
import type { ModelPrices, ModelUse, TokenUsage } from '@svc/plugin/contracts/models'
import { usageOf } from '../token-usage.ts'
import type { CallLedger } from './call-ledger.ts'
import type { CallOpening, CallOutcome, OpenCall } from './call-record.ts'
import type { TokenBudgets } from './token-budgets.ts'

export interface AdmissionOptions {
  budgets: TokenBudgets
  ledger: CallLedger
  /** Called after every call that used tokens. */
  onUse(use: ModelUse): void
  /** False in a command that runs an app in a kernel of its own: there is nobody to count it for. */
  isServing(): boolean
  ids: Ids
  clock: Clock
  log: Logger
}

const tokensPerMillion = 1_000_000

/** Lets calls in while there is budget, and counts each when it ends. */
export class Admission {
  readonly #options: AdmissionOptions

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /** @throws RateLimitedError `token_budget_exceeded` */
  open(opening: CallOpening): OpenCall {
    const { budgets, clock, isServing } = this.#options
    const { principal, prompt_tokens, max_tokens } = opening
    const reservation = isServing() ? budgets.reserve(principal, prompt_tokens, max_tokens) : null
    const startedAt = clock.now()
    let isOpen = true
    return {
      grow: tokens => reservation?.grow(tokens),
      end: (outcome, usage) => {
        if (!isOpen) return
        isOpen = false
        // First counted, then released: another call must not slip in between.
        this.#count(opening, outcome, usage, startedAt)
        reservation?.release()
      },
    }
  }

  #count(opening: CallOpening, outcome: CallOutcome, reported: TokenUsage, startedAt: number): void {
    const { ledger, onUse, ids, clock, log, isServing } = this.#options
    if (!isServing()) return
    const usage = usageOf(reported) ?? { prompt_tokens: 0, completion_tokens: 0 }
    const { principal, kind, model, provider, prices } = opening
    const cost_usd = prices ? costOf(usage, prices) : null
    const at = clock.now()
    const call = {
      id: ids.create('call'),
      at,
      key_id: principal.key_id ?? null,
      user_id: principal.user_id,
      model,
      provider,
      kind,
      prompt_tokens: usage.prompt_tokens,
      completion_tokens: usage.completion_tokens,
      cached_tokens: usage.cached_tokens ?? 0,
      cache_write_tokens: usage.cache_write_tokens ?? 0,
      cost_usd,
      duration_ms: Math.max(0, Math.round(at - startedAt)),
      outcome,
    }
    const isBudgeted = principal.key_limits?.token_budget !== undefined
    ledger.record(principal.workspace_id, call, { isBudgeted })
    if (usage.prompt_tokens + usage.completion_tokens === 0) return
    try {
      onUse({ principal, model, provider, usage, cost_usd })
    } catch (error) {
      // A meter that fails costs nobody an answer.
      log.warn({ model, err: error }, `the use of a model could not be counted: ${messageOf(error)}`)
    }
  }
}

function costOf(usage: TokenUsage, prices: ModelPrices): number {
  const { prompt_tokens, completion_tokens, cached_tokens: read = 0, cache_write_tokens: written = 0 } = usage
  const { input_usd_per_million: input, output_usd_per_million: output } = prices
  const { cache_read_usd_per_million: ofRead = input, cache_write_usd_per_million: ofWritten = input } = prices
  const question = (prompt_tokens - read - written) * input + read * ofRead + written * ofWritten
  return (question + completion_tokens * output) / tokensPerMillion
}
