import { hash } from 'node:crypto'
import { assertNoBodyFaults, KeptAnswerStore, NotFoundError } from '@svc/plugin'
import type {
  Clock,
  DataPlane,
  EventLog,
  IdempotentRequest,
  JsonObject,
  JsonValue,
  Principal,
  WorkspaceDatabase,
} from '@svc/plugin'
import type { ModelVersion, VersionFacts, VersionOfRun } from '@svc/plugin/contracts/ml/learning'
import { artifactStore } from '../artifacts/artifact-store.ts'
import type { ArtifactRow } from '../artifacts/artifact-store.ts'
import { requireLoggedModel } from '../logged-models/logged-models.ts'
import { modelFolder } from '../tracking/records.ts'
import { requireActiveRun } from '../tracking/runs.ts'
import { noDataset } from '../tracking/run-links.ts'
import type { DatasetFields } from '../tracking/run-links.ts'
import { filterOfRun } from '../tracking/run-records.ts'
import { runStore } from '../tracking/run-store.ts'
import { versionOf, versionOwner } from './model-records.ts'
import { requireModel, requireVersion, tagFaults } from './registry-rules.ts'
import { registryStore } from './registry-store.ts'
import type { VersionRow } from './registry-store.ts'
import { replaceTags, touched } from './registry.ts'

/** `isReplay`: a request with the same `Idempotency-Key` made it before. */
export interface MadeVersion {
  version: ModelVersion
  isReplay: boolean
}

const keptVersions = new KeptAnswerStore<ModelVersion>('ml_requests', 'version')

interface Origin {
  run_id: string | null
  dataset: DatasetFields
  filter: string | null
  source: string
  files: readonly ArtifactRow[]
}

/** Makes versions of registered models. The files of a version are its own from then on, and it outlives where they came from. */
export class NewVersions {
  readonly #options: { data: DataPlane; events: EventLog; clock: Clock }

  constructor(options: { data: DataPlane; events: EventLog; clock: Clock }) {
    this.#options = options
  }

  /** What a run kept. @throws NotFoundError (the run, the path, the model), ConflictError, ValidationError */
  ofRun(principal: Principal, key: string, order: VersionOfRun): ModelVersion {
    return this.ofRunOnce(principal, key, order, null).version
  }

  /** As {@link ofRun}, once for each `Idempotency-Key`. @throws UnprocessableError `idempotency_mismatch` */
  ofRunOnce(principal: Principal, key: string, order: VersionOfRun, request: IdempotentRequest | null): MadeVersion {
    return this.#change(principal.workspace_id, order, db =>
      this.once(db, request, () => this.#fromRun(db, principal, key, order)),
    )
  }

  /** As {@link ofRun}; a training that is made again after a crash finds the version that it has made. */
  ofTraining(principal: Principal, key: string, order: VersionOfRun): ModelVersion {
    return this.#change(principal.workspace_id, order, db => {
      const model = requireModel(db, key)
      const before = registryStore.versionsOfRun(db, order.run_id).find(({ model_id }) => model_id === model.model_id)
      return before ? versionOf(db, model, before) : this.#fromRun(db, principal, key, order)
    })
  }

  #fromRun(
    db: WorkspaceDatabase,
    principal: Principal,
    key: string,
    { run_id, path = modelFolder, ...facts }: VersionOfRun,
  ): ModelVersion {
    const run = requireActiveRun(db, run_id)
    const files = filesAt(db, run_id, path)
    const said = path === modelFolder ? saidByTrainer(db, run_id) : {}
    const filter = filterOfRun(db, run_id)
    const origin = { run_id, dataset: run, filter, source: `runs:/${run_id}/${path}`, files }
    return this.#add(db, principal, key, origin, { ...said, ...facts })
  }

  /** What a client logged as a model of its own. @throws NotFoundError (either model), ValidationError */
  ofLoggedModel(
    principal: Principal,
    key: string,
    { model_id, ...facts }: VersionFacts & { model_id: string },
  ): ModelVersion {
    return this.#change(principal.workspace_id, facts, db => {
      const { source_run_id: run_id } = requireLoggedModel(db, model_id)
      const run = run_id === null ? undefined : runStore.get(db, run_id)
      const filter = run ? filterOfRun(db, run.run_id) : null
      const origin = {
        run_id,
        dataset: run ?? noDataset,
        filter,
        source: `models:/${model_id}`,
        files: filesAt(db, model_id, ''),
      }
      return this.#add(db, principal, key, origin, facts)
    })
  }

  /** A copy of a version, of this model or another. @throws NotFoundError, ValidationError */
  ofVersion(
    principal: Principal,
    key: string,
    { of, version, ...facts }: VersionFacts & { of: string; version: number },
  ): ModelVersion {
    return this.#change(principal.workspace_id, facts, db => {
      const { model_id, name } = requireModel(db, of)
      const row = requireVersion(db, { model_id }, version)
      const origin = {
        run_id: row.run_id,
        dataset: row,
        filter: row.dataset_filter,
        source: `models:/${name}/${version}`,
        files: filesAt(db, versionOwner(model_id, version), ''),
      }
      const said = { inputs: JSON.parse(row.inputs) as JsonValue, outputs: JSON.parse(row.outputs) as JsonValue }
      return this.#add(db, principal, key, origin, { ...said, ...facts })
    })
  }

  /** Makes a version, or finds the one that a request with the same `Idempotency-Key` made. */
  once(db: WorkspaceDatabase, request: IdempotentRequest | null, make: () => ModelVersion): MadeVersion {
    const now = this.#options.clock.now()
    const before = request && keptVersions.find(db, request, now)
    if (before) return { version: before.answer, isReplay: true }
    const version = make()
    if (request) keptVersions.keep(db, request, { status: 201, answer: version }, now)
    return { version, isReplay: false }
  }

  /** Files that were taken for it, such as an ONNX that somebody brought. @throws NotFoundError (the model), ValidationError */
  ofFiles(
    db: WorkspaceDatabase,
    principal: Principal,
    key: string,
    { source, files, ...facts }: VersionFacts & { source: string; files: readonly ArtifactRow[] },
  ): ModelVersion {
    assertNoBodyFaults(tagFaults(facts.tags ?? {}))
    return this.#add(db, principal, key, { run_id: null, dataset: noDataset, filter: null, source, files }, facts)
  }

  #change<Made>(workspaceId: string, facts: VersionFacts, work: (db: WorkspaceDatabase) => Made): Made {
    assertNoBodyFaults(tagFaults(facts.tags ?? {}))
    return this.#options.data.use(workspaceId, db => db.transaction(() => work(db)))
  }

  #add(
    db: WorkspaceDatabase,
    { workspace_id, username }: Principal,
    key: string,
    { run_id, dataset, filter, source, files }: Origin,
    { inputs = [], outputs = [], description = '', tags = {} }: VersionFacts,
  ): ModelVersion {
    const { clock, events } = this.#options
    const now = clock.now()
    const model = touched(requireModel(db, key), now)
    const version = model.last_version + 1
    registryStore.updateModel(db, { ...model, last_version: version })
    const row: VersionRow = {
      model_id: model.model_id,
      version,
      run_id,
      source,
      sha256: hashOf(files),
      inputs: JSON.stringify(inputs),
      outputs: JSON.stringify(outputs),
      dataset_id: dataset.dataset_id,
      dataset_version: dataset.dataset_version,
      dataset_name: dataset.dataset_name,
      dataset_sha256: dataset.dataset_sha256,
      dataset_filter: filter,
      stage: 'None',
      state: 'ready',
      description,
      user_id: username,
      created_at: now,
      updated_at: now,
    }
    registryStore.insertVersion(db, row)
    for (const file of files) artifactStore.put(db, versionOwner(model.model_id, version), { ...file, created_at: now })
    replaceTags(db, model.model_id, version, tags)
    const data = { model_id: model.model_id, name: model.name, version }
    events.append(db, workspace_id, [{ type: 'ml.model.version_created', data }])
    return versionOf(db, model, row)
  }
}

/** What the trainer of a run said of its model. */
function saidByTrainer(db: WorkspaceDatabase, runId: string): VersionFacts {
  const model = runStore.result(db, runId)?.['model'] as JsonObject | undefined
  if (model?.['inputs'] === undefined || model['outputs'] === undefined) return {}
  return { inputs: model['inputs'], outputs: model['outputs'] }
}

/** The file or all files of the folder, by their paths within it. @throws NotFoundError */
export function filesAt(db: WorkspaceDatabase, owner: string, path: string): ArtifactRow[] {
  const file = artifactStore.get(db, owner, path)
  if (file) return [{ ...file, path: path.slice(path.lastIndexOf('/') + 1) }]
  const files = artifactStore.below(db, owner, path, Number.MAX_SAFE_INTEGER)
  if (files.length === 0)
    throw new NotFoundError(path === '' ? 'It has no files.' : `The run has no artifact ${JSON.stringify(path)}.`)
  return files.map(each => ({ ...each, path: path === '' ? each.path : each.path.slice(path.length + 1) }))
}

function hashOf(files: readonly ArtifactRow[]): string {
  const [only] = files
  if (files.length === 1 && only) return only.sha256
  return hash('sha256', files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''), 'hex')
}
