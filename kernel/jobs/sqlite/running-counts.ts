import type { Pair } from './job-row-store.ts'

/** How many jobs run, by queue and by kind. */
export class RunningCounts {
  readonly #pairs = new Map<string, Pair & { count: number }>()
  readonly #queues = new Map<string, number>()
  readonly #kinds = new Map<string, number>()

  add({ queue, kind }: Pair, count: number): void {
    const key = `${queue}\n${kind}`
    const known = this.#pairs.get(key)
    if (known === undefined) this.#pairs.set(key, { queue, kind, count })
    else if (known.count + count === 0) this.#pairs.delete(key)
    else known.count += count
    addTo(this.#queues, queue, count)
    addTo(this.#kinds, kind, count)
  }

  ofQueue(queue: string): number {
    return this.#queues.get(queue) ?? 0
  }

  ofKind(kind: string): number {
    return this.#kinds.get(kind) ?? 0
  }

  all(): Iterable<Pair & { count: number }> {
    return this.#pairs.values()
  }
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  const sum = (counts.get(name) ?? 0) + count
  if (sum === 0) counts.delete(name)
  else counts.set(name, sum)
}
