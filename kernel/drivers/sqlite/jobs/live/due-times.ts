interface Entry {
  key: string
  at: number
}

/** What falls due when, the earliest first: a heap, so that ten thousand workspaces cost no more than ten. */
export class DueTimes {
  readonly #at = new Map<string, number>()
  /** Also holds entries that were superseded; the map says which count. */
  #heap: Entry[] = []

  /** Known to be due then, or earlier when it was known so. */
  note(key: string, at: number): void {
    if ((this.#at.get(key) ?? Infinity) > at) this.set(key, at)
  }

  /** Due exactly then; never, when null. */
  set(key: string, at: number | null): void {
    if (at === null) {
      this.#at.delete(key)
      return
    }
    if (this.#at.get(key) === at) return
    this.#at.set(key, at)
    this.#push({ key, at })
  }

  get(key: string): number | null {
    return this.#at.get(key) ?? null
  }

  keys(): string[] {
    return [...this.#at.keys()]
  }

  next(): number | null {
    return this.#first()?.at ?? null
  }

  /** Those that are due, the earliest first, at most `limit`; they stay until they are set anew. */
  due(now: number, limit: number): string[] {
    // A time that is set, superseded and set again stands in the heap twice.
    const taken = new Map<string, Entry>()
    for (
      let first = this.#first();
      first !== undefined && first.at <= now && taken.size < limit;
      first = this.#first()
    ) {
      taken.set(first.key, first)
      this.#pop()
    }
    for (const entry of taken.values()) this.#push(entry)
    return [...taken.keys()]
  }

  /** Everything that is known counts as due then: the clock has gone back, and nobody knows. */
  setAll(at: number): void {
    for (const key of this.#at.keys()) this.#at.set(key, at)
    this.#heap = [...this.#at.keys()].map(key => ({ key, at }))
  }

  #first(): Entry | undefined {
    for (;;) {
      const first = this.#heap[0]
      if (first === undefined || this.#at.get(first.key) === first.at) return first
      this.#pop()
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    let index = heap.push(entry) - 1
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || parent.at <= entry.at) break
      heap[index] = parent
      index = above
    }
    heap[index] = entry
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let index = 0
    for (;;) {
      const left = 2 * index + 1
      const right = left + 1
      const smaller = (heap[right]?.at ?? Infinity) < (heap[left]?.at ?? Infinity) ? right : left
      const child = heap[smaller]
      if (child === undefined || child.at >= last.at) break
      heap[index] = child
      index = smaller
    }
    heap[index] = last
  }
}
