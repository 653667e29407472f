import onnxProto from 'onnx-proto'
import { RemoteError } from '@svc/plugin/child'

const { onnx } = onnxProto
type Graph = Partial<InstanceType<typeof onnx.GraphProto>>
type Tensor = Partial<InstanceType<typeof onnx.TensorProto>>

/** The operators of ONNX itself. */
const knownDomains = new Set(['', 'ai.onnx', 'ai.onnx.ml'])
const mostNodes = 100_000
const deepest = 8

/** What the runtime would refuse late, or follow to a place outside of the file. @throws RemoteError `onnx_refused` with the reason */
export function checkModel(bytes: Uint8Array): void {
  const model = decoded(bytes)
  const { opsetImport, functions, graph } = model
  if (!graph) throw refusal('it has no graph')
  const foreign = opsetImport.map(({ domain }) => domain ?? '').filter(domain => !knownDomains.has(domain))
  if (foreign.length > 0 || functions.length > 0)
    throw refusal(`it needs operators of ${foreign.join(', ') || 'its own'}; only those of ONNX and ai.onnx.ml are run`)
  checkGraph(graph as Graph, 0, { nodes: 0 })
}

function decoded(bytes: Uint8Array) {
  try {
    return onnx.ModelProto.decode(bytes)
  } catch (cause) {
    throw refusal(`it is no ONNX file (${(cause as Error).message})`)
  }
}

function checkGraph(
  { node = [], initializer = [], sparseInitializer = [] }: Graph,
  depth: number,
  seen: { nodes: number },
): void {
  if (depth > deepest) throw refusal('its graphs lie too deep within each other')
  seen.nodes += node.length
  if (seen.nodes > mostNodes) throw refusal(`it has more than ${mostNodes} operators`)
  initializer.forEach(tensor => checkTensor(tensor as Tensor))
  for (const { values, indices } of sparseInitializer)
    for (const tensor of [values, indices]) if (tensor) checkTensor(tensor as Tensor)
  for (const { domain, opType, attribute } of node) {
    if (!knownDomains.has(domain ?? ''))
      throw refusal(`${opType} is an operator of ${domain}; only those of ONNX and ai.onnx.ml are run`)
    for (const { t, tensors, g, graphs } of attribute ?? []) {
      for (const tensor of [t, ...(tensors ?? [])]) if (tensor) checkTensor(tensor as Tensor)
      for (const graph of [g, ...(graphs ?? [])]) if (graph) checkGraph(graph as Graph, depth + 1, seen)
    }
  }
}

function checkTensor({ dataLocation, externalData, name }: Tensor): void {
  if (dataLocation !== onnx.TensorProto.DataLocation.EXTERNAL && (externalData ?? []).length === 0) return
  throw refusal(
    `the numbers of ${JSON.stringify(name ?? '')} are in another file (external data). Save it with all data inside`,
  )
}

export function refusal(reason: string): RemoteError {
  return new RemoteError('onnx_refused', `The ONNX file was refused: ${reason}.`)
}
