/**
 * A seeded generator (sfc32): the same numbers on every machine. `stream` names a place that draws for itself, such as a tree of a forest,
 * so that what one place draws never depends on how much another has drawn, or on which thread it ran.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number, ...stream: number[]) {
    let state = mix(seed | 0, Math.floor(seed / 2 ** 32) | 0)
    for (const each of stream) state = mix(state, each | 0)
    this.#a = mix(state, 0x9e3779b9)
    this.#b = mix(state, 0x85ebca6b)
    this.#c = mix(state, 0xc2b2ae35)
    for (let index = 0; index < 12; index += 1) this.next()
  }

  /** A whole number from 0 up to 2^32. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    this.#c |= 0
    return sum >>> 0
  }

  /** From 0 up to 1, with 53 bits. */
  fraction(): number {
    return ((this.next() >>> 5) * 67108864 + (this.next() >>> 6)) / 2 ** 53
  }

  /** A whole number from 0 up to `limit`. */
  below(limit: number): number {
    return Math.floor((this.next() / 2 ** 32) * limit)
  }

  /** Fisher and Yates, in place. */
  shuffle<Values extends Int32Array | Float32Array | Float64Array>(values: Values): Values {
    for (let index = values.length - 1; index > 0; index -= 1) {
      const other = this.below(index + 1)
      const kept = values[index]!
      values[index] = values[other]!
      values[other] = kept
    }
    return values
  }
}

function mix(state: number, value: number): number {
  let mixed = Math.imul(state ^ value, 0x85ebca6b) + 0x6a09e667
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x2c1b3c6d)
  mixed ^= mixed >>> 12
  mixed = Math.imul(mixed, 0x297a2d39)
  return (mixed ^ (mixed >>> 15)) | 0
}

/** 0, 1, … `length` - 1. */
export function range(length: number): Int32Array {
  return Int32Array.from({ length }, (_, index) => index)
}
