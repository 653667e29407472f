import { setTimeout as pause } from 'node:timers/promises'
import type { Installation } from './installation.ts'

export interface TroubleOptions {
  installation: Installation
  signal: AbortSignal
  /** Milliseconds until the end. */
  lengthMs: number
  random(): number
  now(): number
  say(words: string): void
}

const killEveryMs = 60_000
const fullMs = 8_000
const clockMs = 10_000
const hourMs = 3_600_000
/** Streams and jobs of before need a moment until all goes on as usual. */
const settlingMs = 3_000

/** What the soak does to svc: kills every minute, a full disk once, a clock that is an hour ahead for a while once. */
export class Trouble {
  readonly #options: TroubleOptions
  readonly happened: { at: number; what: string }[] = []
  /** Sentences about ends that nobody caused. */
  readonly surprises: string[] = []
  #under = false

  constructor(options: TroubleOptions) {
    this.#options = options
  }

  /** Whether something is broken now, or was a moment ago. */
  get isUnderWay(): boolean {
    return this.#under
  }

  /** Makes trouble until the signal ends it. */
  async run(): Promise<void> {
    const { signal, lengthMs, now, installation } = this.#options
    let nextKill = now() + Math.min(killEveryMs, lengthMs / 4)
    let diskAt = installation.hasOwnDisk ? lengthMs * 0.4 : Infinity
    let clockAt = lengthMs * 0.6
    while (!signal.aborted) {
      await pause(500, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      this.surprises.push(...(await installation.reviveEnded()))
      if (now() >= nextKill) {
        nextKill = now() + killEveryMs
        await this.#kill()
      } else if (now() >= diskAt) {
        diskAt = Infinity
        await this.#while('the disk is full', () => this.#fillDisk())
      } else if (now() >= clockAt) {
        clockAt = Infinity
        await this.#while('the clock is an hour ahead', () => this.#stepClock())
      }
    }
  }

  #kill(): Promise<void> {
    const { installation, random } = this.#options
    if (random() < 0.3) return this.#while('kill -9 of the worker', () => installation.killWorker())
    return this.#while('kill -9 of the server', () => installation.killServer())
  }

  async #fillDisk(): Promise<void> {
    const empty = await this.#options.installation.fillDisk()
    await pause(fullMs)
    await empty()
  }

  async #stepClock(): Promise<void> {
    await this.#options.installation.setClock(hourMs)
    await pause(clockMs)
    await this.#options.installation.setClock(0)
  }

  async #while(what: string, work: () => Promise<void>): Promise<void> {
    const { now, say } = this.#options
    this.happened.push({ at: now(), what })
    say(what)
    this.#under = true
    try {
      await work()
      await pause(settlingMs)
    } finally {
      this.#under = false
    }
  }
}
