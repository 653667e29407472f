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
  memoryPlane,
  metrics,
  optional,
  workspaceMarks,
} from '@svc/plugin'
import { exportSources } from '@svc/plugin/contracts/export'
import { memories } from '@svc/plugin/contracts/memory'
import { models } from '@svc/plugin/contracts/models'
import { workspaceSamples } from '@svc/plugin/contracts/samples'
import { DocumentHistory } from './documents/document-history.ts'
import { documentStore } from './documents/document-store.ts'
import { MemoryDocuments } from './documents/memory-documents.ts'
import { memoryExportSource } from './documents/memory-export-source.ts'
import { MemorySearches } from './documents/memory-search.ts'
import { MemoryStats } from './documents/memory-stats.ts'
import { MemoryWriter } from './documents/memory-writer.ts'
import { WorkspaceMemories } from './documents/workspace-memories.ts'
import { KnownEchoes } from './echo/known-echoes.ts'
import { openEmbedding } from './embedders/open-embedding.ts'
import { ImportJobs, importJob } from './imports/import-jobs.ts'
import type { ImportPayload } from './imports/import-jobs.ts'
import { Importer } from './imports/importer.ts'
import { MemoryExport } from './imports/memory-export.ts'
import { importStore } from './imports/import-store.ts'
import { Staging } from './imports/staging.ts'
import type { MemoryConfig } from './generated/config.ts'
import { PassageRanking } from './ranking/passage-ranking.ts'
import { createDocumentReader } from './reading/document-reader.ts'
import { documentLimits } from './reading/document-limits.ts'
import { splitPassagesInSlices } from './reading/split-passages.ts'
import { documentRoutes } from './routes/document-routes.ts'
import { exportRoute } from './routes/export-route.ts'
import { importRoute } from './routes/import-route.ts'
import { searchRoutes } from './routes/search-routes.ts'
import { sampleMemory } from './sample/sample-memory.ts'
import { bindMemoryTools } from './tools/memory-tools.ts'

/** Of the largest that there may be, as many may come and wait. */
const importsAtOnce = 4

export const plugin = definePlugin<MemoryConfig>()({
  id: 'memory',
  uses: {
    data: dataPlane,
    plane: memoryPlane,
    content: contentStore,
    marks: workspaceMarks,
    jobs: jobQueue,
    events: eventLog,
    audit: auditLog,
    callers,
    children: childProcesses,
    metrics,
    models: optional(models),
  },
  setup({ data, plane, content, marks, jobs, events, audit, callers, children, metrics, models }, env) {
    const { config, clock, ids, log } = env
    const embedding = openEmbedding(
      { data, plane, marks, jobs, events, audit, callers, children, metrics, models },
      config.embedder,
      env,
    )
    const maxDocuments = config.max_documents
    const quota = new ByteQuota({
      data,
      limit: config.documents_quota_mb * 1024 * 1024,
      usedBytes: documentStore.bytes,
      what: 'memory documents',
      remedy: 'Delete some, or raise SVC_MEMORY_DOCUMENTS_QUOTA_MB.',
    })
    const writer = new MemoryWriter({
      data,
      plane,
      marks,
      events,
      maxDocuments,
      quota,
      split: splitPassagesInSlices,
      ids,
      clock,
      log,
      signal: env.signal,
    })
    const echoes = new KnownEchoes({ data, plane, embedding, clock })
    const documents = new MemoryDocuments({ data, writer, echoes, embedding, clock })
    const ranking = new PassageRanking({ embedding, rerank: config.rerank })
    const searches = new MemorySearches({ data, plane, embedding, ranking, clock })
    const reader = createDocumentReader({ children, log, limits: documentLimits(config) })
    env.onStop(() => reader.close())
    const contents = content.of({ isKept: (db, sha256) => importStore.hasContent(db, sha256) })
    const waiting = new ByteQuota({
      data,
      limit: importsAtOnce * config.import_max_mb * 1024 * 1024,
      usedBytes: importStore.bytes,
      what: 'files of imports',
      remedy:
        'Wait for imports that are going on. Those that failed or were cancelled keep their files for 7 days, so try them again; or raise SVC_MEMORY_IMPORT_MAX_MB.',
    })
    const staging = new Staging({ data, contents, marks: marks.of('imports'), quota: waiting, ids, clock, log })
    const importer = new Importer({ data, events, writer, reader, embedding })
    const imports = new ImportJobs({ staging, importer, jobs, clock, log })

    env.provide(memories, new WorkspaceMemories({ documents, searches, importer, reader }))
    env.contribute(exportSources, memoryExportSource(documents))
    env.contribute(workspaceSamples, sampleMemory(documents))
    env.job<ImportPayload>(importJob, job => imports.run(job))
    bindMemoryTools(env, { documents, searches, audit })
    env.routes(app => {
      searchRoutes(app, { searches, stats: new MemoryStats({ data, plane, embedding }) })
      importRoute(app, { staging, importer, jobs: imports, audit, maxBytes: config.import_max_mb * 1024 * 1024 })
      exportRoute(app, new MemoryExport(data), audit)
      documentRoutes(app, { documents, history: new DocumentHistory(data), audit })
    })
    if (env.role !== 'server') return
    let sweep: Promise<void> | undefined
    env.onStart(async () => {
      await staging.removeUnfinished()
      marks.onOpened(workspaceId => imports.sweep(env.signal, [workspaceId]))
      // Not waited for: it asks the queue about every import.
      sweep = imports.keepTidy(env.signal)
    })
    env.onStop(() => sweep)
  },
})
