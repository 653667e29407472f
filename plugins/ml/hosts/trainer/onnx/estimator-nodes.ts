import { treeOutputs } from '../learning/estimators.ts'
import type { Model } from '../learning/model/model-file.ts'
import { Refusal } from '../learning/refusal.ts'
import type { Tree } from '../learning/trees/tree.ts'
import { elementTypes, mlDomain } from './graph.ts'
import type { Graph } from './graph.ts'

const mostNodes = 3_000_000

/** For numbers the value, for classes the probabilities; in doubles, as the trainers compute. */
export function estimatorNodes(graph: Graph, model: Model, terms: string): string {
  const { estimator } = model
  const classes = model.classes.length
  if (estimator.kind === 'neighbours')
    throw new Refusal(
      'A k-NN model is its training rows, which ONNX has no operator for. Train another model to export it.',
      'not_exportable',
    )
  if (estimator.kind === 'boosting' || estimator.kind === 'forest') {
    const scores = wide(graph, treeNodes(graph, model, estimator.trees, terms))
    if (model.task === 'regression') return scores
    if (estimator.kind === 'boosting')
      return classes === 2 ? both(graph, graph.op('Sigmoid', [scores])) : softmax(graph, scores)
    return classes === 2 ? both(graph, scores) : scores
  }
  const rows = estimator.kind === 'linear' ? [estimator.coefficients] : estimator.coefficients
  const intercepts = estimator.kind === 'linear' ? [estimator.intercept] : estimator.intercepts
  const width = rows[0]!.length
  const matrix = Float64Array.from(
    { length: width * rows.length },
    (_, place) => rows[place % rows.length]![Math.floor(place / rows.length)]!,
  )
  const product = graph.op('MatMul', [wide(graph, terms), graph.doubles(matrix, [width, rows.length])])
  const margin = graph.op('Add', [product, graph.doubles(intercepts, [rows.length])])
  if (estimator.kind === 'linear') return margin
  return rows.length === 1 ? both(graph, graph.op('Sigmoid', [margin])) : softmax(graph, margin)
}

function wide(graph: Graph, value: string): string {
  return graph.op('Cast', [value], { to: { int: elementTypes.DOUBLE } })
}

function softmax(graph: Graph, scores: string): string {
  return graph.op('Softmax', [scores], { axis: { int: 1 } })
}

/** The probabilities of both classes from that of the second. */
function both(graph: Graph, second: string): string {
  return graph.op('Concat', [graph.op('Sub', [graph.doubles([1], [1]), second]), second], { axis: { int: 1 } })
}

function treeNodes(graph: Graph, model: Model, trees: readonly Tree[], terms: string): string {
  const { estimator } = model
  const width = treeOutputs(estimator, model)
  const heads = estimator.kind === 'boosting' ? estimator.start.length : width
  const total = trees.reduce((sum, tree) => sum + tree.feature.length, 0)
  if (total > mostNodes)
    throw new Refusal(
      `Its ${trees.length} trees have ${total} nodes, more than the ${mostNodes} that are exported. Train with a smaller max_depth or a larger min_samples_leaf.`,
      'not_exportable',
    )
  const table = treeTable(trees, width, heads)
  return graph.op(
    'TreeEnsembleRegressor',
    [terms],
    {
      n_targets: { int: heads },
      aggregate_function: { text: estimator.kind === 'boosting' ? 'SUM' : 'AVERAGE' },
      post_transform: { text: 'NONE' },
      ...(estimator.kind === 'boosting' && { base_values: { floats: estimator.start } }),
      ...table,
    },
    mlDomain,
  )
}

/** All nodes of all trees, side by side, as the operator wants them. */
function treeTable(trees: readonly Tree[], width: number, heads: number) {
  const nodes = { treeids: [] as number[], nodeids: [] as number[], featureids: [] as number[], values: [] as number[] }
  const modes: string[] = []
  const [yes, no, missing] = [[] as number[], [] as number[], [] as number[]]
  const leaves = { treeids: [] as number[], nodeids: [] as number[], ids: [] as number[], weights: [] as number[] }
  trees.forEach((tree, id) => {
    for (let node = 0; node < tree.feature.length; node += 1) {
      const isLeaf = tree.feature[node]! < 0
      nodes.treeids.push(id)
      nodes.nodeids.push(node)
      nodes.featureids.push(isLeaf ? 0 : tree.feature[node]!)
      nodes.values.push(isLeaf ? 0 : tree.threshold[node]!)
      modes.push(isLeaf ? 'LEAF' : 'BRANCH_LEQ')
      yes.push(isLeaf ? 0 : node + 1)
      no.push(isLeaf ? 0 : tree.right[node]!)
      missing.push(isLeaf ? 0 : tree.missingLeft[node]!)
      for (let output = 0; isLeaf && output < width; output += 1) {
        leaves.treeids.push(id)
        leaves.nodeids.push(node)
        leaves.ids.push(width === 1 ? id % heads : output)
        leaves.weights.push(tree.value[node * width + output]!)
      }
    }
  })
  return {
    nodes_treeids: { ints: nodes.treeids },
    nodes_nodeids: { ints: nodes.nodeids },
    nodes_featureids: { ints: nodes.featureids },
    nodes_values: { floats: nodes.values },
    nodes_modes: { texts: modes },
    nodes_truenodeids: { ints: yes },
    nodes_falsenodeids: { ints: no },
    nodes_missing_value_tracks_true: { ints: missing },
    target_treeids: { ints: leaves.treeids },
    target_nodeids: { ints: leaves.nodeids },
    target_ids: { ints: leaves.ids },
    target_weights: { floats: leaves.weights },
  }
}
