import { softmaxRow, sigmoid } from '../linear/logistic.ts'
import type { Design, Target } from '../data/frame.ts'
import type { Random } from '../data/random.ts'
import { range } from '../data/random.ts'
import { binDesign } from './bins.ts'
import { TreeGrower } from './grow-tree.ts'
import { addTrees } from './tree.ts'
import type { Tree } from './tree.ts'
import { innerHoldout, lossAt, slopesAt, startScores } from './boosting-loss.ts'

export interface BoostingOptions {
  maxIterations: number
  learningRate: number
  maxLeaves: number
  maxDepth: number
  minSamplesLeaf: number
  l2: number
  maxBins: number
  earlyStopping: boolean
  validationFraction: number
  patience: number
  weights: Float64Array | null
}

export interface BoostingModel {
  /** One score for numbers and two classes, else one a class. */
  start: number[]
  /** Round by round, one tree a score. */
  trees: Tree[]
}

export interface Round {
  round: number
  rounds: number
  trainLoss: number
  validationLoss: number | null
}

/** Rows of an own set that the losses of each round are shown for. */
export interface Watched {
  design: Design
  target: Target
}

const improvement = 1e-7

export function fitBoosting(
  design: Design,
  target: Target,
  options: BoostingOptions,
  random: Random,
  watch: { watched?: Watched | null; onRound?: (round: Round) => void } = {},
): { model: BoostingModel; iterations: number; watchedScores: Float64Array[] | null } {
  const { fit, judged } = options.earlyStopping
    ? innerHoldout(target, options.validationFraction, random)
    : { fit: range(design.rows), judged: null }
  const grower = new TreeGrower(binDesign(design, options.maxBins), fit, options)
  const start = startScores(target, fit, options.weights)
  const scores = start.map(value => new Float64Array(design.rows).fill(value))
  const { watched = null } = watch
  const watchedScores = watched && start.map(value => new Float64Array(watched.design.rows).fill(value))
  const watchedRows = watched && range(watched.design.rows)
  const slopes = { gradients: new Float64Array(design.rows), hessians: new Float64Array(design.rows) }
  const shares = start.length > 1 ? new Float64Array(design.rows * start.length) : null
  const trees: Tree[] = []
  let best = Infinity
  let since = 0
  let rounds = 0
  for (let round = 1; round <= options.maxIterations; round += 1) {
    // Scores change as the trees of a round are added: the slopes of all classes come from those before it.
    if (shares) for (let row = 0; row < design.rows; row += 1) softmaxRow(scores, row, shares)
    for (let head = 0; head < start.length; head += 1) {
      slopesAt({ target, scores: scores[head]!, shares, head, weights: options.weights }, slopes)
      const tree = grower.grow(slopes.gradients, slopes.hessians, scores[head]!)
      trees.push(tree)
      if (judged) addTo(scores[head]!, tree, design, judged)
      if (watched) addTrees([tree], watched.design, watchedScores![head]!, { outputs: 1, stride: 1, at: () => 0 })
    }
    rounds = round
    const judgedLoss = judged && lossAt(target, scores, judged)
    const watchedLoss = watched && lossAt(watched.target, watchedScores!, watchedRows!)
    watch.onRound?.({
      round,
      rounds: options.maxIterations,
      trainLoss: lossAt(target, scores, fit),
      validationLoss: watchedLoss ?? judgedLoss,
    })
    if (judgedLoss === null) continue
    if (judgedLoss < best - improvement) [best, since] = [judgedLoss, 0]
    else since += 1
    if (since >= options.patience) break
  }
  return { model: { start, trees }, iterations: rounds, watchedScores }
}

/** Rows outside those that the tree was grown on. */
function addTo(scores: Float64Array, tree: Tree, design: Design, rows: Int32Array): void {
  const { feature, threshold, right, missingLeft, value } = tree
  for (const row of rows) {
    let node = 0
    while (feature[node]! >= 0) {
      const own = design.terms[feature[node]!]![row]!
      node = own <= threshold[node]! || (own !== own && missingLeft[node] === 1) ? node + 1 : right[node]!
    }
    scores[row]! += value[node]!
  }
}

/** Rows times one value, or times classes. */
export function predictBoosting(
  { start, trees }: BoostingModel,
  design: Design,
  target: Pick<Target, 'task'>,
): Float64Array {
  const scores = start.map(value => new Float64Array(design.rows).fill(value))
  for (let head = 0; head < start.length; head += 1) {
    const own = trees.filter((_, index) => index % start.length === head)
    addTrees(own, design, scores[head]!, { outputs: 1, stride: 1, at: () => 0 })
  }
  return boostingOutputs(scores, target)
}

export function boostingOutputs(scores: Float64Array[], { task }: Pick<Target, 'task'>): Float64Array {
  if (task === 'regression') return scores[0]!
  const rows = scores[0]!.length
  if (scores.length === 1) {
    const outputs = new Float64Array(rows * 2)
    for (let row = 0; row < rows; row += 1) {
      const positive = sigmoid(scores[0]![row]!)
      outputs[row * 2] = 1 - positive
      outputs[row * 2 + 1] = positive
    }
    return outputs
  }
  const outputs = new Float64Array(rows * scores.length)
  for (let row = 0; row < rows; row += 1) softmaxRow(scores, row, outputs)
  return outputs
}
