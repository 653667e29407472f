import type { JsonObject } from '@svc/plugin'
import type { CommandClient } from '@svc/plugin/contracts/cli'
import type { Run, RunStatus } from '@svc/plugin/contracts/ml/learning'
import { everyItem } from '@svc/plugin/library/every-item'
import type { LeftOut } from '@svc/plugin/library/text/left-out'
import { keyFault, limits, metricFaults } from '../tracking/limits.ts'
import { defaultExperimentId, isOver } from '../tracking/records.ts'
import type { Experiment } from '../tracking/records.ts'
import { isLinkTag, linkTags } from '../tracking/run-links.ts'
import type { FileImport } from './file-import.ts'
import type { MlflowFiles } from './mlflow-files.ts'
import type { MlflowExperiment, MlflowPoint, MlflowRun, MlflowServer } from './mlflow-server.ts'
import type { PatientClient } from './patient-client.ts'

/** The id that a run has in MLflow: by it a second import finds the run of the first. */
const originTag = 'svc.mlflow_run_id'
/** Of a run that is over and whose files have all come. */
const filesTag = 'svc.mlflow_files'
const ownTags: readonly string[] = [originTag, filesTag]
const statuses: Record<string, RunStatus> = {
  SCHEDULED: 'queued',
  RUNNING: 'running',
  FINISHED: 'finished',
  FAILED: 'failed',
  KILLED: 'killed',
}

/** What of a run fits here. */
export interface RunParts {
  params: Record<string, string>
  tags: Record<string, string>
  metrics: string[]
}

/** What fits of a run's labels; the rest is counted. */
export function partsOf({ params, tags, metrics }: MlflowRun, left: LeftOut): RunParts {
  const fitting = (labels: Record<string, string>, what: string, most: number) => {
    const entries = Object.entries(labels)
    const kept = entries.filter(([key, value]) => keyFault(key) === null && value.length <= most)
    left.add(`${what} with a name or a value that is too long`, entries.length - kept.length)
    return Object.fromEntries(kept)
  }
  // A link leads to a record of the server that it was made on.
  const own = Object.entries(tags).filter(([key]) => !isLinkTag(key) && !ownTags.includes(key))
  const named = metrics.filter(key => keyFault(key) === null)
  left.add('metrics with a name that is too long', metrics.length - named.length)
  return {
    params: fitting(params, 'params', limits.param),
    tags: fitting(Object.fromEntries(own), 'tags', limits.tag),
    metrics: named,
  }
}

export interface RunImportOptions {
  client: CommandClient
  patient: PatientClient
  server: MlflowServer
  /** Null: files stay where they are. */
  files: { from: MlflowFiles; to: FileImport } | null
  left: LeftOut
}

/** Makes experiments and runs as they are in MLflow. A run that an import broke off goes on with the next one. */
export class RunImport {
  readonly #options: RunImportOptions
  /** By the name. */
  readonly #experiments: ReadonlyMap<string, string>
  /** The runs that came, by the id that they have in MLflow. */
  readonly #runs: Map<string, Pick<Run, 'run_id' | 'status' | 'tags'>>
  readonly #parents = new Map<string, string>()

  private constructor(options: RunImportOptions, experiments: readonly Experiment[], runs: readonly Run[]) {
    this.#options = options
    this.#experiments = new Map(experiments.map(({ name, experiment_id }) => [name, experiment_id]))
    this.#runs = new Map(runs.map(run => [run.tags[originTag] ?? '', run]))
  }

  static async open(options: RunImportOptions): Promise<RunImport> {
    const came = encodeURIComponent(`tags.\`${originTag}\` LIKE '%'`)
    const experiments = await everyItem<Experiment>(options.client, '/api/ml/experiments')
    const runs = await everyItem<Run>(options.client, `/api/ml/runs?filter=${came}`)
    return new RunImport(options, experiments, runs)
  }

  /** The run here, by the id that it has in MLflow. */
  runOf(mlflowRunId: string): string | undefined {
    return this.#runs.get(mlflowRunId)?.run_id
  }

  /** The experiment of this name; it is made where there is none. */
  async experiment({ id, name, tags }: MlflowExperiment): Promise<string> {
    const there = this.#experiments.get(name)
    if (there !== undefined) return there
    if (id === '0') return defaultExperimentId
    const kept = Object.entries(tags).filter(
      ([key, value]) => keyFault(key) === null && value.length <= limits.experimentTag,
    )
    this.#options.left.add('tags of experiments', Object.keys(tags).length - Math.min(kept.length, limits.tags))
    const made = await this.#send<Experiment>('POST', '/api/ml/experiments', {
      name,
      tags: Object.fromEntries(kept.slice(0, limits.tags)),
    })
    return made.experiment_id
  }

  /** Whether something came of it: a run that is here whole stays as it is. */
  async run(experimentId: string, run: MlflowRun): Promise<'created' | 'continued' | 'present'> {
    const before = this.#runs.get(run.id)
    const parent = run.tags[linkTags.parent]
    if (before && isOver(before.status)) {
      await this.#bringFiles(run.id, before.run_id, before.tags)
      // An import that was broken off has made the run and not its link.
      if (parent !== undefined && before.tags[linkTags.parent] === undefined) this.#parents.set(before.run_id, parent)
      return 'present'
    }
    const { params, tags, metrics } = partsOf(run, this.#options.left)
    const status = statuses[run.status] ?? 'running'
    const { run_id } = before ?? (await this.#begin(experimentId, run, status))
    const path = `/api/ml/runs/${run_id}`
    for (const part of partsOfLabels(params)) await this.#send('POST', `${path}/log`, { params: part })
    for (const part of partsOfLabels(tags)) await this.#send('POST', `${path}/log`, { tags: part })
    for await (const points of inBatches(this.#points(run.id, metrics)))
      await this.#send('POST', `${path}/log`, { metrics: points.map(point => ({ ...point })) })
    if (parent !== undefined) this.#parents.set(run_id, parent)
    await this.#bringFiles(run.id, run_id, isOver(status) ? {} : null)
    // Last: until then the run counts as one that an import broke off.
    if (isOver(status)) await this.#send('PATCH', path, { status, ...endOf(run) })
    return before ? 'continued' : 'created'
  }

  /** Links runs with their parents, which may have come after them. */
  async linkParents(): Promise<void> {
    for (const [run_id, parent] of this.#parents) {
      const { run_id: parent_id } = this.#runs.get(parent) ?? {}
      if (parent_id === undefined) this.#options.left.add('links to parents that are deleted')
      else await this.#send('PATCH', `/api/ml/runs/${run_id}`, { tags: { [linkTags.parent]: parent_id } })
    }
  }

  async #begin(experiment_id: string, { id, name, ...times }: MlflowRun, status: RunStatus): Promise<Run> {
    const begun = status === 'queued' ? status : 'running'
    const started_at = times.started_at ?? times.finished_at
    const run = await this.#send<Run>('POST', '/api/ml/runs', {
      experiment_id,
      status: begun,
      tags: { [originTag]: id },
      ...(name !== '' && { name: name.slice(0, limits.runName) }),
      ...(started_at !== null && begun === 'running' && { started_at: new Date(started_at).toISOString() }),
    })
    this.#runs.set(id, run)
    return run
  }

  async *#points(runId: string, metrics: readonly string[]): AsyncGenerator<MlflowPoint> {
    const { left, server } = this.#options
    for (const key of metrics)
      for await (const point of server.history(runId, key)) {
        if (metricFaults([{ ...point, value: 0 }], '').length === 0) yield point
        else left.add('points of metrics whose step or time is none')
      }
  }

  /** `tags` of a run that is over; null: it goes on, and may get other files. */
  async #bringFiles(mlflowRunId: string, run_id: string, tags: Readonly<Record<string, string>> | null): Promise<void> {
    const { files } = this.#options
    if (files === null || tags?.[filesTag] !== undefined) return
    await files.to.bring(run_id, files.from.ofRun(mlflowRunId))
    if (tags !== null) await this.#send('PATCH', `/api/ml/runs/${run_id}`, { tags: { [filesTag]: 'all' } })
  }

  #send<Answer>(method: string, path: string, body: JsonObject): Promise<Answer> {
    return this.#options.patient.send<Answer>(method, path, body)
  }
}

function endOf({ started_at, finished_at }: MlflowRun): JsonObject {
  const end = finished_at ?? started_at
  return end === null ? {} : { finished_at: new Date(Math.max(end, started_at ?? end)).toISOString() }
}

function* partsOfLabels(labels: Record<string, string>): Generator<Record<string, string>> {
  let part: Record<string, string> = {}
  let bytes = 0
  for (const [key, value] of Object.entries(labels)) {
    const size = Buffer.byteLength(JSON.stringify([key, value]))
    if (Object.keys(part).length === limits.params || bytes + size > limits.batchBytes / 2) {
      yield part
      part = {}
      bytes = 0
    }
    part[key] = value
    bytes += size
  }
  if (bytes > 0) yield part
}

async function* inBatches(points: AsyncIterable<MlflowPoint>): AsyncGenerator<MlflowPoint[]> {
  let batch: MlflowPoint[] = []
  for await (const point of points) {
    batch.push(point)
    if (batch.length < limits.metrics) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
