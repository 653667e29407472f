import type { Target } from '../data/frame.ts'
import type { Random } from '../data/random.ts'
import type { Binned } from './bins.ts'
import { TreeBuilder } from './tree.ts'
import type { Tree } from './tree.ts'

export interface ForestTreeOptions {
  maxDepth: number
  minSamplesLeaf: number
  maxFeatures: number
  weights: Float64Array | null
}

interface Node {
  node: number
  from: number
  to: number
  depth: number
}

interface Best {
  score: number
  feature: number
  bin: number
}

/** Nodes with fewer rows than this look only at the bins that their rows are in. */
const fewRows = 256

/**
 * Grows trees of a forest over binned terms. The impurity is the variance; of two classes that orders splits as Gini's does, and for
 * more the sums are kept class by class, which is Gini's. Its arrays are used again for each tree.
 */
export class ForestTreeGrower {
  readonly #binned: Binned
  readonly #target: Target
  readonly #outputs: number
  readonly #options: ForestTreeOptions
  readonly #rows: Int32Array
  readonly #scratch: Int32Array
  readonly #weight: Float64Array
  /** Of the rows of a node, in their order: weights, and values times weights or classes. */
  readonly #nodeWeight: Float64Array
  readonly #nodeValue: Float64Array
  readonly #features: Int32Array
  /** For each bin: rows, weight, then sums of values or the weight of each class. */
  readonly #histogram: Float64Array
  readonly #stride: number
  readonly #occupied = new Int32Array(8)
  readonly #totals: Float64Array
  readonly #left: Float64Array

  constructor(binned: Binned, target: Target, outputs: number, options: ForestTreeOptions) {
    this.#binned = binned
    this.#target = target
    this.#outputs = outputs
    this.#options = options
    this.#rows = new Int32Array(binned.rows)
    this.#scratch = new Int32Array(binned.rows)
    this.#weight = new Float64Array(binned.rows)
    this.#nodeWeight = new Float64Array(binned.rows)
    this.#nodeValue = new Float64Array(binned.rows)
    this.#features = Int32Array.from({ length: binned.terms.length }, (_, term) => term)
    this.#stride = 2 + outputs
    this.#histogram = new Float64Array(256 * this.#stride)
    this.#totals = new Float64Array(outputs)
    this.#left = new Float64Array(outputs)
  }

  /** @param counts how often each row is taken; null: all once */
  grow(counts: Uint16Array | null, random: Random): Tree {
    let size = 0
    for (let row = 0; row < this.#binned.rows; row += 1) {
      const count = counts ? counts[row]! : 1
      this.#weight[row] = this.#options.weights ? count * this.#options.weights[row]! : count
      if (this.#weight[row]! > 0) this.#rows[size++] = row
    }
    const builder = new TreeBuilder(this.#outputs)
    const waiting: Node[] = [{ node: builder.add(), from: 0, to: size, depth: 0 }]
    while (waiting.length > 0) {
      const node = waiting.pop()!
      const weight = this.#gather(node)
      const best = this.#isFinal(node, weight) ? null : this.#search(node, weight, random)
      if (!best) {
        for (let output = 0; output < this.#outputs; output += 1)
          builder.setValue(node.node, output, this.#totals[output]! / weight)
        continue
      }
      const middle = this.#partition(node, best)
      const [left, right] = [builder.add(), builder.add()]
      const threshold = this.#binned.terms[best.feature]!.edges[best.bin]!
      const missingLeft = (middle - node.from) * 2 >= node.to - node.from
      builder.split(node.node, { feature: best.feature, threshold, missingLeft, left, right })
      waiting.push(
        { node: right, from: middle, to: node.to, depth: node.depth + 1 },
        { node: left, from: node.from, to: middle, depth: node.depth + 1 },
      )
    }
    return builder.build()
  }

  #gather({ from, to }: Node): number {
    const { values } = this.#target
    this.#totals.fill(0)
    let weight = 0
    for (let place = from; place < to; place += 1) {
      const row = this.#rows[place]!
      const own = this.#weight[row]!
      const value = values[row]!
      weight += own
      this.#nodeWeight[place - from] = own
      this.#nodeValue[place - from] = this.#outputs === 1 ? value * own : value
      if (this.#outputs === 1) this.#totals[0]! += value * own
      else this.#totals[value]! += own
    }
    return weight
  }

  #isFinal({ from, to, depth }: Node, weight: number): boolean {
    const { minSamplesLeaf, maxDepth } = this.#options
    if (to - from < 2 * minSamplesLeaf || to - from < 2 || depth >= maxDepth) return true
    if (this.#outputs > 1) return this.#totals.includes(weight)
    const { values } = this.#target
    const first = values[this.#rows[from]!]!
    for (let place = from + 1; place < to; place += 1) if (values[this.#rows[place]!] !== first) return false
    return true
  }

  /** Looks at terms in a random order until enough were seen and one of them divides the rows. */
  #search(node: Node, weight: number, random: Random): Best | null {
    const features = this.#features
    const best: Best = { score: -Infinity, feature: -1, bin: 0 }
    for (let seen = 0; seen < features.length; seen += 1) {
      if (seen >= this.#options.maxFeatures && best.feature >= 0) break
      const place = seen + random.below(features.length - seen)
      const feature = features[place]!
      features[place] = features[seen]!
      features[seen] = feature
      this.#look(node, feature, weight, best)
    }
    return best.feature < 0 ? null : best
  }

  #look(node: Node, feature: number, weight: number, best: Best): void {
    const { bins, edges } = this.#binned.terms[feature]!
    if (edges.length === 0) return
    const size = node.to - node.from
    const isSmall = size < fewRows
    if (this.#outputs === 1) this.#countValues(bins, node, isSmall)
    else this.#countClasses(bins, node, isSmall)
    if (isSmall) this.#scanOccupied(feature, size, weight, best)
    else this.#scan(feature, edges.length, size, weight, best)
  }

  #countValues(bins: Uint8Array, { from, to }: Node, isSmall: boolean): void {
    const [rows, histogram, weights, values] = [this.#rows, this.#histogram, this.#nodeWeight, this.#nodeValue]
    for (let place = from; place < to; place += 1) {
      const bin = bins[rows[place]!]!
      const at = bin * 3
      if (isSmall) this.#occupied[bin >> 5]! |= 1 << (bin & 31)
      histogram[at]! += 1
      histogram[at + 1]! += weights[place - from]!
      histogram[at + 2]! += values[place - from]!
    }
  }

  #countClasses(bins: Uint8Array, { from, to }: Node, isSmall: boolean): void {
    const [rows, histogram, weights, classes] = [this.#rows, this.#histogram, this.#nodeWeight, this.#nodeValue]
    for (let place = from; place < to; place += 1) {
      const bin = bins[rows[place]!]!
      const at = bin * this.#stride
      if (isSmall) this.#occupied[bin >> 5]! |= 1 << (bin & 31)
      const weight = weights[place - from]!
      histogram[at]! += 1
      histogram[at + 1]! += weight
      histogram[at + 2 + classes[place - from]!]! += weight
    }
  }

  #scanOccupied(feature: number, size: number, weight: number, best: Best): void {
    this.#left.fill(0)
    let rows = 0
    let leftWeight = 0
    let before = -1
    for (let word = 0; word < 8; word += 1) {
      let bits = this.#occupied[word]!
      this.#occupied[word] = 0
      while (bits !== 0) {
        const bin = (word << 5) + (31 - Math.clz32(bits & -bits))
        bits &= bits - 1
        // Between two bins that have rows, the middle.
        if (before >= 0) this.#judge(feature, (before + bin - 1) >> 1, { rows, size, leftWeight, weight }, best)
        const at = bin * this.#stride
        rows += this.#histogram[at]!
        leftWeight += this.#histogram[at + 1]!
        for (let output = 0; output < this.#outputs; output += 1)
          this.#left[output]! += this.#histogram[at + 2 + output]!
        this.#histogram.fill(0, at, at + this.#stride)
        before = bin
      }
    }
  }

  #scan(feature: number, edges: number, size: number, weight: number, best: Best): void {
    this.#left.fill(0)
    let rows = 0
    let leftWeight = 0
    let before = -1
    for (let bin = 0; bin <= edges; bin += 1) {
      const at = bin * this.#stride
      if (this.#histogram[at] === 0) continue
      if (before >= 0) this.#judge(feature, (before + bin - 1) >> 1, { rows, size, leftWeight, weight }, best)
      rows += this.#histogram[at]!
      leftWeight += this.#histogram[at + 1]!
      for (let output = 0; output < this.#outputs; output += 1) this.#left[output]! += this.#histogram[at + 2 + output]!
      before = bin
    }
    this.#histogram.fill(0, 0, (edges + 1) * this.#stride)
  }

  #judge(
    feature: number,
    bin: number,
    { rows, size, leftWeight, weight }: { rows: number; size: number; leftWeight: number; weight: number },
    best: Best,
  ): void {
    const { minSamplesLeaf } = this.#options
    if (rows < minSamplesLeaf || size - rows < minSamplesLeaf) return
    const rightWeight = weight - leftWeight
    let score = 0
    for (let output = 0; output < this.#outputs; output += 1) {
      const left = this.#left[output]!
      const right = this.#totals[output]! - left
      score += (left * left) / leftWeight + (right * right) / rightWeight
    }
    if (!(score > best.score)) return
    best.score = score
    best.feature = feature
    best.bin = bin
  }

  #partition({ from, to }: Node, { feature, bin }: Best): number {
    const { bins } = this.#binned.terms[feature]!
    let left = from
    let right = 0
    for (let place = from; place < to; place += 1) {
      const row = this.#rows[place]!
      if (bins[row]! <= bin) this.#rows[left++] = row
      else this.#scratch[right++] = row
    }
    this.#rows.set(this.#scratch.subarray(0, right), left)
    return left
  }
}
