import type { Design, Target } from '../data/frame.ts'
import { Random } from '../data/random.ts'
import { binDesign } from './bins.ts'
import { ForestTreeGrower } from './grow-forest-tree.ts'
import { addTrees, leafOf } from './tree.ts'
import type { Tree } from './tree.ts'

export interface ForestOptions {
  trees: number
  maxDepth: number
  minSamplesLeaf: number
  /** Terms that a node looks at. */
  maxFeatures: number
  bootstrap: boolean
  weights: Float64Array | null
  oob: boolean
  seed: number
}

/** For two classes a leaf has the share of the second. */
export interface ForestModel {
  trees: Tree[]
}

export interface ForestFit {
  model: ForestModel
  /** Outputs of the rows given to watch. */
  watched: Float64Array | null
  /** Outputs of each row by the trees that did not see it; NaN where all did. */
  oob: Float64Array | null
}

export interface ForestWatch {
  design?: Design | null
  /** Trees are kept; else only what they say of the watched rows. */
  keep: boolean
  onTree?: (tree: number) => void
}

const maxBins = 255

export function leafOutputs(target: Pick<Target, 'task' | 'classes'>): number {
  return target.task === 'regression' || target.classes.length === 2 ? 1 : target.classes.length
}

export function fitForest(design: Design, target: Target, options: ForestOptions, watch: ForestWatch): ForestFit {
  const outputs = leafOutputs(target)
  const grower = new ForestTreeGrower(binDesign(design, maxBins), target, outputs, options)
  const trees: Tree[] = []
  const watched = watch.design ? new Float64Array(watch.design.rows * outputs) : null
  const oob = options.oob && options.bootstrap ? new OutOfBag(design, outputs) : null
  for (let index = 0; index < options.trees; index += 1) {
    const random = new Random(options.seed, 23, index)
    const counts = options.bootstrap ? drawn(design.rows, random) : null
    const tree = grower.grow(counts, random)
    if (watch.keep) trees.push(tree)
    if (watched) addTrees([tree], watch.design!, watched, { outputs, stride: outputs, at: () => 0 })
    oob?.add(tree, counts!)
    watch.onTree?.(index + 1)
  }
  const mean = (sums: Float64Array): Float64Array =>
    spread(
      sums.map(sum => sum / options.trees),
      target,
    )
  return { model: { trees }, watched: watched && mean(watched), oob: oob && spread(oob.means(), target) }
}

export function predictForest(
  { trees }: ForestModel,
  design: Design,
  target: Pick<Target, 'task' | 'classes'>,
): Float64Array {
  const outputs = leafOutputs(target)
  const sums = new Float64Array(design.rows * outputs)
  addTrees(trees, design, sums, { outputs, stride: outputs, at: () => 0 })
  return spread(
    sums.map(sum => sum / trees.length),
    target,
  )
}

/** How often each row is in the sample of a tree. */
function drawn(rows: number, random: Random): Uint16Array {
  const counts = new Uint16Array(rows)
  for (let draw = 0; draw < rows; draw += 1) counts[random.below(rows)]! += 1
  return counts
}

/** The share of the second of two classes as the shares of both. */
function spread(outputs: Float64Array, { task, classes }: Pick<Target, 'task' | 'classes'>): Float64Array {
  if (task === 'regression' || classes.length > 2) return outputs
  const both = new Float64Array(outputs.length * 2)
  for (let row = 0; row < outputs.length; row += 1) {
    both[row * 2] = 1 - outputs[row]!
    both[row * 2 + 1] = outputs[row]!
  }
  return both
}

class OutOfBag {
  readonly #values: Float32Array
  readonly #width: number
  readonly #rows: number
  readonly #outputs: number
  readonly #sums: Float64Array
  readonly #votes: Int32Array

  constructor(design: Design, outputs: number) {
    this.#rows = design.rows
    this.#width = design.terms.length
    this.#outputs = outputs
    this.#values = new Float32Array(design.rows * this.#width)
    design.terms.forEach((term, index) => {
      for (let row = 0; row < design.rows; row += 1) this.#values[row * this.#width + index] = term[row]!
    })
    this.#sums = new Float64Array(design.rows * outputs)
    this.#votes = new Int32Array(design.rows)
  }

  add(tree: Tree, counts: Uint16Array): void {
    const outputs = this.#outputs
    for (let row = 0; row < this.#rows; row += 1) {
      if (counts[row] !== 0) continue
      const leaf = leafOf(tree, this.#values, row * this.#width)
      this.#votes[row]! += 1
      for (let output = 0; output < outputs; output += 1)
        this.#sums[row * outputs + output]! += tree.value[leaf * outputs + output]!
    }
  }

  means(): Float64Array {
    return this.#sums.map((sum, place) => sum / this.#votes[Math.floor(place / this.#outputs)]!)
  }
}
