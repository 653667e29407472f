import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { QuestionPiece, TokenCacheUse, TokenMatches } from '../../token-matches.ts'
import { wholeText } from './cut-text.ts'
import { packTokens } from './packed-tokens.ts'
import type { PackedTokens } from './packed-tokens.ts'
import { mostPieces } from './sentence-graph.ts'
import type { UseLite } from './use-lite.ts'

/** Pieces that are compared of one passage: several times what a passage has. */
const mostPassagePieces = 8 * mostPieces

interface AskedQuestion {
  question: string
  pieces: QuestionPiece[]
  rows: Float32Array
}

/** Compares questions with passages piece by piece, and keeps what it computed of passages. */
export class TokenMatcher {
  readonly #model: UseLite
  readonly #passages: LRUCache<string, PackedTokens>
  /** The latest question, which comes again with each turn of its passages. */
  #asked: AskedQuestion | null = null
  #hits = 0
  #misses = 0

  constructor(model: UseLite, mostBytes: number) {
    this.#model = model
    this.#passages = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ bytes, scales }) => bytes.byteLength + scales.byteLength + 64,
    })
  }

  get use(): TokenCacheUse {
    return {
      bytes: this.#passages.calculatedSize,
      passages: this.#passages.size,
      hits: this.#hits,
      misses: this.#misses,
    }
  }

  /** Reads no more of the question than the model does. */
  async matches(question: string, passages: readonly string[]): Promise<TokenMatches> {
    const { rows, pieces } = await this.#read(question)
    const best: Float32Array[] = []
    for (const passage of passages) best.push(await this.#model.bestMatches(rows, await this.#tokensOf(passage)))
    return { pieces, best }
  }

  async #read(question: string): Promise<AskedQuestion> {
    if (this.#asked?.question === question) return this.#asked
    const ids = this.#model.pieces(wholeText(question)).slice(0, mostPieces)
    const pieces = ids.map(id => {
      const [text = '', logProbability = 0] = this.#model.vocabulary[id] ?? []
      return { text, logProbability }
    })
    this.#asked = { question, pieces, rows: await this.#model.tokens(ids) }
    return this.#asked
  }

  async #tokensOf(passage: string): Promise<PackedTokens> {
    const key = createHash('sha256').update(passage).digest('base64')
    const kept = this.#passages.get(key)
    if (kept) {
      this.#hits += 1
      return kept
    }
    this.#misses += 1
    const pieces = this.#model.pieces(wholeText(passage)).slice(0, mostPassagePieces)
    const packed = packTokens(await this.#model.tokens(pieces))
    this.#passages.set(key, packed)
    return packed
  }
}
