import { createRequire } from 'node:module'
import { messageOf } from '@svc/plugin'

/**
 * The packages that run a model, the faster first: native code of the machine, and WebAssembly, which runs everywhere. By their names, because
 * svc does without either: of the native one nothing may be there for this machine.
 */
const packages = { native: 'onnxruntime-node', portable: 'onnxruntime-web' } as const
const packageOf = createRequire(import.meta.url)

export type RuntimeName = keyof typeof packages
export const runtimeNames: readonly RuntimeName[] = ['native', 'portable']

type Numbers = Float32Array | Int32Array | Int8Array
interface OnnxTensor {
  readonly data: unknown
  readonly dims: readonly number[]
}
interface OnnxSession {
  run(inputs: Record<string, OnnxTensor>, outputs: readonly string[]): Promise<Record<string, OnnxTensor>>
}
/** What both packages have in common, as far as it is used. */
interface Onnx {
  env: { logLevel: string; wasm: { numThreads: number } }
  Tensor: new (type: string, values: Numbers, shape: readonly number[]) => OnnxTensor
  InferenceSession: { create(graph: Uint8Array, options: Record<string, unknown>): Promise<OnnxSession> }
}

export interface GraphInputValue {
  values: Numbers
  shape: readonly number[]
}

/** A graph that is ready to compute. */
export interface Graph {
  /** One of its outputs, row after row. */
  run(inputs: Record<string, GraphInputValue>, output: string): Promise<Float32Array>
}

export interface Runtime {
  name: RuntimeName
  open(graph: Uint8Array): Promise<Graph>
}

/**
 * What `use` makes of the first runtime that it succeeds with: a library that loads may still fail at its first graph.
 * @throws Error that says why each failed
 */
export async function withRuntime<Result>(
  names: readonly RuntimeName[],
  use: (runtime: Runtime) => Promise<Result>,
  load: (name: RuntimeName) => unknown = name => packageOf(packages[name]),
): Promise<Result> {
  const reasons: string[] = []
  for (const name of names) {
    try {
      return await use(runtimeOf(name, load(name) as Onnx))
    } catch (error) {
      reasons.push(`${packages[name]}: ${messageOf(error)}`)
    }
  }
  throw new Error(`Nothing here can run the built-in model. ${reasons.join('; ')}`)
}

function runtimeOf(name: RuntimeName, onnx: Onnx): Runtime {
  const { env, InferenceSession, Tensor } = onnx
  env.logLevel = 'error'
  if (name === 'portable') env.wasm.numThreads = 1
  return {
    name,
    async open(graph) {
      // One thread: a machine of two cores has one left for the server.
      const session = await InferenceSession.create(graph, {
        executionProviders: [name === 'native' ? 'cpu' : 'wasm'],
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
      })
      return {
        async run(inputs, output) {
          const tensors = Object.entries(inputs).map(([input, { values, shape }]) => [
            input,
            new Tensor(typeOf(values), values, shape),
          ])
          const answer = await session.run(Object.fromEntries(tensors) as Record<string, OnnxTensor>, [output])
          return answer[output]?.data as Float32Array
        },
      }
    },
  }
}

function typeOf(values: Numbers): string {
  if (values instanceof Float32Array) return 'float32'
  return values instanceof Int32Array ? 'int32' : 'int8'
}
