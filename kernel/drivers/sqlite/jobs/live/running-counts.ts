import type { Pair } from '../../../jobs/queue-rules.ts'

/** How many jobs run, by queue and by kind. */
export class RunningCounts {
  /** By queue, then by kind: a key of both would be a new string for each job. */
  readonly #pairs = new Map<string, Map<string, number>>()
  readonly #queues = new Map<string, number>()
  readonly #kinds = new Map<string, number>()

  add({ queue, kind }: Pair, count: number): void {
    let ofQueue = this.#pairs.get(queue)
    if (ofQueue === undefined) this.#pairs.set(queue, (ofQueue = new Map()))
    addTo(ofQueue, kind, count)
    if (ofQueue.size === 0) this.#pairs.delete(queue)
    addTo(this.#queues, queue, count)
    addTo(this.#kinds, kind, count)
  }

  ofQueue(queue: string): number {
    return this.#queues.get(queue) ?? 0
  }

  ofKind(kind: string): number {
    return this.#kinds.get(kind) ?? 0
  }

  *all(): Iterable<Pair & { count: number }> {
    for (const [queue, kinds] of this.#pairs) for (const [kind, count] of kinds) yield { queue, kind, count }
  }
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  const sum = (counts.get(name) ?? 0) + count
  if (sum === 0) counts.delete(name)
  else counts.set(name, sum)
}
