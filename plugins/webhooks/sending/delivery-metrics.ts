import type { Metrics } from '@svc/plugin'
import type { Outcome } from './post-message.ts'

const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** The numbers of what is sent. */
export class DeliveryMetrics {
  readonly #attempts: ReturnType<Metrics['counter']>
  readonly #seconds: ReturnType<Metrics['histogram']>

  constructor(metrics: Metrics) {
    this.#attempts = metrics.counter(
      'svc_webhooks_attempts_total',
      'Tries of deliveries: delivered, refused, no_answer',
      ['outcome'],
    )
    this.#seconds = metrics.histogram(
      'svc_webhooks_attempt_seconds',
      'Time that a receiver of webhooks took to answer',
      buckets,
      [],
    )
  }

  count({ delivered, status, duration_ms }: Outcome): void {
    this.#attempts.add(1, { outcome: delivered ? 'delivered' : failure(status) })
    this.#seconds.observe(duration_ms / 1000)
  }
}

function failure(status: number | null): string {
  return status === null ? 'no_answer' : 'refused'
}
