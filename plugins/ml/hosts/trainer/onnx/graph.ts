import onnxProto from 'onnx-proto'

const { onnx } = onnxProto
const { AttributeProto, TensorProto } = onnx
const { FLOAT, INT, STRING, FLOATS, INTS, STRINGS } = AttributeProto.AttributeType

export type Attribute =
  | { float: number }
  | { int: number }
  | { text: string }
  | { floats: ArrayLike<number> }
  | { ints: ArrayLike<number> }
  | { texts: readonly string[] }

export const elementTypes = TensorProto.DataType

/** The operators of trees, encoders and imputers are in a set of their own. */
export const mlDomain = 'ai.onnx.ml'

const opset = 13
const mlOpset = 2
/** Of ONNX 1.8, which has these sets. */
const irVersion = 7

/** A graph under construction: each operator gives the name of what it computes. */
export class Graph {
  readonly #nodes: InstanceType<typeof onnx.NodeProto>[] = []
  readonly #constants: InstanceType<typeof TensorProto>[] = []
  readonly #inputs: InstanceType<typeof onnx.ValueInfoProto>[] = []
  readonly #outputs: InstanceType<typeof onnx.ValueInfoProto>[] = []
  #names = 0

  input(name: string, type: number): void {
    this.#inputs.push(valueInfo(name, type, 1))
  }

  /** @param width null: a list */
  output(value: string, name: string, type: number, width: number | null): void {
    this.#nodes.push(onnx.NodeProto.create({ opType: 'Identity', input: [value], output: [name], name: `out_${name}` }))
    this.#outputs.push(valueInfo(name, type, width))
  }

  op(opType: string, input: readonly string[], attributes: Record<string, Attribute> = {}, domain = ''): string {
    const output = this.#name()
    const attribute = Object.entries(attributes).map(([name, value]) => attributeOf(name, value))
    this.#nodes.push(
      onnx.NodeProto.create({ opType, domain, input: [...input], output: [output], name: `node_${output}`, attribute }),
    )
    return output
  }

  doubles(values: ArrayLike<number>, dims: readonly number[]): string {
    return this.#constant({ dataType: elementTypes.DOUBLE, doubleData: Array.from(values), dims: [...dims] })
  }

  integers(values: readonly number[], dims: readonly number[], dataType: number = elementTypes.INT64): string {
    const data = dataType === elementTypes.BOOL ? { int32Data: [...values] } : { int64Data: [...values] }
    return this.#constant({ dataType, ...data, dims: [...dims] })
  }

  texts(values: readonly string[]): string {
    const stringData = values.map(value => new TextEncoder().encode(value))
    return this.#constant({ dataType: elementTypes.STRING, stringData, dims: [values.length] })
  }

  encode(description: string): Uint8Array {
    const graph = onnx.GraphProto.create({
      name: 'svc',
      node: this.#nodes,
      initializer: this.#constants,
      input: this.#inputs,
      output: this.#outputs,
    })
    const model = onnx.ModelProto.create({
      irVersion,
      producerName: 'svc',
      docString: description,
      opsetImport: [
        { domain: '', version: opset },
        { domain: mlDomain, version: mlOpset },
      ],
      graph,
    })
    return onnx.ModelProto.encode(model).finish()
  }

  #constant(tensor: Parameters<typeof TensorProto.create>[0]): string {
    const name = this.#name()
    this.#constants.push(TensorProto.create({ ...tensor, name }))
    return name
  }

  /** Names of features are names of inputs: those of the graph's own values must never be one. */
  #name(): string {
    this.#names += 1
    return `svc:${this.#names}`
  }
}

function valueInfo(name: string, elemType: number, width: number | null) {
  const dim = [{ dimParam: 'rows' }, ...(width === null ? [] : [{ dimValue: width }])]
  return onnx.ValueInfoProto.create({ name, type: { tensorType: { elemType, shape: { dim } } } })
}

function attributeOf(name: string, value: Attribute) {
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
  if ('float' in value) return AttributeProto.create({ name, type: FLOAT, f: value.float })
  if ('int' in value) return AttributeProto.create({ name, type: INT, i: value.int })
  if ('text' in value) return AttributeProto.create({ name, type: STRING, s: utf8(value.text) })
  if ('floats' in value) return AttributeProto.create({ name, type: FLOATS, floats: Array.from(value.floats) })
  if ('ints' in value) return AttributeProto.create({ name, type: INTS, ints: Array.from(value.ints) })
  return AttributeProto.create({ name, type: STRINGS, strings: value.texts.map(utf8) })
}
