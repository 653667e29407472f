/** Where `id` stands in the sorted list, or would stand. */
function positionOf(ids: readonly string[], id: string): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? '') < id) low = middle + 1
    else high = middle
  }
  return low
}

/** Ids in order. New ids sort last, so adding one is nearly always an append. */
export class SortedIds {
  readonly #ids: string[] = []

  get size(): number {
    return this.#ids.length
  }

  add(id: string): void {
    const last = this.#ids.at(-1)
    if (last === undefined || last < id) {
      this.#ids.push(id)
      return
    }
    const position = positionOf(this.#ids, id)
    if (this.#ids[position] !== id) this.#ids.splice(position, 0, id)
  }

  remove(id: string): void {
    const position = positionOf(this.#ids, id)
    if (this.#ids[position] === id) this.#ids.splice(position, 1)
  }

  ascending(): Iterable<string> {
    return this.#ids
  }

  /** From the last id, or the last one before `before`. */
  *descending(before?: string): Generator<string> {
    const end = before === undefined ? this.#ids.length : positionOf(this.#ids, before)
    for (let position = end - 1; position >= 0; position -= 1) yield this.#ids[position] as string
  }
}
