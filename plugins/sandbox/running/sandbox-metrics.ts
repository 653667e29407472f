import type { ChildExit, Metrics, PoolCounts } from '@svc/plugin'
import type { SandboxOutcome } from '@svc/plugin/contracts/sandbox'

const waitBuckets = [0.001, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

/** The numbers of the sandbox processes. */
export class SandboxMetrics {
  readonly #metrics: Metrics
  readonly #runs: ReturnType<Metrics['counter']>
  readonly #ends: ReturnType<Metrics['counter']>
  readonly #waits: ReturnType<Metrics['histogram']>

  constructor(metrics: Metrics) {
    this.#metrics = metrics
    this.#runs = metrics.counter(
      'svc_sandbox_runs_total',
      'Runs: succeeded, cancelled, threw, timeout, cpu, memory, output_invalid or crashed',
      ['outcome'],
    )
    this.#ends = metrics.counter('svc_sandbox_host_exits_total', 'Sandbox processes that ended, by what ended them', [
      'reason',
    ])
    this.#waits = metrics.histogram(
      'svc_sandbox_wait_seconds',
      'Time that a run waited for a sandbox process',
      waitBuckets,
      [],
    )
  }

  watch(pool: { readonly counts: PoolCounts }): void {
    this.#metrics.gauge('svc_sandbox_hosts', 'Sandbox processes that are busy, idle, spare or starting', () => {
      const { busy, idle, spare, starting } = pool.counts
      return Object.entries({ busy, idle, spare, starting }).map(([state, value]) => ({ value, labels: { state } }))
    })
    this.#metrics.gauge('svc_sandbox_waiting_runs', 'Runs that wait for a sandbox process', () => [
      { value: pool.counts.waiting },
    ])
  }

  waited(ms: number): void {
    this.#waits.observe(ms / 1000)
  }

  /** The reason of a failure, such as `timeout`, is its outcome. */
  runEnded(outcome: SandboxOutcome): void {
    this.#runs.add(1, { outcome: outcome.status === 'failed' ? outcome.reason : outcome.status })
  }

  hostEnded({ killed }: ChildExit): void {
    this.#ends.add(1, { reason: killed?.replaceAll(' ', '_') ?? 'crashed' })
  }
}
