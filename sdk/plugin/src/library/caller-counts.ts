import type { Principal } from '../principal.ts'

/** A person with all of their keys has this many times as much as one key. */
const personFactor = 2

/** How much of one thing is under way: for each key so much, and for a person twice as much, with however many keys. */
export class CallerCounts {
  readonly #most: number
  readonly #refusal: (count: number) => Error
  readonly #counts = new Map<string, number>()

  /** `refusal` makes what is thrown to a caller that has so many under way. */
  constructor(most: number, refusal: (count: number) => Error) {
    this.#most = most
    this.#refusal = refusal
  }

  /** Returns how to end it; to end it twice is harmless. @throws what the constructor was given */
  begin({ key_id, user_id }: Principal): () => void {
    const person = `person ${user_id}`
    const key = key_id ?? user_id
    for (const [caller, most] of [
      [key, this.#most],
      [person, this.#most * personFactor],
    ] as const) {
      const count = this.#counts.get(caller) ?? 0
      if (count >= most) throw this.#refusal(count)
    }
    this.#add(key, 1)
    this.#add(person, 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#add(key, -1)
      this.#add(person, -1)
    }
  }

  #add(caller: string, more: 1 | -1): void {
    const count = (this.#counts.get(caller) ?? 0) + more
    if (count > 0) this.#counts.set(caller, count)
    else this.#counts.delete(caller)
  }
}
