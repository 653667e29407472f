import type { Clock, Principal } from '@svc/plugin'
import type { Artifacts } from '../artifacts/artifacts.ts'
import type { LearningOrder } from '../hosts/trainer/learning/training/order.ts'
import type { TrainingProgress } from '../hosts/trainer/learning/training/train.ts'
import type { RegisteredModels } from '../registry/registered-models.ts'
import type { RunLog } from '../tracking/run-log.ts'
import { modelFolder } from '../tracking/records.ts'
import { requireActiveRun } from '../tracking/runs.ts'
import type { Runs } from '../tracking/runs.ts'
import type { ReadOutput, Trained } from './learner.ts'

export const modelPath = `${modelFolder}/model.json`
export const predictionsPath = 'predictions.csv'
export const engine = { name: 'svc', version: '1.0.0' }

export interface RunWriterOptions {
  runs: Runs
  log: RunLog
  artifacts: Artifacts
  clock: Clock
  registry: Pick<RegisteredModels, 'registerTrained'>
}

interface Point {
  key: string
  value: number
  step: number
  timestamp: number
}

const losses = ['train_loss', 'validation_loss']
const flushMs = 400
const batchPoints = 1000

/** Writes what a training says into its run: losses while it goes on, figures, files and the result at its end. */
export class RunWriter {
  readonly #options: RunWriterOptions

  constructor(options: RunWriterOptions) {
    this.#options = options
  }

  begin(workspaceId: string, runId: string, order: LearningOrder, filter: string | null): OpenRun {
    const params = { ...paramsOf(order), ...(filter !== null && { filter: filter.slice(0, 6000) }) }
    // An attempt before this one may have written a part of the curve.
    this.#options.log.forget(workspaceId, runId, losses)
    this.#options.log.log(workspaceId, runId, { params })
    return new OpenRun(this.#options, workspaceId, runId)
  }
}

class OpenRun {
  readonly #options: RunWriterOptions
  readonly #workspaceId: string
  readonly #runId: string
  /** Rounds whose losses are written or about to be. */
  readonly #steps = new Set<number>()
  #points: Point[] = []
  #flushedAt = -Infinity

  constructor(options: RunWriterOptions, workspaceId: string, runId: string) {
    this.#options = options
    this.#workspaceId = workspaceId
    this.#runId = runId
  }

  /** The curve is that of the first fold; of the others only the figures are kept. */
  step({ fold, step: { step, trainLoss, validationLoss } }: TrainingProgress): void {
    if (fold !== 1 || trainLoss === null || this.#steps.has(step)) return
    this.#addLosses(step, trainLoss, validationLoss)
    const now = this.#options.clock.now()
    if (now - this.#flushedAt < flushMs) return
    this.#flushedAt = now
    this.#flush()
  }

  async finish(
    principal: Principal,
    { trained, read, register_as }: { trained: Trained; read: ReadOutput; register_as?: string },
  ): Promise<void> {
    const { artifacts, runs } = this.#options
    const { result, model, predictions } = trained
    for (const loss of trained.losses)
      if (!this.#steps.has(loss.step)) this.#addLosses(loss.step, loss.train_loss, loss.validation_loss)
    this.#flush()
    this.#addFigures(trained)
    // An attempt before this one may have written them.
    this.#options.log.forget(this.#workspaceId, this.#runId, [...new Set(this.#points.map(({ key }) => key))])
    this.#flush()
    const isThere = (db: Parameters<Parameters<Artifacts['put']>[2]>[0]): void => {
      requireActiveRun(db, this.#runId)
    }
    const files = [
      { path: modelPath, content: read('model', model.bytes), length: model.bytes },
      { path: predictionsPath, content: read('predictions', predictions.bytes), length: predictions.bytes },
    ]
    for (const file of files) await artifacts.put(this.#workspaceId, { owner: this.#runId, ...file }, isThere)
    const whole = {
      ...result,
      model: { path: modelFolder, ...model },
      duration_ms: trained.duration_ms,
      cpu_ms: trained.cpu_ms,
      engine,
    }
    runs.setResult(this.#workspaceId, this.#runId, whole)
    if (register_as !== undefined)
      this.#options.registry.registerTrained(principal, register_as, {
        run_id: this.#runId,
        inputs: model.inputs,
        outputs: model.outputs,
      })
    runs.end(this.#workspaceId, this.#runId, 'finished')
  }

  #addLosses(step: number, train: number, validation: number | null): void {
    this.#steps.add(step)
    this.#add('train_loss', train, step)
    if (validation !== null) this.#add('validation_loss', validation, step)
  }

  #addFigures({ result: { validation, baseline } }: Trained): void {
    for (const [name, { mean, sd }] of Object.entries(validation.metrics)) {
      this.#add(`cv_${name}_mean`, mean, 0)
      this.#add(`cv_${name}_sd`, sd, 0)
      if (baseline[name] !== undefined) this.#add(`baseline_${name}`, baseline[name], 0)
    }
    for (const { fold, metrics } of validation.folds)
      for (const [name, value] of Object.entries(metrics)) this.#add(`cv_${name}`, value, fold)
  }

  #add(key: string, value: number, step: number): void {
    this.#points.push({ key, value, step, timestamp: this.#options.clock.now() })
  }

  #flush(): void {
    const points = this.#points
    for (let from = 0; from < points.length; from += batchPoints)
      this.#options.log.log(this.#workspaceId, this.#runId, { metrics: points.slice(from, from + batchPoints) })
    // Those of a disk that was full are written with the next.
    this.#points = []
  }
}

/** What was ordered, as params: texts, one below the other where a part has parts. */
function paramsOf({ trainer, params, preprocess, validation, ...order }: LearningOrder): Record<string, string> {
  const { task, target, features, weights, calibrate, seed, threshold } = order
  const entries: [string, unknown][] = [
    ...Object.entries({ trainer, task, target, seed, calibrate, weights, features: features?.join(', ') ?? null }),
    ...(task === 'classification' ? [['threshold', threshold] as [string, unknown]] : []),
    ...Object.entries(params),
    ...Object.entries(preprocess),
    ...Object.entries(validation).map(([name, value]): [string, unknown] => [`validation.${name}`, value]),
  ]
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === null ? [] : [[name, String(value).slice(0, 6000)]])),
  )
}
