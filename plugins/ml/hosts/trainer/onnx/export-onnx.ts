import { clip } from '../learning/judging/calibration.ts'
import type { Model } from '../learning/model/model-file.ts'
import { quoted, Refusal } from '../learning/refusal.ts'
import { encoderNodes } from './encoder-nodes.ts'
import { estimatorNodes } from './estimator-nodes.ts'
import { elementTypes, Graph } from './graph.ts'

/**
 * The model as ONNX: one input a feature, numbers as float and categories as text, each `rows` by 1; a missing number is NaN, a missing
 * category the empty text. Outputs: `prediction`, and for classes `probabilities`. @throws Refusal `not_exportable` with the reason
 */
export function exportOnnx(model: Model): Uint8Array {
  checkExportable(model)
  const graph = new Graph()
  for (const { name, kind } of model.features)
    graph.input(name, kind === 'category' ? elementTypes.STRING : elementTypes.FLOAT)
  const steps = model.encoder.steps.flatMap(step => encoderNodes(graph, step))
  const terms = graph.op('Concat', steps, { axis: { int: 1 } })
  const outputs = estimatorNodes(graph, model, terms)
  if (model.task === 'regression')
    graph.output(graph.op('Cast', [outputs], { to: { int: elementTypes.FLOAT } }), 'prediction', elementTypes.FLOAT, 1)
  else classOutputs(graph, model, calibrationNodes(graph, model, outputs))
  return graph.encode(`${model.trainer} for ${model.target}`)
}

/** @throws Refusal `not_exportable` with the reason */
export function checkExportable({ features, calibrators, estimator }: Model): void {
  const dates = features.filter(({ kind }) => kind === 'date' || kind === 'timestamp').map(({ name }) => quoted(name))
  const refuse = (reason: string): never => {
    throw new Refusal(reason, 'not_exportable')
  }
  if (dates.length > 0)
    refuse(
      `${dates.join(', ')}: the model takes dates apart, which ONNX has no operator for. Train without dates, or with columns for their parts, to export it.`,
    )
  if (calibrators?.some(({ method }) => method === 'isotonic'))
    refuse(
      'Its probabilities are corrected by steps (isotonic), which are not exported. Train with calibrate "sigmoid" or "none" to export it.',
    )
  if (estimator.kind === 'neighbours')
    refuse('A k-NN model is its training rows, which ONNX has no operator for. Train another model to export it.')
}

function calibrationNodes(graph: Graph, { calibrators, classes }: Model, probabilities: string): string {
  if (!calibrators) return probabilities
  const sigmoids = calibrators.filter(each => each.method === 'sigmoid')
  const inside = graph.op('Max', [
    graph.op('Min', [probabilities, graph.doubles([1 - clip], [1])]),
    graph.doubles([clip], [1]),
  ])
  const odds = graph.op('Log', [graph.op('Div', [inside, graph.op('Sub', [graph.doubles([1], [1]), inside])])])
  // Of two classes only the second is corrected: the first's column is computed and dropped.
  const all = classes.length === 2 ? [sigmoids[0]!, sigmoids[0]!] : sigmoids
  const scaled = graph.op('Mul', [
    odds,
    graph.doubles(
      all.map(({ slope }) => slope),
      [all.length],
    ),
  ])
  const corrected = graph.op('Sigmoid', [
    graph.op('Add', [
      scaled,
      graph.doubles(
        all.map(({ offset }) => offset),
        [all.length],
      ),
    ]),
  ])
  if (classes.length > 2)
    return graph.op('Div', [
      corrected,
      graph.op('ReduceSum', [corrected, graph.integers([1], [1])], { keepdims: { int: 1 } }),
    ])
  const second = column(graph, corrected, 1)
  return graph.op('Concat', [graph.op('Sub', [graph.doubles([1], [1]), second]), second], { axis: { int: 1 } })
}

function column(graph: Graph, matrix: string, place: number): string {
  return graph.op('Gather', [matrix, graph.integers([place], [1])], { axis: { int: 1 } })
}

function classOutputs(graph: Graph, { classes, threshold }: Model, probabilities: string): void {
  let code: string
  if (classes.length === 2) {
    const isBelow = graph.op('Less', [column(graph, probabilities, 1), graph.doubles([threshold], [1])])
    const chosen = graph.op('Cast', [graph.op('Not', [isBelow])], { to: { int: elementTypes.INT64 } })
    code = graph.op('Squeeze', [chosen, graph.integers([1], [1])])
  } else
    code = graph.op('ArgMax', [graph.op('Cast', [probabilities], { to: { int: elementTypes.FLOAT } })], {
      axis: { int: 1 },
      keepdims: { int: 0 },
    })
  const { labels, type } = labelsOf(graph, classes)
  graph.output(graph.op('Gather', [labels, code], { axis: { int: 0 } }), 'prediction', type, null)
  const narrow = graph.op('Cast', [probabilities], { to: { int: elementTypes.FLOAT } })
  graph.output(narrow, 'probabilities', elementTypes.FLOAT, classes.length)
}

function labelsOf(graph: Graph, classes: Model['classes']): { labels: string; type: number } {
  if (classes.every(label => typeof label === 'string'))
    return { labels: graph.texts(classes), type: elementTypes.STRING }
  if (classes.every(label => typeof label === 'boolean'))
    return { labels: graph.integers(classes.map(Number), [classes.length], elementTypes.BOOL), type: elementTypes.BOOL }
  const numbers = classes.map(Number)
  if (numbers.every(number => Number.isSafeInteger(number)))
    return { labels: graph.integers(numbers, [numbers.length]), type: elementTypes.INT64 }
  return { labels: graph.doubles(numbers, [numbers.length]), type: elementTypes.DOUBLE }
}
