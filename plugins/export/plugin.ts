import {
  auditLog,
  ByteQuota,
  callers,
  callerScopes,
  childProcesses,
  contentStore,
  dataPlane,
  definePlugin,
  eventLog,
  httpServer,
  jobQueue,
  optional,
  sealer,
  installationFiles,
  workspaceMarks,
} from '@svc/plugin'
import { documentExports, exportSources } from '@svc/plugin/contracts/export'
import { files } from '@svc/plugin/contracts/files'
import { Certificates } from './certificates/certificates.ts'
import { hostOf, InstanceKeys } from './certificates/instance-keys.ts'
import { KeyFolder } from './certificates/key-folder.ts'
import { VerifyProcesses } from './certificates/verify-processes.ts'
import { ExportFiles } from './exports/export-files.ts'
import { ExportMaker } from './exports/export-maker.ts'
import { exportStore } from './exports/export-store.ts'
import { Exports } from './exports/exports.ts'
import { InstanceSigner } from './exports/instance-signer.ts'
import type { ExportConfig } from './generated/config.ts'
import { renderJob, RenderJobs } from './jobs/render-job.ts'
import type { RenderPayload } from './jobs/render-job.ts'
import { markdownSource } from './reading/markdown-source.ts'
import { Sources } from './reading/sources.ts'
import { Renderer } from './rendering/renderer.ts'
import { certificateRoutes } from './routes/certificate-routes.ts'
import { contentRoutes } from './routes/content-routes.ts'
import { exportRoutes } from './routes/export-routes.ts'
import { keyRoutes } from './routes/key-routes.ts'
import { verifyRoute } from './routes/verify-route.ts'
import { Signing } from './signing/signing.ts'
import { exportTool } from './tools/export-tool.ts'
import { verifyTool } from './tools/verify-tool.ts'
import type { VerifyInput } from './tools/verify-tool.ts'
import { ExportUpkeep } from './upkeep/export-upkeep.ts'

const mebibyte = 1024 * 1024

export const plugin = definePlugin<ExportConfig>()({
  id: 'export',
  uses: {
    audit: auditLog,
    callers,
    children: childProcesses,
    data: dataPlane,
    events: eventLog,
    files: optional(files),
    content: contentStore,
    http: httpServer,
    jobs: jobQueue,
    marks: workspaceMarks,
    scopes: callerScopes,
    sealer,
    shared: installationFiles,
  },
  setup({ audit, callers, children, content, data, events, files, http, jobs, marks, scopes, sealer, shared }, env) {
    const { config, clock, ids, log, role, signal } = env
    const folder = new KeyFolder(shared)
    const keys = new InstanceKeys({ folder, sealer, clock, ids, log, host: () => hostOf(http.facts().base_url) })
    const processes = new VerifyProcesses({ children, clock })
    env.onStop(() => processes.close())
    const certificates = new Certificates({ data, keys, processes, sealer, audit, events, clock, ids })

    const renderer = new Renderer({ children, threads: config.threads })
    env.onStop(() => renderer.close())
    const sources = new Sources({ own: [markdownSource], contributed: env.contributions(exportSources), scopes })
    const exportFiles = new ExportFiles(content.of({ isKept: (db, sha256) => exportStore.hasContent(db, sha256) }))
    const signer = new InstanceSigner({ signing: new Signing(keys), certificates, http })
    const maker = new ExportMaker({ sources, renderer, exportFiles, signer, files, scopes })
    const quota = new ByteQuota({
      data,
      limit: config.quota_mb * mebibyte,
      usedBytes: exportStore.usedBytes,
      what: 'exports',
      remedy: 'Delete exports, or raise SVC_EXPORT_QUOTA_MB.',
    })
    const exports = new Exports({
      data,
      exportFiles,
      maker,
      sources,
      marks,
      events,
      audit,
      clock,
      ids,
      quota,
      keepDays: config.keep_days,
      requestMs: config.request_seconds * 1000,
    })
    const renderJobs = new RenderJobs({ exports, data, jobs, callers })

    env.provide(documentExports, exports)
    env.job<RenderPayload>(renderJob, job => renderJobs.run(job))
    env.tool('export_document', exportTool(exports))
    env.tool<VerifyInput>('export_verify', verifyTool({ exports, certificates, processes, files }))
    env.routes(app => {
      exportRoutes(app, { exports, sources, jobs: renderJobs })
      contentRoutes(app, exports)
      keyRoutes(app, { keys, audit })
      certificateRoutes(app, certificates)
      verifyRoute(app, { certificates, processes })
    })
    if (role !== 'server') return
    const upkeep = new ExportUpkeep({ exports, exportFiles, data, jobs, marks, clock, log, signal })
    env.onStart(async () => {
      await upkeep.start()
      // Not waited for: it looks through all workspaces with exports.
      void upkeep.run()
    })
  },
})
