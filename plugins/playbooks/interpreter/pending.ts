import type { JsonValue } from '@svc/plugin'
import type { Frame, Usage } from './frame.ts'
import type { Changes, RunEvent } from './ports.ts'

/** What has changed since the last commit. Each branch of a fork has its own, so that none writes what another has half done. */
export class Pending {
  #frames = new Set<Frame>()
  #events: RunEvent[] = []
  #usage: Usage[] = []
  #context: JsonValue | undefined

  get isEmpty(): boolean {
    return this.#frames.size === 0 && this.#events.length === 0 && this.#context === undefined
  }

  frame(frame: Frame): void {
    this.#frames.add(frame)
  }

  event(event: RunEvent): void {
    this.#events.push(event)
  }

  usage(usage: Usage): void {
    this.#usage.push(usage)
  }

  context(context: JsonValue): void {
    this.#context = context
  }

  /** The last execution at this place that is not written yet. */
  latestAt(reference: string, iteration: readonly number[]): Frame | undefined {
    const place = iteration.join()
    return [...this.#frames].findLast(frame => frame.reference === reference && frame.iteration.join() === place)
  }

  /** Everything, and begins anew. */
  take(): Changes {
    const taken = { frames: this.#frames, events: this.#events, usage: this.#usage, context: this.#context }
    this.#frames = new Set()
    this.#events = []
    this.#usage = []
    this.#context = undefined
    return taken
  }

  /** Takes over what another one has. */
  absorb(other: Pending): void {
    const { frames, events, usage, context } = other.take()
    for (const frame of frames) this.#frames.add(frame)
    this.#events.push(...events)
    this.#usage.push(...usage)
    if (context !== undefined) this.#context = context
  }
}
