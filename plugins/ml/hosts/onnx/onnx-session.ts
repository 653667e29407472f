import { InferenceSession, Tensor } from 'onnxruntime-node'
import { RemoteError } from '@svc/plugin/child'
import type { RpcMethod } from '@svc/plugin/child'
import { checkModel, refusal } from './check-model.ts'
import { feedsOf } from './feeds.ts'
import type { GivenRow, OnnxInput } from './feeds.ts'

export interface OnnxOutput {
  name: string
  type: string
}

interface Loaded {
  session: InferenceSession
  inputs: OnnxInput[]
  outputs: OnnxOutput[]
}

/** One model in the runtime, checked before. */
export class OnnxSession {
  #incoming: Buffer | null = null
  #sha256 = ''
  #loaded: Loaded | null = null

  methods(): Record<string, RpcMethod> {
    return {
      has_model: (sha256: string) => this.#loaded !== null && this.#sha256 === sha256,
      model_piece: ({ sha256, position, total }: { sha256: string; position: number; total: number }, bytes) => {
        if (position === 0) this.#incoming = Buffer.alloc(total)
        bytes!.copy(this.#incoming!, position)
        return position + bytes!.length === total ? this.#load(sha256) : null
      },
      run: (call: { rows: GivenRow[] }) => this.#run(call.rows),
    }
  }

  async #load(sha256: string): Promise<Pick<Loaded, 'inputs' | 'outputs'>> {
    const bytes = this.#incoming!
    this.#incoming = null
    this.#loaded = null
    checkModel(bytes)
    // One thread: the pool decides how many models are at work, and more threads add numbers in another order each time.
    const session = await InferenceSession.create(bytes, {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      logSeverityLevel: 4,
    }).catch((error: Error) => {
      throw refusal(`the runtime does not take it: ${error.message.slice(0, 500)}`)
    })
    const inputs = session.inputMetadata.map(inputOf)
    const outputs = session.outputMetadata.flatMap(meta =>
      meta.isTensor ? [{ name: meta.name, type: meta.type }] : [],
    )
    if (outputs.length === 0) throw refusal('it answers no tensor. Export it with zipmap switched off')
    this.#sha256 = sha256
    this.#loaded = { session, inputs, outputs }
    return { inputs, outputs }
  }

  async #run(rows: GivenRow[]): Promise<unknown> {
    const { session, inputs, outputs } = this.#loaded!
    const feeds = Object.fromEntries(
      feedsOf(inputs, rows).map(({ name, type, data, dims }) => [
        name,
        new Tensor(type as 'float32', data as Float32Array, dims),
      ]),
    )
    const wanted = outputs.map(({ name }) => name)
    const answer = await session.run(feeds, wanted).catch((error: Error) => {
      throw new RemoteError('unprocessable', `The model could not be run on these rows: ${error.message.slice(0, 500)}`)
    })
    return shownOutputs(
      wanted.map(name => answer[name]!),
      rows.length,
    )
  }
}

function inputOf(meta: InferenceSession.ValueMetadata): OnnxInput {
  if (!meta.isTensor) throw refusal(`its input ${meta.name} is no tensor`)
  // A width that is not written, or is a name, is taken as one.
  const width = meta.shape
    .slice(1)
    .reduce<number>((size, each) => size * (typeof each === 'number' && each > 0 ? each : 1), 1)
  return { name: meta.name, type: meta.type, width, rank: Math.max(1, meta.shape.length) }
}

/** The first output with one value a row is the prediction; one with several, the probabilities. */
function shownOutputs(tensors: readonly InferenceSession.OnnxValueMapType[string][], rows: number): unknown {
  const all = tensors.map(tensor => ({ values: plain(tensor.data as ArrayLike<unknown>), width: tensor.size / rows }))
  if (all.some(({ width }) => !Number.isInteger(width) || width < 1))
    throw new RemoteError('unprocessable', 'The model does not answer something for each row.')
  const single = all.find(({ width }) => width === 1)
  const several = all.find(({ width }) => width > 1)
  const rowsOf = ({ values, width }: { values: unknown[]; width: number }): unknown[][] =>
    Array.from({ length: rows }, (_, row) => values.slice(row * width, (row + 1) * width))
  const probabilities =
    several && rowsOf(several).map(row => Object.fromEntries(row.map((value, code) => [String(code), value])))
  const predictions = single
    ? single.values
    : rowsOf(several!).map(row =>
        row.indexOf(row.reduce((most, value) => (Number(value) > Number(most) ? value : most))),
      )
  return { predictions, ...(probabilities && { probabilities }), warnings: [] }
}

/** JSON has neither big integers nor numbers that are none. */
function plain(data: ArrayLike<unknown>): unknown[] {
  return Array.from(data, value => {
    if (typeof value === 'bigint') return Number(value)
    return typeof value === 'number' && !Number.isFinite(value) ? null : value
  })
}
