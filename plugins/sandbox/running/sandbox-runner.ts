import { createHash } from 'node:crypto'
import type { ChildExit, ChildPool, ChildProcesses, Clock } from '@svc/plugin'
import type { AppBundle, Sandbox, SandboxLimits, SandboxOutcome, SandboxRun } from '@svc/plugin/contracts/sandbox'
import type { JsonThread } from '@svc/plugin/library/checked-json'
import type { SandboxConfig } from '../generated/config.ts'
import { HostedRun, rssLimitMb } from './hosted-run.ts'
import type { HostState } from './hosted-run.ts'
import type { SandboxMetrics } from './sandbox-metrics.ts'

const smallestIsolateMb = 8
const maxArgumentBytes = 4 * 1024 * 1024
const maxInFlight = 128
const maxLogBytes = 4 * 1024 * 1024

/** The sandbox processes: one run at a time in each, all of one workspace. */
export function openHosts(
  children: ChildProcesses,
  config: SandboxConfig,
  onExit?: (exit: ChildExit) => void,
): ChildPool<HostState> {
  const { max_hosts, warm_hosts, max_queued_runs, max_memory_mb, runs_per_host } = config
  return children.pool<HostState>({
    program: 'sandbox-host',
    size: max_hosts,
    spares: warm_hosts,
    most: max_hosts,
    // A workspace whose runs take long leaves some of them to the others.
    mostEach: Math.ceil(max_hosts * 0.75),
    mostWaiting: max_queued_runs,
    refusal: 'All sandbox processes are busy with other runs. Try again later.',
    heapMb: 2 * max_memory_mb + 64,
    rssMb: rssLimitMb(max_memory_mb),
    nodeFlags: ['--no-node-snapshot'],
    recycle: { uses: runs_per_host },
    methods: ['call'],
    open: () => ({ codes: new Set() }),
    ...(onExit && { onExit }),
  })
}

/** Reads long outputs; workspaces take turns. */
export function openJsonThread(children: Pick<ChildProcesses, 'thread'>): JsonThread {
  return children.thread({ entry: new URL('./json-thread.ts', import.meta.url), finishes: true })
}

export interface SandboxRunnerOptions {
  hosts: Pick<ChildPool<HostState>, 'take'>
  json: JsonThread
  config: SandboxConfig
  clock: Clock
  metrics: SandboxMetrics
}

/** Runs compiled apps, each in an isolate of its own in a process of the pool. */
export class SandboxRunner implements Sandbox {
  readonly #options: SandboxRunnerOptions
  readonly #keys = new WeakMap<AppBundle, string>()

  constructor(options: SandboxRunnerOptions) {
    this.#options = options
  }

  async run(run: SandboxRun): Promise<SandboxOutcome> {
    const { hosts, json, config, clock, metrics } = this.#options
    const limits = capLimits(run.limits, config)
    const hosted = new HostedRun({ run, codeKey: this.#keyOf(run.bundle), limits, clock, json })
    const askedAt = performance.now()
    try {
      const host = await hosts.take(hosted.use)
      metrics.waited(performance.now() - askedAt)
      const outcome = await hosted.outcome(host)
      metrics.runEnded(outcome)
      return outcome
    } catch (error) {
      // It was cancelled before its turn.
      if (error === run.signal.reason) return { status: 'cancelled', cpu_ms: 0, calls: 0 }
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

/** What a manifest asks for, within what the operator allows. */
function capLimits(asked: SandboxLimits, config: SandboxConfig): SandboxLimits {
  return {
    timeout_ms: Math.min(asked.timeout_ms, config.max_timeout_ms),
    cpu_ms: Math.min(asked.cpu_ms, config.max_cpu_ms),
    memory_mb: Math.max(Math.min(asked.memory_mb, config.max_memory_mb), smallestIsolateMb),
    output_bytes: Math.min(asked.output_bytes, config.max_output_bytes),
    call_argument_bytes: Math.min(asked.call_argument_bytes, maxArgumentBytes),
    calls: Math.min(asked.calls, config.max_calls),
    calls_in_flight: Math.max(Math.min(asked.calls_in_flight, maxInFlight), 1),
    log_bytes: Math.min(asked.log_bytes, maxLogBytes),
  }
}
