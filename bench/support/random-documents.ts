const vocabulary = 50_000
const documentsACluster = 50
// How far a vector lies from the middle of its cluster, beside how far that lies from others.
const noise = 0.8
const mostWords = 60
const leastWords = 30

/** Texts whose words are as common as those of a language, and vectors in clusters: the same ones in every run. */
export class RandomDocuments {
  readonly #dimensions: number
  readonly #cumulated = new Float64Array(vocabulary)
  readonly #middles: Float32Array[]
  #state = 1

  constructor(dimensions: number, documents: number) {
    this.#dimensions = dimensions
    let sum = 0
    for (let rank = 0; rank < vocabulary; rank += 1) {
      sum += 1 / (rank + 2.7) ** 1.05
      this.#cumulated[rank] = sum
    }
    this.#middles = Array.from({ length: Math.ceil(documents / documentsACluster) }, () => this.#direction())
  }

  text(): string {
    const length = leastWords + Math.floor(this.#random() * (mostWords - leastWords))
    return Array.from({ length }, () => this.#word()).join(' ')
  }

  /** Words of a typical question: a few common ones, and some that name its topic. */
  question(): string {
    const topicWords = Array.from({ length: 4 }, () => nameOf(50 + Math.floor(this.#random() ** 2 * 5000)))
    return [this.#word(), this.#word(), ...topicWords].join(' ')
  }

  /** Of length 1. */
  vector(): Float32Array {
    const middle =
      this.#middles[Math.floor(this.#random() * this.#middles.length)] ?? new Float32Array(this.#dimensions)
    const aside = this.#direction()
    return unit(middle.map((value, index) => value + noise * (aside[index] ?? 0)))
  }

  #word(): string {
    const wanted = this.#random() * (this.#cumulated[vocabulary - 1] ?? 1)
    let low = 0
    let high = vocabulary - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#cumulated[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return nameOf(low)
  }

  #direction(): Float32Array {
    // The sum of a few even ones is near enough to a normal one, and quick.
    const values = Float32Array.from(
      { length: this.#dimensions },
      () => this.#random() + this.#random() + this.#random() - 1.5,
    )
    return unit(values)
  }

  #random(): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) / 2 ** 32
  }
}

function nameOf(rank: number): string {
  return `w${rank.toString(36)}`
}

function unit(values: Float32Array): Float32Array {
  const length = Math.hypot(...values)
  return values.map(value => value / length)
}
