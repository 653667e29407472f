import type { Design } from '../data/frame.ts'

/** Nodes before their children, the left child right after its parent. All numbers are float32, as in ONNX. */
export interface Tree {
  /** The term that decides; -1 at a leaf. */
  feature: Int16Array
  /** A value up to this goes left. */
  threshold: Float32Array
  right: Int32Array
  /** Whether a missing value goes left. */
  missingLeft: Uint8Array
  /** As many numbers a node as the tree has outputs. */
  value: Float32Array
}

/** A tree under construction, in any order of its nodes. */
export class TreeBuilder {
  readonly #outputs: number
  readonly #feature: number[] = []
  readonly #threshold: number[] = []
  readonly #missingLeft: number[] = []
  readonly #left: number[] = []
  readonly #right: number[] = []
  readonly #value: number[] = []

  constructor(outputs: number) {
    this.#outputs = outputs
  }

  get nodes(): number {
    return this.#feature.length
  }

  /** A leaf, until it is split; its values are those of the last {@link setValue}. */
  add(): number {
    this.#feature.push(-1)
    this.#threshold.push(0)
    this.#missingLeft.push(0)
    this.#left.push(-1)
    this.#right.push(-1)
    for (let output = 0; output < this.#outputs; output += 1) this.#value.push(0)
    return this.#feature.length - 1
  }

  setValue(node: number, output: number, value: number): void {
    this.#value[node * this.#outputs + output] = value
  }

  split(
    node: number,
    split: { feature: number; threshold: number; missingLeft: boolean; left: number; right: number },
  ): void {
    this.#feature[node] = split.feature
    this.#threshold[node] = split.threshold
    this.#missingLeft[node] = split.missingLeft ? 1 : 0
    this.#left[node] = split.left
    this.#right[node] = split.right
  }

  build(): Tree {
    const nodes = this.nodes
    const tree: Tree = {
      feature: new Int16Array(nodes),
      threshold: new Float32Array(nodes),
      right: new Int32Array(nodes),
      missingLeft: new Uint8Array(nodes),
      value: new Float32Array(nodes * this.#outputs),
    }
    const waiting = [{ node: 0, parent: -1 }]
    for (let place = 0; place < nodes; place += 1) {
      const { node, parent } = waiting.pop()!
      if (parent >= 0) tree.right[parent] = place
      tree.feature[place] = this.#feature[node]!
      tree.threshold[place] = this.#threshold[node]!
      tree.missingLeft[place] = this.#missingLeft[node]!
      for (let output = 0; output < this.#outputs; output += 1)
        tree.value[place * this.#outputs + output] = this.#value[node * this.#outputs + output]!
      if (this.#feature[node]! < 0) continue
      waiting.push({ node: this.#right[node]!, parent: place }, { node: this.#left[node]!, parent: -1 })
    }
    return tree
  }
}

/** Rows beside each other, so that a walk through a tree finds the terms of a row in one place. */
export class RowBlocks {
  readonly #design: Design
  readonly #values: Float32Array
  readonly width: number
  readonly size: number

  constructor(design: Design) {
    this.#design = design
    this.width = design.terms.length
    this.size = Math.max(1, Math.min(design.rows, 4096, Math.ceil(2 ** 20 / Math.max(1, this.width))))
    this.#values = new Float32Array(this.size * this.width)
  }

  /** Calls back with each block of rows; its array is used again. */
  forEach(use: (values: Float32Array, from: number, rows: number) => void): void {
    const { rows, terms } = this.#design
    for (let from = 0; from < rows; from += this.size) {
      const count = Math.min(this.size, rows - from)
      for (let term = 0; term < this.width; term += 1) {
        const values = terms[term]!
        for (let row = 0; row < count; row += 1) this.#values[row * this.width + term] = values[from + row]!
      }
      use(this.#values, from, count)
    }
  }
}

/** The leaf that a row comes to. */
export function leafOf({ feature, threshold, right, missingLeft }: Tree, values: Float32Array, at: number): number {
  let node = 0
  for (;;) {
    const term = feature[node]!
    if (term < 0) return node
    const value = values[at + term]!
    if (value <= threshold[node]! || (value !== value && missingLeft[node] === 1)) node += 1
    else node = right[node]!
  }
}

/** Adds each tree's values to the rows' outputs: `outputs` of them a tree, the first at place `at(tree)`. */
export function addTrees(
  trees: readonly Tree[],
  design: Design,
  into: Float64Array,
  { outputs, stride, at }: { outputs: number; stride: number; at: (tree: number) => number },
): void {
  const blocks = new RowBlocks(design)
  blocks.forEach((values, from, rows) => {
    for (let index = 0; index < trees.length; index += 1) {
      const tree = trees[index]!
      const place = at(index)
      for (let row = 0; row < rows; row += 1) {
        const leaf = leafOf(tree, values, row * blocks.width)
        const to = (from + row) * stride + place
        for (let output = 0; output < outputs; output += 1) into[to + output]! += tree.value[leaf * outputs + output]!
      }
    }
  })
}
