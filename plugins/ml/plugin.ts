import {
  auditLog,
  ByteQuota,
  callers,
  childProcesses,
  contentStore,
  dataPlane,
  definePlugin,
  eventLog,
  jobQueue,
  optional,
  workspaceMarks,
} from '@svc/plugin'
import { datasets, datasetUses } from '@svc/plugin/contracts/datasets'
import { exportSources } from '@svc/plugin/contracts/export'
import { modelRegistry, tracking, trainers as trainerService } from '@svc/plugin/contracts/ml/learning'
import { UnderWay } from '@svc/plugin/library/contents/under-way'
import { artifactStore } from './artifacts/artifact-store.ts'
import { Artifacts } from './artifacts/artifacts.ts'
import { runExport, versionExport } from './exports/record-exports.ts'
import type { MlConfig } from './generated/config.ts'
import { LoggedModels } from './logged-models/logged-models.ts'
import { mlflowRoutes } from './mlflow/mlflow-routes.ts'
import { Aliases } from './registry/aliases.ts'
import { NewVersions } from './registry/new-versions.ts'
import { RegisteredModels } from './registry/registered-models.ts'
import { Registry } from './registry/registry.ts'
import { artifactRoutes } from './routes/artifact-routes.ts'
import { experimentRoutes } from './routes/experiment-routes.ts'
import { modelRoutes } from './routes/model-routes.ts'
import { runRoutes } from './routes/run-routes.ts'
import { searchRoutes } from './routes/search-routes.ts'
import { servingRoutes } from './routes/serving-routes.ts'
import { trainingRoutes } from './routes/training-routes.ts'
import { versionRoutes } from './routes/version-routes.ts'
import { RunSearches } from './search/run-searches.ts'
import { driftJob, DriftReports } from './serving/drift-reports.ts'
import type { DriftPayload } from './serving/drift-reports.ts'
import { OnnxExports } from './serving/onnx-exports.ts'
import { OnnxImports } from './serving/onnx-imports.ts'
import { OnnxRunner } from './serving/onnx-runner.ts'
import { predictJob, Predictions } from './serving/predictions.ts'
import type { PredictPayload } from './serving/predictions.ts'
import { RunModels } from './serving/run-models.ts'
import { ServedModels } from './serving/served-models.ts'
import { bindLearningTools } from './tools/learning-tools.ts'
import { bindRecordTools } from './tools/record-tools.ts'
import { Experiments } from './tracking/experiments.ts'
import { Histories } from './tracking/history.ts'
import { LoggedEvents } from './tracking/logged-events.ts'
import { RunLog } from './tracking/run-log.ts'
import { Runs } from './tracking/runs.ts'
import { HeldOutPredictions } from './training/held-out-predictions.ts'
import { Learner } from './training/learner.ts'
import { RunWriter } from './training/run-writer.ts'
import { trainers } from './training/trainers.ts'
import { trainJob, Trainings } from './training/trainings.ts'
import type { TrainPayload } from './training/trainings.ts'
import { Upkeep } from './upkeep/upkeep.ts'

const mebibyte = 1024 * 1024

export const plugin = definePlugin<MlConfig>()({
  id: 'ml',
  uses: {
    audit: auditLog,
    callers,
    children: childProcesses,
    content: contentStore,
    data: dataPlane,
    datasets: optional(datasets),
    events: eventLog,
    jobs: jobQueue,
    marks: workspaceMarks,
  },
  setup({ audit, callers, children, content, data, datasets, events, jobs, marks }, env) {
    const { clock, config, ids, log: logger, role, signal } = env
    const maxBytes = config.max_artifact_mb * mebibyte
    const quota = new ByteQuota({
      data,
      limit: config.quota_mb * mebibyte,
      usedBytes: db => artifactStore.usedBytes(db),
      what: 'artifacts and models',
      remedy: 'Delete runs or artifacts, or raise SVC_ML_QUOTA_MB.',
    })
    const contents = content.of({ isKept: (db, sha256) => artifactStore.hasContent(db, sha256) })
    const underWay = new UnderWay(marks)
    const deleted = marks.of('deleted')
    const artifacts = new Artifacts({ data, contents, quota, underWay, clock, maxBytes })
    const experiments = new Experiments({ data, audit, deleted, clock, ids })
    const runs = new Runs({ data, events, audit, datasets, deleted, clock, ids })
    const logged = new LoggedEvents({ data, events, log: env.log })
    env.onStop(() => logged.close())
    const log = new RunLog({
      data,
      clock,
      events: logged,
      fieldsOf: (workspaceId, tags) => runs.fieldsOf(workspaceId, tags),
    })
    const histories = new Histories(data)
    const searches = new RunSearches(data)
    const aliases = new Aliases({ data, events, clock })
    const registry = new Registry({ data, artifacts, aliases, audit, clock, ids })
    const loggedModels = new LoggedModels({ data, deleted, clock, ids })
    const versions = new NewVersions({ data, events, clock })
    const registered = new RegisteredModels(registry, versions, aliases)

    const learner = new Learner({ children, memoryMb: config.trainer_memory_mb, trainings: config.max_training })
    env.onStop(() => learner.close())
    const writer = new RunWriter({ runs, log, artifacts, clock, registry: registered })
    const trainings = new Trainings({ datasets, runs, writer, learner, jobs, events, callers, ids })
    env.job<TrainPayload>(trainJob, job => trainings.run(job))

    const models = new ServedModels(new RunModels(data, registered), artifacts)
    const onnx = new OnnxRunner({ children, memoryMb: 1024 })
    env.onStop(() => onnx.close())
    const predictions = new Predictions({ models, learner, onnx, datasets, jobs, callers, now: () => clock.now() })
    const drift = new DriftReports({ models, learner, datasets, data, events, jobs, callers })
    env.job<PredictPayload>(predictJob, job => predictions.run(job))
    env.job<DriftPayload>(driftJob, job => drift.run(job))
    bindLearningTools(env, { trainings, predictions, drift })
    bindRecordTools(env, { data, runs, searches, registry: registered })

    env.provide(tracking, {
      create: (principal, run) => runs.create(principal, run),
      get: (workspaceId, runId) => runs.get(workspaceId, runId),
      update: (workspaceId, runId, change) => runs.update(workspaceId, runId, change),
      log: (workspaceId, runId, batch) => log.log(workspaceId, runId, batch),
    })
    env.provide(modelRegistry, registered)
    env.provide(trainerService, {
      all: trainers,
      start: (order, principal) => trainings.start(order, principal),
      outcome: (started, by) => trainings.outcome(started, by),
      predict: (model, order, by) => predictions.predict(model, order, by),
    })

    env.contribute(datasetUses, runs.ofDataset)
    env.contribute(exportSources, runExport(runs))
    env.contribute(exportSources, versionExport(registry, runs))
    events.addOutbox(runs.endOfJobs)
    env.routes(app => {
      experimentRoutes(app, experiments)
      searchRoutes(app, { searches, data })
      runRoutes(app, { runs, log, histories })
      servingRoutes(app, { predictions, drift, exports: new OnnxExports(models, learner) })
      trainingRoutes(app, { trainings, predictions: new HeldOutPredictions(runs, artifacts) })
      artifactRoutes(app, { artifacts, data, maxBytes })
      modelRoutes(app, { registry, aliases })
      versionRoutes(app, { registry, versions, imports: new OnnxImports({ artifacts, onnx, registry, versions }) })
      mlflowRoutes(app, {
        aliases,
        artifacts,
        data,
        experiments,
        histories,
        log,
        loggedModels,
        maxBytes,
        perMinute: config.mlflow_rate,
        registry,
        runs,
        searches,
        versions,
        clock,
      })
    })

    if (role === 'server') {
      const keepDays = config.keep_deleted_days
      const upkeep = new Upkeep({
        data,
        artifacts,
        events,
        underWay,
        marks,
        deleted,
        keepDays,
        clock,
        log: logger,
        signal,
      })
      env.onStart(async () => {
        await upkeep.start()
        // Not waited for: it looks through the files of the workspaces in which something was under way.
        void upkeep.run()
      })
      env.onStop(() => upkeep.stop())
    }
  },
})
