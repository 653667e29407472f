import type { Binned } from './bins.ts'
import { TreeBuilder } from './tree.ts'
import type { Tree } from './tree.ts'

export interface GrowOptions {
  maxLeaves: number
  maxDepth: number
  minSamplesLeaf: number
  l2: number
  learningRate: number
}

interface Split {
  gain: number
  feature: number
  bin: number
  missingLeft: boolean
  leftGradient: number
  leftHessian: number
  leftCount: number
}

interface Leaf {
  node: number
  from: number
  to: number
  depth: number
  gradient: number
  hessian: number
  histogram: Float64Array | null
  split: Split | null
}

/** Sums for each bin, side by side: gradients, hessians, rows. */
const sums = 3
const minHessian = 1e-3

/**
 * Grows one tree of gradient boosting: always the leaf whose split gains most. Of two new leaves only the smaller is counted; the
 * other's histogram is what the parent has left. Its arrays are used again for each tree.
 */
export class TreeGrower {
  readonly #binned: Binned
  readonly #options: GrowOptions
  readonly #rows: Int32Array
  readonly #scratch: Int32Array
  readonly #gathered: Float64Array
  readonly #quads: Uint32Array[]
  readonly #offsets: Int32Array
  readonly #free: Float64Array[] = []
  readonly #length: number
  readonly #all: Int32Array

  /** @param rows those that the trees are grown on */
  constructor(binned: Binned, rows: Int32Array, options: GrowOptions) {
    this.#binned = binned
    this.#options = options
    this.#all = rows
    this.#rows = new Int32Array(rows.length)
    this.#scratch = new Int32Array(rows.length)
    this.#gathered = new Float64Array(rows.length * 2)
    this.#quads = quadsOf(binned)
    this.#offsets = new Int32Array(this.#quads.length * 4)
    let length = 0
    for (let index = 0; index < this.#offsets.length; index += 1) {
      this.#offsets[index] = length
      length += (binned.terms[index]?.edges.length ?? -1) + 2
    }
    this.#length = length * sums
  }

  /** Adds each leaf's value to the `scores` of its rows. Gradients and hessians are a row's slope and curvature of the loss. */
  grow(gradients: Float64Array, hessians: Float64Array, scores: Float64Array): Tree {
    this.#rows.set(this.#all)
    const builder = new TreeBuilder(1)
    const leaves = [this.#root(builder, gradients, hessians)]
    this.#find(leaves[0]!)
    while (leaves.length < this.#options.maxLeaves) {
      const best = bestOf(leaves)
      if (best < 0) break
      const [left, right] = this.#divide(leaves[best]!, builder, gradients, hessians)
      leaves[best] = left
      leaves.push(right)
    }
    for (const leaf of leaves) {
      this.#release(leaf)
      const value = Math.fround(this.#valueOf(leaf))
      builder.setValue(leaf.node, 0, value)
      for (let place = leaf.from; place < leaf.to; place += 1) scores[this.#rows[place]!]! += value
    }
    return builder.build()
  }

  #root(builder: TreeBuilder, gradients: Float64Array, hessians: Float64Array): Leaf {
    let gradient = 0
    let hessian = 0
    for (const row of this.#all) {
      gradient += gradients[row]!
      hessian += hessians[row]!
    }
    const leaf: Leaf = {
      node: builder.add(),
      from: 0,
      to: this.#all.length,
      depth: 0,
      gradient,
      hessian,
      histogram: null,
      split: null,
    }
    if (this.#isSplittable(leaf)) leaf.histogram = this.#count(leaf, gradients, hessians)
    return leaf
  }

  #valueOf({ gradient, hessian }: Leaf): number {
    return (-this.#options.learningRate * gradient) / (hessian + this.#options.l2 + 1e-15)
  }

  #isSplittable({ from, to, depth, hessian }: Leaf): boolean {
    const { minSamplesLeaf, maxDepth } = this.#options
    return to - from >= 2 * minSamplesLeaf && depth < maxDepth && hessian >= 2 * minHessian
  }

  #count(leaf: Leaf, gradients: Float64Array, hessians: Float64Array): Float64Array {
    const histogram = this.#free.pop()?.fill(0) ?? new Float64Array(this.#length)
    const size = leaf.to - leaf.from
    const rows = this.#rows.subarray(leaf.from, leaf.to)
    const gathered = this.#gathered
    for (let place = 0; place < size; place += 1) {
      gathered[place * 2] = gradients[rows[place]!]!
      gathered[place * 2 + 1] = hessians[rows[place]!]!
    }
    this.#quads.forEach((quad, index) => {
      const offsets = this.#offsets.subarray(index * 4, index * 4 + 4)
      accumulate(quad, rows, gathered, histogram, offsets)
    })
    return histogram
  }

  #divide(leaf: Leaf, builder: TreeBuilder, gradients: Float64Array, hessians: Float64Array): [Leaf, Leaf] {
    const split = leaf.split!
    const middle = this.#partition(leaf, split)
    const [left, right] = [builder.add(), builder.add()]
    const threshold = this.#binned.terms[split.feature]!.edges[split.bin] ?? Infinity
    builder.split(leaf.node, { feature: split.feature, threshold, missingLeft: split.missingLeft, left, right })
    const depth = leaf.depth + 1
    const one: Leaf = {
      node: left,
      from: leaf.from,
      to: middle,
      depth,
      gradient: split.leftGradient,
      hessian: split.leftHessian,
      histogram: null,
      split: null,
    }
    const other: Leaf = {
      node: right,
      from: middle,
      to: leaf.to,
      depth,
      gradient: leaf.gradient - split.leftGradient,
      hessian: leaf.hessian - split.leftHessian,
      histogram: null,
      split: null,
    }
    this.#share(leaf, one, other, gradients, hessians)
    return [one, other]
  }

  #share(parent: Leaf, one: Leaf, other: Leaf, gradients: Float64Array, hessians: Float64Array): void {
    const [small, large] = one.to - one.from <= other.to - other.from ? [one, other] : [other, one]
    if (this.#isSplittable(small) || this.#isSplittable(large)) {
      small.histogram = this.#count(small, gradients, hessians)
      const rest = parent.histogram!
      const own = small.histogram
      for (let place = 0; place < rest.length; place += 1) rest[place]! -= own[place]!
      large.histogram = rest
      parent.histogram = null
      for (const leaf of [one, other]) {
        if (this.#isSplittable(leaf)) this.#find(leaf)
        if (!leaf.split) this.#release(leaf)
      }
    } else this.#release(parent)
  }

  #release(leaf: Leaf): void {
    if (leaf.histogram) this.#free.push(leaf.histogram)
    leaf.histogram = null
  }

  /** Keeps the order of the rows on both sides. */
  #partition({ from, to }: Leaf, { feature, bin, missingLeft }: Split): number {
    const { bins, edges } = this.#binned.terms[feature]!
    const missing = edges.length + 1
    let left = from
    let right = 0
    for (let place = from; place < to; place += 1) {
      const row = this.#rows[place]!
      const own = bins[row]!
      if (own === missing ? missingLeft : own <= bin) this.#rows[left++] = row
      else this.#scratch[right++] = row
    }
    this.#rows.set(this.#scratch.subarray(0, right), left)
    return left
  }

  #find(leaf: Leaf): void {
    if (!leaf.histogram) return
    const { minSamplesLeaf: least, l2 } = this.#options
    const { histogram, gradient, hessian } = leaf
    const count = leaf.to - leaf.from
    const before = (gradient * gradient) / (hessian + l2 + 1e-15)
    let best: Split | null = null
    let bestGain = 1e-12
    this.#binned.terms.forEach(({ edges, hasMissing }, feature) => {
      const offset = this.#offsets[feature]! * sums
      const missing = offset + (edges.length + 1) * sums
      // Missing values on the right; where there are some, on the left too, and the present ones against the missing.
      for (let side = 0; side < (hasMissing ? 2 : 1); side += 1) {
        let leftGradient = side === 0 ? 0 : histogram[missing]!
        let leftHessian = side === 0 ? 0 : histogram[missing + 1]!
        let leftCount = side === 0 ? 0 : histogram[missing + 2]!
        const last = edges.length - 1 + (side === 0 && hasMissing ? 1 : 0)
        for (let bin = 0; bin <= last; bin += 1) {
          const at = offset + bin * sums
          leftGradient += histogram[at]!
          leftHessian += histogram[at + 1]!
          leftCount += histogram[at + 2]!
          if (leftCount < least) continue
          if (count - leftCount < least) break
          const rightHessian = hessian - leftHessian
          if (leftHessian < minHessian) continue
          if (rightHessian < minHessian) break
          const rightGradient = gradient - leftGradient
          const gain =
            (leftGradient * leftGradient) / (leftHessian + l2) +
            (rightGradient * rightGradient) / (rightHessian + l2) -
            before
          if (gain <= bestGain) continue
          bestGain = gain
          // Values that training never saw missing go where more rows are.
          const missingLeft = hasMissing ? side === 1 : leftCount * 2 >= count
          best = { gain, feature, bin, missingLeft, leftGradient, leftHessian, leftCount }
        }
      }
    })
    leaf.split = best
  }
}

/** The bins of four terms in one number: one look into memory for all of them. Places without a term are in a bin of their own. */
function quadsOf({ terms, rows }: Binned): Uint32Array[] {
  return Array.from({ length: Math.ceil(terms.length / 4) }, (_, index) => {
    const quad = new Uint32Array(rows)
    terms.slice(index * 4, index * 4 + 4).forEach(({ bins }, place) => {
      for (let row = 0; row < rows; row += 1) quad[row]! |= bins[row]! << (place * 8)
    })
    return quad
  })
}

/** Four terms at once. */
function accumulate(
  quad: Uint32Array,
  rows: Int32Array,
  gathered: Float64Array,
  histogram: Float64Array,
  offsets: Int32Array,
): void {
  const [first, second, third, fourth] = [offsets[0]!, offsets[1]!, offsets[2]!, offsets[3]!]
  for (let place = 0; place < rows.length; place += 1) {
    const bins = quad[rows[place]!]!
    const gradient = gathered[place * 2]!
    const hessian = gathered[place * 2 + 1]!
    const a = (first + (bins & 255)) * sums
    const b = (second + ((bins >>> 8) & 255)) * sums
    const c = (third + ((bins >>> 16) & 255)) * sums
    const d = (fourth + (bins >>> 24)) * sums
    histogram[a]! += gradient
    histogram[a + 1]! += hessian
    histogram[a + 2]! += 1
    histogram[b]! += gradient
    histogram[b + 1]! += hessian
    histogram[b + 2]! += 1
    histogram[c]! += gradient
    histogram[c + 1]! += hessian
    histogram[c + 2]! += 1
    histogram[d]! += gradient
    histogram[d + 1]! += hessian
    histogram[d + 2]! += 1
  }
}

function bestOf(leaves: readonly Leaf[]): number {
  let best = -1
  let gain = 0
  leaves.forEach((leaf, index) => {
    if (!leaf.split || leaf.split.gain <= gain) return
    best = index
    gain = leaf.split.gain
  })
  return best
}
