/** Counts by key, and which key has the highest count. Each step costs the same, however many keys there are. */
export class Busiest<Key> {
  readonly #counts = new Map<Key, number>()
  /** The keys by their count; no set of the counts up to the highest is empty but the first. */
  readonly #byCount: Set<Key>[] = [new Set()]

  /** The key with the highest count; of several the one that reached it first. Undefined when nothing is counted. */
  get first(): Key | undefined {
    return this.#byCount.at(-1)?.values().next().value
  }

  countOf(key: Key): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: Key): void {
    this.#move(key, this.countOf(key) + 1)
  }

  /** Takes one away; a key without a count stays as it is. */
  remove(key: Key): void {
    if (this.#counts.has(key)) this.#move(key, this.countOf(key) - 1)
  }

  #move(key: Key, to: number): void {
    this.#byCount[this.countOf(key)]?.delete(key)
    if (to === 0) this.#counts.delete(key)
    else {
      this.#counts.set(key, to)
      ;(this.#byCount[to] ??= new Set()).add(key)
    }
    // One step at a time is enough: what left the highest count stands just below it.
    if (this.#byCount.length > 1 && this.#byCount.at(-1)?.size === 0) this.#byCount.pop()
  }
}
