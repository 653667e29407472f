import { GraphWriter } from './graph-writer.ts'
import type { Tensor } from './model-weights.ts'

/** What weights are kept as: `int8` is three times faster, and its vectors are others by a thousandth. */
export type Precision = 'f32' | 'int8'

/** Numbers that a piece's vector has, and a text's. */
export const dimensions = 512
/** The model reads no more pieces of a text. */
export const mostPieces = 128
const heads = 4
/** Seven bits: processors without instructions for it (VNNI) add two products in sixteen bits, which eight would overflow. */
const mostOfWeight = 63
const layers = [{ width: 256 }, { width: dimensions }]
const epsilon = 1e-6

const encoder = 'Encoder_en/KonaTransformer/Encode'
const applied = `module_apply_default/${encoder}`
const head = 'module/Encoder_en/hidden_layers/tanh_layer_0'

/** The Universal Sentence Encoder lite. `ids`: a text's pieces; `hidden`: a row for each; `sentence`: one row of length 1 for the text. */
export function encoderGraph(weights: ReadonlyMap<string, Tensor>, precision: Precision): Uint8Array {
  const graph = new GraphWriter()
  const at = (name: string) => tensor(weights, name)
  const linear = (input: string, kernel: string, bias: string) =>
    dense(graph, input, { kernel: at(kernel), bias: at(bias), precision })
  const norm = (input: string, name: string) =>
    graph.node(
      'LayerNormalization',
      [
        input,
        ...['scale', 'bias'].map(part =>
          graph.floats(at(`${name}/layer_norm/layer_norm_${part}/ConcatPartitions/concat`)),
        ),
      ],
      { axis: -1, epsilon },
    )

  const known = graph.node('Gather', [graph.floats(at('module/Embeddings_en')), 'ids'])
  const waves = places(graph, at(`${applied}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`))
  // The model adds what it knows of a piece twice: once with its place, once without.
  let hidden = graph.node('Add', [known, graph.node('Add', [known, waves])])
  for (const [index, { width }] of layers.entries()) {
    const layer = `Layer_${index}/TransformerLayer`
    const name = `${applied}/${layer}`
    const stacked = `${applied}/TransformerStack/${layer}`
    const attention = `module/${encoder}/${layer}/MultiheadAttention`
    const bias = (part: string) => `${name}/MultiheadAttention/${part}/bias/ConcatPartitions/concat`
    // The first layer is half as wide as what comes out of it.
    const residual =
      width === dimensions
        ? hidden
        : linear(hidden, `${name}/dense/kernel/ConcatPartitions/concat`, `${name}/dense/bias/ConcatPartitions/concat`)
    const looked = linear(
      norm(hidden, `${name}/layer_prepostprocess`),
      `${attention}/qkv_transform_single/kernel/part_0`,
      bias('qkv_transform_single'),
    )
    const seen = linear(
      attend(graph, looked, width),
      `${attention}/output_transform_single/kernel/part_0`,
      bias('output_transform_single'),
    )
    const between = graph.node('Add', [seen, residual])
    const wide = linear(
      norm(between, `${name}/FFN/layer_prepostprocess`),
      `${stacked}/FFN/conv1/Tensordot/Reshape_1`,
      `${name}/FFN/conv1/bias/ConcatPartitions/concat`,
    )
    const narrow = linear(
      graph.node('Relu', [wide]),
      `${stacked}/FFN/conv2/Tensordot/Reshape_1`,
      `${name}/FFN/conv2/bias/ConcatPartitions/concat`,
    )
    hidden = graph.node('Add', [narrow, between])
  }
  const mean = graph.node('ReduceMean', [hidden], { axes: [1], keepdims: 0 })
  const sentence = unit(graph, linear(mean, `${head}/weights`, `${head}/bias`))
  return graph.finish({ ids: { type: 'int32', shape: [1, 'pieces'] } }, { sentence, hidden })
}

/** The model's last step for rows of `hidden`, which the encoder does for their mean alone: `unit`, each of length 1. */
export function headGraph(weights: ReadonlyMap<string, Tensor>, precision: Precision): Uint8Array {
  const graph = new GraphWriter()
  const layer = { kernel: tensor(weights, `${head}/weights`), bias: tensor(weights, `${head}/bias`), precision }
  const result = dense(graph, 'hidden', layer)
  return graph.finish({ hidden: { type: 'float', shape: ['rows', dimensions] } }, { unit: unit(graph, result) })
}

/** How near rows of `question` come to rows of `passage`, bytes that `scale` makes numbers of: `best`, the highest cosine for each of the question's. */
export function matchGraph(): Uint8Array {
  const graph = new GraphWriter()
  const passage = graph.node('Cast', ['passage'], { to: 1 })
  const near = graph.node('MatMul', ['question', graph.node('Transpose', [passage], { perm: [1, 0] })])
  const best = graph.node('ReduceMax', [graph.node('Mul', [near, 'scale'])], { axes: [1], keepdims: 0 })
  const inputs = {
    question: { type: 'float', shape: ['asked', dimensions] },
    passage: { type: 'int8', shape: ['pieces', dimensions] },
    scale: { type: 'float', shape: ['pieces'] },
  } as const
  return graph.finish(inputs, { best })
}

/** Each place has waves of its own added, by which the model knows the order. */
function places(graph: GraphWriter, { values: frequencies }: Tensor): string {
  const count = frequencies.length
  const waves = new Float32Array(mostPieces * 2 * count)
  for (let place = 0; place < mostPieces; place += 1) {
    for (const [index, frequency] of frequencies.entries()) {
      const angle = Math.fround(place * frequency)
      waves[2 * place * count + index] = Math.sin(angle)
      waves[(2 * place + 1) * count + index] = Math.cos(angle)
    }
  }
  const table = graph.floats({ shape: [mostPieces, 2 * count], values: waves })
  const length = graph.node('Slice', [graph.node('Shape', ['ids']), graph.integers([1]), graph.integers([2])])
  return graph.node('Slice', [table, graph.integers([0]), length, graph.integers([0])])
}

/** What each piece takes of all others, seen by four heads. */
function attend(graph: GraphWriter, looked: string, width: number): string {
  const size = width / heads
  const split = graph.integers([0, 0, heads, size])
  const parts = graph.nodes('Split', [looked, graph.integers([width, width, width])], 3, { axis: 2 })
  const [queries = '', keys = '', values = ''] = parts.map((part, index) =>
    graph.node('Transpose', [graph.node('Reshape', [part, split])], {
      perm: index === 1 ? [0, 2, 3, 1] : [0, 2, 1, 3],
    }),
  )
  const scale = graph.floats({ shape: [], values: Float32Array.of(size ** -0.5) })
  const near = graph.node('MatMul', [graph.node('Mul', [queries, scale]), keys])
  const seen = graph.node('MatMul', [graph.node('Softmax', [near], { axis: -1 }), values])
  const joined = graph.node('Transpose', [seen], { perm: [0, 2, 1, 3] })
  return graph.node('Reshape', [joined, graph.integers([0, 0, width])])
}

function dense(
  graph: GraphWriter,
  input: string,
  { kernel, bias, precision }: { kernel: Tensor; bias: Tensor; precision: Precision },
): string {
  const multiplied = precision === 'int8' ? multiplyBytes(graph, input, kernel) : multiply(graph, input, kernel)
  return graph.node('Add', [multiplied, graph.floats(bias)])
}

function multiply(graph: GraphWriter, input: string, { shape, values }: Tensor): string {
  return graph.node('MatMul', [input, graph.floats({ shape: shape.slice(-2), values })])
}

/** With weights of a byte, one scale a column, and the input made bytes as it comes. */
function multiplyBytes(graph: GraphWriter, input: string, kernel: Tensor): string {
  const { shape, bytes, scales } = quantized(kernel)
  const [given = '', scale = '', zero = ''] = graph.nodes('DynamicQuantizeLinear', [input], 3)
  const product = graph.node('MatMulInteger', [given, graph.bytes(shape, bytes), zero])
  const factor = graph.node('Mul', [scale, graph.floats({ shape: [scales.length], values: scales })])
  return graph.node('Mul', [graph.node('Cast', [product], { to: 1 }), factor])
}

function quantized({ shape, values }: Tensor): { shape: number[]; bytes: Int8Array; scales: Float32Array } {
  const [rows = 0, columns = 0] = shape.slice(-2)
  const bytes = new Int8Array(values.length)
  const scales = new Float32Array(columns)
  for (let column = 0; column < columns; column += 1) {
    let largest = 0
    for (let row = 0; row < rows; row += 1) largest = Math.max(largest, Math.abs(values[row * columns + column] ?? 0))
    const scale = largest / mostOfWeight || 1
    scales[column] = scale
    for (let row = 0; row < rows; row += 1) {
      bytes[row * columns + column] = Math.round((values[row * columns + column] ?? 0) / scale)
    }
  }
  return { shape: [rows, columns], bytes, scales }
}

function unit(graph: GraphWriter, input: string): string {
  return graph.node('LpNormalization', [graph.node('Tanh', [input])], { axis: -1, p: 2 })
}

function tensor(weights: ReadonlyMap<string, Tensor>, name: string): Tensor {
  const found = weights.get(name)
  if (!found) throw new Error(`The model has no weights with the name ${name}.`)
  return found
}
