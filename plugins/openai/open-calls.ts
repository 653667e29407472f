import { RateLimitedError } from '@svc/plugin'
import { CallerCounts } from '@svc/plugin/library/caller-counts'

const retryAfterSeconds = 5

/** How many answers are under way: the next one is refused before a model is asked. */
export function openCalls(most: number): CallerCounts {
  return new CallerCounts(
    most,
    count =>
      new RateLimitedError(
        `${count} answers are under way, which is the limit. Wait for one to end, or leave one.`,
        retryAfterSeconds,
      ),
  )
}
