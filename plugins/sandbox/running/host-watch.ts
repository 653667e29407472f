import type { Child } from '@svc/plugin'

const lookEveryMs = 250
// What a silent host may burn beyond the run's own limit before it counts as lost.
const silentCpuMs = 1000
const silentWallMs = 10_000
const restLimitMs = 30_000

/** Watches a process from the start of a run until it is at rest. One that falls silent over its work, or is gone, is lost. */
export class HostWatch {
  readonly #child: Child
  readonly #cpuLimitMs: number
  readonly #timer: NodeJS.Timeout
  readonly #cpuAtStart: number
  #cpuSeen: number
  #cpuWhenHeard: number
  #heardAt = performance.now()
  /** Since the last look: CPU is read there alone, for it is read from a file. */
  #wasHeard = false
  #restUntil = Infinity

  constructor(child: Child, cpuLimitMs: number, onLost: () => void) {
    this.#child = child
    this.#cpuLimitMs = cpuLimitMs
    this.#cpuAtStart = this.#cpuSeen = this.#cpuWhenHeard = child.cpuMs() ?? 0
    this.#timer = setInterval(() => {
      if (!this.#isLost()) return
      this.stop()
      onLost()
    }, lookEveryMs).unref()
  }

  /** CPU of the process since the start, as it was seen last before the end. */
  get cpuMs(): number {
    this.#cpuSeen = this.#child.cpuMs() ?? this.#cpuSeen
    return this.#cpuSeen - this.#cpuAtStart
  }

  heard(): void {
    this.#heardAt = performance.now()
    this.#wasHeard = true
  }

  /** The run has its answer: from now on the process has so long to come to rest. */
  expectRest(): void {
    this.#restUntil = performance.now() + restLimitMs
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The host beats several times a second while it is in charge. CPU, not time, so that a crowded machine kills nobody. */
  #isLost(): boolean {
    const now = performance.now()
    const cpu = this.#child.cpuMs()
    if (now > this.#restUntil) return true
    if (cpu === null) return now - this.#heardAt > silentWallMs
    this.#cpuSeen = cpu
    if (this.#wasHeard) this.#cpuWhenHeard = cpu
    this.#wasHeard = false
    return cpu - this.#cpuWhenHeard > this.#cpuLimitMs + silentCpuMs
  }
}
