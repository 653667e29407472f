import {
  auditLog,
  callers,
  childProcesses,
  contentStore,
  dataPlane,
  definePlugin,
  eventLog,
  jobQueue,
  messageOf,
  optional,
  workspaceMarks,
} from '@svc/plugin'
import { datasets } from '@svc/plugin/contracts/datasets'
import { documentExports, exportSources } from '@svc/plugin/contracts/export'
import { toolSources } from '@svc/plugin/contracts/tools'
import { Analyses } from './analyses/analyses.ts'
import { analyzeJob, AnalyzeJobs } from './analyses/analyze-job.ts'
import type { AnalyzePayload } from './analyses/analyze-job.ts'
import { MethodCatalog } from './analyses/method-catalog.ts'
import { createREngine } from './engine/r-engine.ts'
import { analysisExport } from './exports/analysis-export.ts'
import { Reports } from './exports/reports.ts'
import { StatImports } from './imports/stat-imports.ts'
import { removeWaitingFiles } from './imports/waiting-file.ts'
import { analysisRoutes } from './routes/analysis-routes.ts'
import { exportRoutes } from './routes/export-routes.ts'
import { importRoutes } from './routes/import-routes.ts'
import { methodRoutes } from './routes/method-routes.ts'
import { noDatasets } from './data-reading.ts'
import type { StatsConfig } from './generated/config.ts'
import { StatTools } from './tools/stat-tools.ts'
import { Variables } from './variables/variables.ts'

export const plugin = definePlugin<StatsConfig>()({
  id: 'stats',
  uses: {
    data: dataPlane,
    content: contentStore,
    marks: workspaceMarks,
    jobs: jobQueue,
    events: eventLog,
    audit: auditLog,
    callers,
    children: childProcesses,
    datasets: optional(datasets),
    documents: optional(documentExports),
  },
  setup({ data, content, marks, jobs, events, audit, callers, children, datasets = noDatasets, documents }, env) {
    const { config, clock, ids, log } = env
    const timeoutMs = config.timeout_seconds * 1000
    const engine = createREngine({
      children,
      log,
      limits: {
        memoryMb: config.memory_mb,
        idleMs: config.idle_seconds * 1000,
        spare: config.spare_process,
        processes: config.processes,
        waiting: config.waiting,
      },
    })
    env.onStop(() => engine.close())
    const reports = new Reports({ children, timeoutMs: config.export_seconds * 1000 })
    env.onStop(() => reports.close())

    const methods = new MethodCatalog(async () => (await import('./methods/all-methods.ts')).allMethods)
    const variables = new Variables({ data, datasets, clock, timeoutMs })
    const analyses = new Analyses({
      data,
      datasets,
      variables,
      methods,
      engine,
      events,
      audit,
      ids,
      clock,
      timeoutMs,
      maxAnalyses: config.max_analyses,
    })
    // These contents hold files while they arrive; a finished import is kept as a dataset.
    const contents = content.of({ isKept: () => false })
    const analyzeJobs = new AnalyzeJobs({ analyses, jobs, callers })

    env.job<AnalyzePayload>(analyzeJob, job => analyzeJobs.run(job))
    env.contribute(exportSources, analysisExport({ analyses, reports, clock }))
    env.contribute(toolSources, new StatTools({ analyses, methods, timeoutMs }))
    env.routes(app => {
      methodRoutes(app, methods)
      importRoutes(app, {
        imports: new StatImports(datasets, variables),
        contents,
        marks,
        maxBytes: config.import_max_mb * 1024 * 1024,
      })
      analysisRoutes(app, { analyses, jobs: analyzeJobs })
      exportRoutes(app, { analyses, reports, documents, clock })
    })
    if (env.role !== 'server') return
    env.onStart(() =>
      removeWaitingFiles({ contents, marks }).catch((error: unknown) =>
        log.warn({ reason: messageOf(error) }, 'half files of earlier imports could not be removed'),
      ),
    )
  },
})
