import { message, real } from './protobuf.ts'
import type { Tensor } from './model-weights.ts'

type Attribute = number | readonly number[]

/** Numbers of the fields and types in onnx.proto, the only ones that are written here. */
const dataType = { float: 1, int8: 3, int32: 6, int64: 7 }
const attributeType = { float: 1, int: 2, ints: 7 }
/** Of the format, and of its operators: the first that have LayerNormalization. */
const formatVersion = 8
const operatorsVersion = 17

/** What a graph is given: its type, and its shape, where sizes that are names are known when it runs. */
export interface GraphInput {
  type: 'float' | 'int8' | 'int32'
  shape: readonly (string | number)[]
}

/** Writes one graph as an ONNX file, node by node; each answers the name of its result. */
export class GraphWriter {
  readonly #nodes: Uint8Array[] = []
  readonly #constants: Uint8Array[] = []

  /** Adds a node with one result. Attributes with a fraction are reals, the others integers. */
  node(operator: string, inputs: readonly string[], attributes: Record<string, Attribute> = {}): string {
    return this.nodes(operator, inputs, 1, attributes)[0] ?? ''
  }

  /** Adds a node with several results. */
  nodes(
    operator: string,
    inputs: readonly string[],
    results: number,
    attributes: Record<string, Attribute> = {},
  ): string[] {
    const name = `${operator}_${this.#nodes.length}`
    const outputs = Array.from({ length: results }, (_, index) => `${name}_${index}`)
    this.#add(name, operator, inputs, outputs, attributes)
    return outputs
  }

  floats({ shape, values }: Tensor): string {
    return this.#constant(dataType.float, shape, values)
  }

  bytes(shape: readonly number[], values: Int8Array): string {
    return this.#constant(dataType.int8, shape, values)
  }

  integers(values: readonly number[]): string {
    return this.#constant(dataType.int64, [values.length], BigInt64Array.from(values, BigInt))
  }

  /** The whole file. `outputs` names results, all of them floats. */
  finish(inputs: Record<string, GraphInput>, outputs: Record<string, string>): Uint8Array {
    const named = Object.entries(outputs)
    for (const [name, result] of named) this.#add(name, 'Identity', [result], [name], {})
    const graph = message(
      ...this.#nodes.map(node => [1, node] as const),
      [2, 'graph'],
      ...this.#constants.map(constant => [5, constant] as const),
      ...Object.entries(inputs).map(([name, input]) => [11, valueInfo(name, input)] as const),
      ...named.map(([name]) => [12, valueInfo(name, { type: 'float' })] as const),
    )
    return message([1, formatVersion], [7, graph], [8, message([1, ''], [2, operatorsVersion])])
  }

  #add(
    name: string,
    operator: string,
    inputs: readonly string[],
    outputs: readonly string[],
    attributes: Record<string, Attribute>,
  ): void {
    const node = message(
      ...inputs.map(input => [1, input] as const),
      ...outputs.map(output => [2, output] as const),
      [3, name],
      [4, operator],
      ...Object.entries(attributes).map(([name, value]) => [5, attributeOf(name, value)] as const),
    )
    this.#nodes.push(node)
  }

  #constant(type: number, shape: readonly number[], values: ArrayBufferView): string {
    const name = `constant_${this.#constants.length}`
    const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    this.#constants.push(message(...shape.map(size => [1, size] as const), [2, type], [8, name], [9, raw]))
    return name
  }
}

function attributeOf(name: string, value: Attribute): Uint8Array {
  if (typeof value !== 'number') {
    return message([1, name], ...value.map(item => [8, item] as const), [20, attributeType.ints])
  }
  if (Number.isInteger(value)) return message([1, name], [3, value], [20, attributeType.int])
  return message([1, name], [2, real(value)], [20, attributeType.float])
}

function valueInfo(
  name: string,
  { type, shape }: { type: GraphInput['type']; shape?: GraphInput['shape'] },
): Uint8Array {
  const sizes = shape?.map(size => [1, message([typeof size === 'string' ? 2 : 1, size])] as const)
  const tensor = message([1, dataType[type]], ...(sizes ? [[2, message(...sizes)] as const] : []))
  return message([1, name], [2, message([1, tensor])])
}
