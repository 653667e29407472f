/** A piece of text that the model has a vector for, and the logarithm of how often it is seen. */
export type Piece = readonly [text: string, logProbability: number]

/** What stands for every letter that no piece begins with; runs of it count once. */
const unknown = 0
/** The first pieces are marks of the model's training, which no text contains. */
const reserved = 6

interface Branch {
  next: Map<string, Branch>
  /** The piece that ends here. */
  id?: number
}

/** Cuts a text into the pieces of a vocabulary, the likeliest way of all. */
export class Tokenizer {
  readonly #pieces: readonly Piece[]
  readonly #root: Branch = { next: new Map() }

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
    for (const [id, [text]] of pieces.entries()) if (id >= reserved) this.#add(text, id)
  }

  /** The places in the vocabulary of the text's pieces, in order. */
  encode(text: string): number[] {
    const line = text.normalize('NFKC')
    if (line === '') return []
    const letters = [...`▁${line.replaceAll(' ', '▁')}`]
    const scores = new Float64Array(letters.length + 1)
    const last = new Int32Array(letters.length + 1)
    // Pieces that begin earlier come first, and of two equally likely ones the later is taken: stored vectors depend on it.
    for (let start = 0; start < letters.length; start += 1) {
      for (const { id, end } of this.#piecesAt(letters, start)) {
        const score = (this.#pieces[id]?.[1] ?? 0) + (scores[start] ?? 0)
        // A score of nothing is a place that no piece has reached, or that only unknown letters have.
        if (scores[end] !== 0 && score < (scores[end] ?? 0)) continue
        scores[end] = score
        last[end] = id
      }
    }
    return this.#wayBack(last)
  }

  *#piecesAt(letters: readonly string[], start: number): Generator<{ id: number; end: number }> {
    let branch = this.#root.next.get(letters[start] ?? '')
    let found = false
    for (let end = start + 1; branch; end += 1) {
      if (branch.id !== undefined) {
        found = true
        yield { id: branch.id, end }
      }
      branch = end < letters.length ? branch.next.get(letters[end] ?? '') : undefined
    }
    if (!found) yield { id: unknown, end: start + 1 }
  }

  #wayBack(last: Int32Array): number[] {
    const ids: number[] = []
    for (let end = last.length - 1; end > 0; end -= this.#pieces[last[end] ?? unknown]?.[0].length ?? 1) {
      const id = last[end] ?? unknown
      if (id !== unknown || ids.at(-1) !== unknown) ids.push(id)
    }
    return ids.reverse()
  }

  #add(text: string, id: number): void {
    let branch = this.#root
    for (const letter of text) {
      const next: Branch = branch.next.get(letter) ?? { next: new Map() }
      branch.next.set(letter, next)
      branch = next
    }
    branch.id = id
  }
}
