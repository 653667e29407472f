import { createHash } from 'node:crypto'
import type { Clock } from '@svc/plugin'
import type { AppBundle, Sandbox, SandboxOutcome, SandboxRun } from '@svc/plugin/contracts/sandbox'
import type { SandboxConfig } from './generated/config.ts'
import type { HostPool } from './host-pool.ts'
import { HostedRun } from './hosted-run.ts'
import { toJsonText } from './json-text.ts'
import type { PooledHost } from './pooled-host.ts'
import type { PoolMetrics } from './pool-metrics.ts'
import { capLimits } from './run-limits.ts'

/** Runs compiled apps, each in an isolate of its own in a process of the pool. */
export class SandboxRunner implements Sandbox {
  readonly #pool: HostPool
  readonly #config: SandboxConfig
  readonly #clock: Clock
  readonly #metrics: PoolMetrics
  readonly #keys = new WeakMap<AppBundle, string>()

  constructor(pool: HostPool, config: SandboxConfig, clock: Clock, metrics: PoolMetrics) {
    this.#pool = pool
    this.#config = config
    this.#clock = clock
    this.#metrics = metrics
  }

  async run(run: SandboxRun): Promise<SandboxOutcome> {
    const key = this.#keyOf(run.bundle)
    const texts = { inputs: toJsonText(run.inputs, 'inputs'), config: toJsonText(run.config, 'config') }
    const askedAt = performance.now()
    const host = await this.#lease(run, key)
    if (!host) return { status: 'cancelled', cpu_ms: 0, calls: 0 }
    this.#metrics.waited(performance.now() - askedAt)
    const hosted = new HostedRun(run, texts, capLimits(run.limits, this.#config), host, this.#clock)
    const outcome = await hosted.outcome(key)
    this.#metrics.runEnded(outcome)
    return outcome
  }

  /** Null when the run was cancelled before its turn. */
  async #lease(run: SandboxRun, key: string): Promise<PooledHost | null> {
    if (run.signal.aborted) return null
    try {
      return await this.#pool.lease(run.workspace_id, key, run)
    } catch (error) {
      if (run.signal.aborted) return null
      throw error
    }
  }

  /** One source folder may have several entries, so the code itself is the key. */
  #keyOf(bundle: AppBundle): string {
    const known = this.#keys.get(bundle)
    if (known) return known
    const key = createHash('sha256').update(bundle.code).digest('hex')
    this.#keys.set(bundle, key)
    return key
  }
}
