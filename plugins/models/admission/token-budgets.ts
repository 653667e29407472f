import { RateLimitedError } from '@svc/plugin'
import type { Clock, Principal } from '@svc/plugin'
import type { BudgetState } from '@svc/plugin/contracts/models'
import type { CallLedger } from './call-ledger.ts'

type Period = 'day' | 'month'

/** Tokens that a running call may yet use. */
export interface Reservation {
  grow(tokens: number): void
  release(): void
}

interface Budget {
  period: Period
  limit: number
  used: number
  resets_at: string
}

// Tokens that are reserved for an answer when its request sets no limit.
const usualAnswerTokens = 1024

/** What keys may still use. Calls that run are counted with what was set aside for them, so that many at once stay within the budget too. */
export class TokenBudgets {
  readonly #ledger: CallLedger
  readonly #clock: Clock
  readonly #reserved = new Map<string, number>()

  constructor(ledger: CallLedger, clock: Clock) {
    this.#ledger = ledger
    this.#clock = clock
  }

  /** Null for a caller without a budget. */
  state(principal: Principal): BudgetState | null {
    const budgets = this.#budgetsOf(principal)
    if (budgets.length === 0) return null
    const of = (wanted: Period) => {
      const budget = budgets.find(({ period }) => period === wanted)
      if (!budget) return null
      const { limit, used, resets_at } = budget
      return { limit, used, resets_at }
    }
    return { day: of('day'), month: of('month') }
  }

  /**
   * Sets aside what a call may use; null for a caller without a budget. An answer of open length gets what is left, up to a usual one.
   * @throws RateLimitedError `token_budget_exceeded`
   */
  reserve(principal: Principal, countPrompt: () => number, maxTokens: number | undefined): Reservation | null {
    const budgets = this.#budgetsOf(principal)
    if (budgets.length === 0) return null
    const promptTokens = countPrompt()
    const id = `${principal.workspace_id} ${principal.key_id}`
    const running = this.#reserved.get(id) ?? 0
    const left = Math.min(...budgets.map(({ limit, used }) => limit - used - running))
    const least = promptTokens + (maxTokens ?? 1)
    if (least > left) throw this.#exceeded(budgets, running, least)
    let reserved = maxTokens === undefined ? Math.min(left, promptTokens + usualAnswerTokens) : least
    let grown = promptTokens
    const change = (by: number) => {
      const total = (this.#reserved.get(id) ?? 0) + by
      if (total > 0) this.#reserved.set(id, total)
      else this.#reserved.delete(id)
    }
    change(reserved)
    return {
      grow: tokens => {
        grown += tokens
        if (grown <= reserved) return
        change(grown - reserved)
        reserved = grown
      },
      release: () => {
        change(-reserved)
        reserved = 0
      },
    }
  }

  #budgetsOf({ key_limits, key_id, workspace_id }: Principal): Budget[] {
    const limits = key_limits?.token_budget
    if (!limits || key_id === undefined) return []
    const { day, month } = limits
    if (day === undefined && month === undefined) return []
    const used = this.#ledger.sums(workspace_id, key_id)
    const now = new Date(this.#clock.now())
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    const budget = (period: Period, limit: number | undefined, resets: number): Budget[] =>
      limit === undefined ? [] : [{ period, limit, used: used[period], resets_at: new Date(resets).toISOString() }]
    return [...budget('day', day, midnight), ...budget('month', month, nextMonth)]
  }

  #exceeded(budgets: readonly Budget[], running: number, needed: number): RateLimitedError {
    // When two budgets are used up, the one that renews last: waiting for the other does not help.
    const full = budgets.filter(({ limit, used }) => limit - used - running < needed)
    const last = full.reduce((a, b) => (a.resets_at > b.resets_at ? a : b))
    const { period, limit, used, resets_at } = last
    const seconds = Math.ceil((Date.parse(resets_at) - this.#clock.now()) / 1000)
    const left = Math.max(0, limit - used)
    const inFlight = running > 0 ? `, ${running} of them set aside for calls that run now` : ''
    const state =
      left === 0
        ? `This key has used its ${limit} tokens of the ${period}.`
        : `This key has ${left} of its ${limit} tokens of the ${period} left${inFlight}, and this call may need ${needed}.`
    return new TokenBudgetExceededError(`${state} The budget begins anew at ${resets_at}.`, seconds, resets_at)
  }
}

/** Refused before the call: the key's budget of tokens does not allow it. */
export class TokenBudgetExceededError extends RateLimitedError {
  override readonly code: string = 'token_budget_exceeded'

  constructor(message: string, retryAfterSeconds: number, resetsAt: string) {
    super(message, retryAfterSeconds, { extra: { resets_at: resetsAt } })
  }
}
