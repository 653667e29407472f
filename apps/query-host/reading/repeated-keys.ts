import { sharedNames } from '../json-names.ts'
import { listedLines } from './rejected-rows.ts'

const mostNamed = 10

/** Objects of a file of JSON that have a key more than once: a table takes its last value, and says so. */
export class RepeatedKeys {
  readonly #lines: number[] = []
  #key = ''
  #count = 0

  /** Looks at valid JSON that begins on `line`. True: an object in it has a key more than once. */
  find(json: string, line: number): boolean {
    const shared = sharedNames(json)
    let at = 0
    let here = line
    let last = 0
    for (const { name, start } of shared) {
      here += json.slice(at, start).split('\n').length - 1
      at = start
      if (here === last) continue
      last = here
      if (this.#count === 0) this.#key = name
      this.#count += 1
      if (this.#lines.length < mostNamed) this.#lines.push(here)
    }
    return shared.length > 0
  }

  /** A sentence that names the lines; none when there were no such objects. */
  warnings(): string[] {
    if (this.#count === 0) return []
    const lines = listedLines(this.#lines, this.#count)
    const key = JSON.stringify(this.#key)
    const who =
      this.#count === 1
        ? `An object on ${lines} has the key ${key}`
        : `Objects on ${lines} have the key ${key} or another`
    return [`${who} more than once; of such keys the last value was taken.`]
  }
}
