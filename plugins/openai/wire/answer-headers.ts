import type { RouteReply, RouteRequest } from '@svc/plugin'
import type { BudgetState } from '@svc/plugin/contracts/models'

/** As OpenAI writes a duration: `6m0s`, `1.5s`. */
function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const parts = [hours > 0 ? `${hours}h` : '', hours > 0 || minutes > 0 ? `${minutes}m` : '', `${whole % 60}s`]
  return parts.join('')
}

/** The budget that runs out first. */
function tighter(budget: BudgetState | null): NonNullable<BudgetState['day']> | null {
  const windows = [budget?.day, budget?.month].filter(window => window !== undefined && window !== null)
  return windows.sort((a, b) => a.limit - a.used - (b.limit - b.used))[0] ?? null
}

/** What OpenAI's clients read beside the body: what is left of the key's minute and tokens, and how long it took until now. */
export function answerHeaders(
  request: RouteRequest,
  reply: RouteReply,
  facts: { startedAt: number; budget: BudgetState | null; now: number },
): void {
  const { rate } = request
  reply.header('openai-processing-ms', String(Math.round(performance.now() - facts.startedAt)))
  if (rate) {
    reply.header('x-ratelimit-limit-requests', String(rate.limit))
    reply.header('x-ratelimit-remaining-requests', String(rate.remaining))
    reply.header('x-ratelimit-reset-requests', duration(rate.reset_seconds))
  }
  const window = tighter(facts.budget)
  if (!window) return
  reply.header('x-ratelimit-limit-tokens', String(window.limit))
  reply.header('x-ratelimit-remaining-tokens', String(Math.max(0, window.limit - window.used)))
  reply.header('x-ratelimit-reset-tokens', duration((Date.parse(window.resets_at) - facts.now) / 1000))
}
