/** What does not come with an import, counted by what it is. */
export class LeftOut {
  readonly #counts = new Map<string, number>()

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count)
  }

  toJSON(): { what: string; count: number }[] {
    return [...this.#counts].map(([what, count]) => ({ what, count })).toSorted((a, b) => b.count - a.count)
  }
}
