import {
  auditLog,
  ByteQuota,
  callers,
  childProcesses,
  contentStore,
  dataPlane,
  definePlugin,
  egress,
  eventLog,
  httpServer,
  jobQueue,
  optional,
  workspaceMarks,
} from '@svc/plugin'
import { datasets } from '@svc/plugin/contracts/datasets'
import { documentExports, exportSources } from '@svc/plugin/contracts/export'
import { files } from '@svc/plugin/contracts/files'
import { memories } from '@svc/plugin/contracts/memory'
import { tracking } from '@svc/plugin/contracts/ml/learning'
import { ContentSweeping } from '@svc/plugin/library/contents/content-sweeping'
import { UnderWay } from '@svc/plugin/library/contents/under-way'
import { Citations } from './citing/citations.ts'
import { Styles } from './citing/styles.ts'
import { Claims } from './claims/claims.ts'
import { AllEvidence } from './evidence/all-evidence.ts'
import { OwnRecords } from './evidence/own-records.ts'
import { ProjectExports } from './exchange/project-exports.ts'
import { ProjectImports } from './exchange/project-imports.ts'
import type { ResearchConfig } from './generated/config.ts'
import { Lineage } from './lineage/lineage.ts'
import { RecordTitles } from './lineage/record-titles.ts'
import { Links } from './links/links.ts'
import { Projects } from './projects/projects.ts'
import { Linter } from './reports/linter.ts'
import { ReportExports } from './reports/report-exports.ts'
import { Reports } from './reports/reports.ts'
import { claimRoutes } from './routes/claim-routes.ts'
import { exchangeRoutes } from './routes/exchange-routes.ts'
import { lineageRoutes } from './routes/lineage-routes.ts'
import { linkRoutes } from './routes/link-routes.ts'
import { projectRoutes } from './routes/project-routes.ts'
import { reportRoutes } from './routes/report-routes.ts'
import { sourceRoutes } from './routes/source-routes.ts'
import { styleRoutes } from './routes/style-routes.ts'
import { SourceFetcher } from './sources/fetch-source.ts'
import { SnapshotFiles } from './sources/snapshot-files.ts'
import { snapshotStore } from './sources/snapshot-store.ts'
import { SourceIntake } from './sources/source-intake.ts'
import { SourceSearch } from './sources/source-search.ts'
import { SourceTexts } from './sources/source-texts.ts'
import { Sources } from './sources/sources.ts'
import { TextWork } from './thread/text-work.ts'
import { bindResearchTools } from './tools/project-tools.ts'
import { watchRecords } from './verify/stale-records.ts'
import { Verifier } from './verify/verifier.ts'
import { VerifyJobs, verifyJobKind } from './verify/verify-job.ts'
import type { VerifyPayload } from './verify/verify-job.ts'

const mebibyte = 1024 * 1024

export const plugin = definePlugin<ResearchConfig>()({
  id: 'research',
  uses: {
    data: dataPlane,
    content: contentStore,
    marks: workspaceMarks,
    events: eventLog,
    audit: auditLog,
    egress,
    children: childProcesses,
    http: httpServer,
    jobs: jobQueue,
    callers,
    datasets: optional(datasets),
    exports: optional(documentExports),
    library: optional(files),
    memories: optional(memories),
    runs: optional(tracking),
  },
  setup(services, env) {
    const { data, content, marks, events, audit, egress, children, http, jobs, callers } = services
    const { datasets, exports, library, memories, runs } = services
    const { config, clock, ids, log, role, signal } = env
    const maxBytes = config.source_max_mb * mebibyte
    const quota = new ByteQuota({
      data,
      limit: config.sources_quota_mb * mebibyte,
      usedBytes: snapshotStore.bytes,
      what: 'research sources',
      remedy: 'Delete some, or raise SVC_RESEARCH_SOURCES_QUOTA_MB.',
    })
    const work = new TextWork(children)
    env.onStop(() => work.close())
    const underWay = new UnderWay(marks)
    const kept = new SnapshotFiles({ store: content, underWay, maxBytes })
    const texts = new SourceTexts(memories)
    const fetcher = new SourceFetcher({ egress, maxBytes, resolver: config.doi_resolver })
    const intake = new SourceIntake({ texts, fetcher, work, library, clock })
    const styles = new Styles({ data, audit, clock })
    const knowsStyle: Styles['knows'] = (db, style) => styles.knows(db, style)
    const projects = new Projects({
      data,
      files: kept,
      audit,
      ids,
      clock,
      maxProjects: config.max_projects,
      knowsStyle,
    })
    const sources = new Sources({ data, files: kept, intake, quota, events, audit, ids, clock })
    const evidence = new AllEvidence({ data, files: kept, work, http, datasets, library, runs })
    const claims = new Claims({ data, evidence, events, audit, ids, clock })
    const verifier = new Verifier({ data, evidence, events, clock })
    const verifyJobs = new VerifyJobs({ verifier, jobs, callers })
    const records = new OwnRecords(http)
    const links = new Links({ data, records, ids, clock })
    const citations = new Citations({ data, styles, work })
    const reports = new Reports({ data, work, audit, ids, clock, knowsStyle })
    const linter = new Linter({ data, work, verifier })
    const reportExports = new ReportExports({ reports, projects, linter, citations, styles, events, exports })

    const lineage = new Lineage(data)
    const projectExports = new ProjectExports({ data, files: kept, work, lineage })
    const imports = new ProjectImports({ projects, sources, claims, links, reports, evidence, files: kept, clock })
    const search = new SourceSearch({ data, files: kept, work })

    watchRecords(events)
    bindResearchTools(env, { projects, sources, search, claims, verifier, reports, linter, citations })
    env.job<VerifyPayload>(verifyJobKind, job => verifyJobs.run(job))
    env.contribute(exportSources, reportExports)
    env.routes(app => {
      projectRoutes(app, projects)
      sourceRoutes(app, sources)
      claimRoutes(app, { claims, verifier, jobs: verifyJobs })
      linkRoutes(app, links)
      lineageRoutes(app, { lineage, titles: new RecordTitles(records), verifier })
      exchangeRoutes(app, { exports: projectExports, imports })
      reportRoutes(app, { reports, linter, exports: reportExports })
      styleRoutes(app, { styles, citations })
    })
    if (role !== 'server') return
    const sweeping = new ContentSweeping({ contents: kept.contents, underWay, marks, log, signal })
    env.onStart(async () => {
      await sweeping.start()
      // Not waited for: it looks through all contents of the workspaces in which something was under way.
      void sweeping.sweep()
    })
    env.onStop(() => sweeping.stop())
  },
})
