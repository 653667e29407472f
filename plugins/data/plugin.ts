import {
  analyticsPlane,
  auditLog,
  ByteQuota,
  callers,
  contentStore,
  dataPlane,
  definePlugin,
  eventLog,
  jobQueue,
  metrics,
  optional,
  planes,
  workspaceMarks,
} from '@svc/plugin'
import { datasets, datasetUses } from '@svc/plugin/contracts/datasets'
import { exportSources } from '@svc/plugin/contracts/export'
import { files } from '@svc/plugin/contracts/files'
import { workspaceSamples } from '@svc/plugin/contracts/samples'
import { Catalog } from './catalog/catalog.ts'
import type { DataConfig } from './generated/config.ts'
import { ImportJobs } from './imports/import-jobs.ts'
import { Importer } from './imports/importer.ts'
import { uploadStore } from './imports/upload-store.ts'
import { WaitingUploads, importJob } from './imports/waiting-uploads.ts'
import type { ImportPayload } from './imports/waiting-uploads.ts'
import { planeRoutes } from './plane-routes.ts'
import { Queries } from './queries/queries.ts'
import { Receipts } from './queries/receipts.ts'
import { SavedQueries } from './queries/saved-queries.ts'
import { datasetExport } from './reading/dataset-export.ts'
import { Exports } from './reading/exports.ts'
import { Reader } from './reading/reader.ts'
import { datasetRoutes } from './routes/dataset-routes.ts'
import { importRoute } from './routes/import-route.ts'
import { queryRoutes } from './routes/query-routes.ts'
import { readingRoutes } from './routes/reading-routes.ts'
import { savedQueryRoutes } from './routes/saved-query-routes.ts'
import { sampleDataset } from './sample/sample-dataset.ts'
import { bindDataTools } from './tools/data-tools.ts'
import { Publisher } from './versions/publisher.ts'
import { Upkeep } from './versions/upkeep.ts'
import { versionStore } from './catalog/version-store.ts'
import { WorkspaceDatasets } from './workspace-datasets.ts'

const mebibyte = 1024 * 1024

export const plugin = definePlugin<DataConfig>()({
  id: 'data',
  uses: {
    storage: planes,
    audit: auditLog,
    callers,
    data: dataPlane,
    events: eventLog,
    files: optional(files),
    content: contentStore,
    jobs: jobQueue,
    marks: workspaceMarks,
    counted: metrics,
    plane: analyticsPlane,
  },
  setup({ storage, audit, callers, data, events, files, content, jobs, marks, counted, plane }, env) {
    const { clock, config, ids, log, role, signal } = env
    // Only one server or command has the home open: what another one of them held is free.
    const holder = `${role === 'worker' ? 'worker' : 'server'}-${ids.secret(9)}`
    const quota = new ByteQuota({
      data,
      limit: config.quota_mb * mebibyte,
      usedBytes: db => versionStore.usedBytes(db),
      what: 'datasets',
      remedy: 'Delete datasets, or raise SVC_DATA_QUOTA_MB.',
    })
    const publisher = new Publisher({ data, plane, events, marks, quota, ids, clock, holder })
    const catalog = new Catalog({
      data,
      plane,
      events,
      marks,
      audit,
      clock,
      holder,
      uses: env.contributions(datasetUses),
    })
    const importer = new Importer({
      data,
      plane,
      publisher,
      quota,
      clock,
      maxUploadBytes: config.upload_max_mb * mebibyte,
      limits: {
        max_columns: config.max_columns,
        max_bytes: config.decompressed_max_mb * mebibyte,
        max_line_bytes: config.line_max_mb * mebibyte,
        max_rows: config.max_rows,
      },
      timeoutMs: config.import_timeout_seconds * 1000,
      counted: counted.counter(
        'svc_data_imports_total',
        'Imports that were imported, refused (by the file or a limit) or failed',
        ['outcome'],
      ),
    })
    const contents = content.of({ isKept: (db, sha256) => uploadStore.hasContent(db, sha256) })
    const uploads = new WaitingUploads({ data, contents, jobs, marks, ids, clock })
    const imports = new ImportJobs({ importer, uploads, jobs, callers, clock })
    const queries = new Queries({
      data,
      plane,
      clock,
      maxTimeoutMs: config.query_timeout_seconds * 1000,
      maxAnswerBytes: config.answer_max_mb * mebibyte,
    })
    const reader = new Reader(data, plane)
    const exports = new Exports(data, plane, config.export_max_mb * mebibyte)
    const receipts = new Receipts(data, plane, config.answer_max_mb * mebibyte)
    const saved = new SavedQueries({ data, clock, ids })
    const service = new WorkspaceDatasets({ data, plane, importer, publisher, queries, clock })

    env.provide(datasets, service)
    env.contribute(
      exportSources,
      datasetExport({ datasets: service, reader, exports, timeoutMs: config.query_timeout_seconds * 1000 }),
    )
    env.contribute(workspaceSamples, sampleDataset({ catalog, importer }))
    env.job<ImportPayload>(importJob, job => imports.run(job))
    bindDataTools(env, { catalog, queries, reader, service })
    env.routes(app => {
      planeRoutes(app, storage)
      importRoute(app, { importer, jobs: imports, files })
      datasetRoutes(app, { catalog, publisher, service })
      readingRoutes(app, reader)
      queryRoutes(app, { queries, exports, receipts, audit })
      savedQueryRoutes(app, { queries, exports, receipts, audit, saved })
    })
    if (role === 'server') {
      const upkeep = new Upkeep({ data, plane, contents, marks, uploads, clock, log, holder, signal })
      env.onStart(async () => {
        await upkeep.start()
        // Not waited for: a start looks into no records of workspaces.
        void upkeep.run()
      })
    }
  },
})
