import { cutText } from './cut-text.ts'
import { readModel } from './model-weights.ts'
import type { PackedTokens } from './packed-tokens.ts'
import { withRuntime } from './runtime.ts'
import type { Graph, Runtime, RuntimeName } from './runtime.ts'
import { dimensions, encoderGraph, headGraph, matchGraph, mostPieces } from './sentence-graph.ts'
import type { Precision } from './sentence-graph.ts'
import { Tokenizer } from './tokenizer.ts'
import type { Piece } from './tokenizer.ts'

/** Pieces order passages as well with weights of a byte, in less than half the time; nothing of them is stored. */
const piecePrecision: Precision = 'int8'

/** The Universal Sentence Encoder lite, ready to read texts. */
export class UseLite {
  readonly runtime: RuntimeName
  readonly vocabulary: readonly Piece[]
  readonly #tokenizer: Tokenizer
  readonly #encoder: Graph
  readonly #pieceEncoder: Graph
  readonly #head: Graph
  readonly #match: Graph

  private constructor(vocabulary: readonly Piece[], { runtime, encoder, pieceEncoder, head, match }: OpenGraphs) {
    this.runtime = runtime
    this.vocabulary = vocabulary
    this.#tokenizer = new Tokenizer(vocabulary)
    this.#encoder = encoder
    this.#pieceEncoder = pieceEncoder
    this.#head = head
    this.#match = match
  }

  /** Opens it with the first of the runtimes that works here. @throws Error that says why none does, or what is wrong with the model's files */
  static async open(names: readonly RuntimeName[], precision: Precision = 'f32'): Promise<UseLite> {
    const { weights, vocabulary } = await readModel()
    const graphs = {
      encoder: encoderGraph(weights, precision),
      pieceEncoder: precision === piecePrecision ? null : encoderGraph(weights, piecePrecision),
      head: headGraph(weights, piecePrecision),
      match: matchGraph(),
    }
    const open = await withRuntime(names, runtime => openGraphs(runtime, graphs))
    return new UseLite(vocabulary, open)
  }

  /** A vector for each text, in order. The same text gives the same vector to the last bit, whatever is embedded beside it. */
  async sentences(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    // One by one: side by side they take no less time, and their last bits would depend on how many there are.
    for (const text of texts) {
      const ids = idsOf(this.pieces(cutText(text)).slice(0, mostPieces))
      vectors.push(await this.#encoder.run({ ids }, 'sentence'))
    }
    return vectors
  }

  /** Of each piece of a text its vector, row after row, each of length 1. The model reads longer texts in blocks. */
  async tokens(pieces: readonly number[]): Promise<Float32Array> {
    const all = new Float32Array(pieces.length * dimensions)
    for (let start = 0; start < pieces.length; start += mostPieces) {
      const block = pieces.slice(start, start + mostPieces)
      const hidden = await this.#pieceEncoder.run({ ids: idsOf(block) }, 'hidden')
      const input = { values: hidden, shape: [block.length, dimensions] }
      all.set(await this.#head.run({ hidden: input }, 'unit'), start * dimensions)
    }
    return all
  }

  /** For each row of a question the highest cosine with a row of a passage. */
  bestMatches(question: Float32Array, passage: PackedTokens): Promise<Float32Array> {
    const rows = passage.scales.length
    const inputs = {
      question: { values: question, shape: [question.length / dimensions, dimensions] },
      passage: { values: passage.bytes, shape: [rows, dimensions] },
      scale: { values: passage.scales, shape: [rows] },
    }
    return this.#match.run(inputs, 'best')
  }

  /** The places in the vocabulary of a text's pieces. */
  pieces(text: string): number[] {
    return this.#tokenizer.encode(text)
  }
}

interface OpenGraphs {
  runtime: RuntimeName
  encoder: Graph
  pieceEncoder: Graph
  head: Graph
  match: Graph
}

async function openGraphs(
  runtime: Runtime,
  files: Record<'encoder' | 'head' | 'match', Uint8Array> & { pieceEncoder: Uint8Array | null },
): Promise<OpenGraphs> {
  const encoder = await runtime.open(files.encoder)
  await encoder.run({ ids: idsOf([0]) }, 'sentence')
  const [head, match] = [await runtime.open(files.head), await runtime.open(files.match)]
  const pieceEncoder = files.pieceEncoder === null ? encoder : await runtime.open(files.pieceEncoder)
  return { runtime: runtime.name, encoder, pieceEncoder, head, match }
}

function idsOf(pieces: readonly number[]): { values: Int32Array; shape: number[] } {
  return { values: Int32Array.from(pieces), shape: [1, pieces.length] }
}
