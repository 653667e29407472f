import {
  auditLog,
  ByteQuota,
  callers,
  contentStore,
  controlPlane,
  dataPlane,
  definePlugin,
  eventLog,
  jobQueue,
  optional,
  sealer,
  workspaceMarks,
} from '@svc/plugin'
import { exportSources } from '@svc/plugin/contracts/export'
import { files } from '@svc/plugin/contracts/files'
import { memories } from '@svc/plugin/contracts/memory'
import { workspaceSamples } from '@svc/plugin/contracts/samples'
import { UnderWay } from '@svc/plugin/library/contents/under-way'
import { contentRecords } from './content/content-records-store.ts'
import type { FilesConfig } from './generated/config.ts'
import { FileChanges } from './library/file-changes.ts'
import { fileExport } from './library/file-export.ts'
import { FileList } from './library/file-list.ts'
import { FileRecords } from './library/file-records.ts'
import { Library } from './library/library.ts'
import { Links } from './links/links.ts'
import { RememberingFiles, rememberJob } from './remember/remember-file.ts'
import type { RememberPayload } from './remember/remember-file.ts'
import { contentRoutes } from './routes/content-routes.ts'
import { fileRoutes } from './routes/file-routes.ts'
import { folderRoutes } from './routes/folder-routes.ts'
import { resumableRoutes } from './routes/resumable-routes.ts'
import { writeRoutes } from './routes/write-routes.ts'
import { sampleFile } from './sample/sample-file.ts'
import { listTool, readTool, writeTool } from './tools/file-tools.ts'
import type { ListInput, ReadInput, WriteInput } from './tools/file-tools.ts'
import { Upkeep } from './upkeep/upkeep.ts'
import { Uploads } from './uploads/uploads.ts'

const mebibyte = 1024 * 1024

export const plugin = definePlugin<FilesConfig>()({
  id: 'files',
  uses: {
    audit: auditLog,
    callers,
    content: contentStore,
    control: controlPlane,
    data: dataPlane,
    events: eventLog,
    jobs: jobQueue,
    marks: workspaceMarks,
    memories: optional(memories),
    sealer,
  },
  setup({ audit, callers, content, control, data, events, jobs, marks, memories, sealer }, env) {
    const { config, clock, ids, log, role, signal } = env
    const maxBytes = config.max_mb * mebibyte
    const quota = new ByteQuota({
      data,
      limit: config.quota_mb * mebibyte,
      usedBytes: db => contentRecords.usedBytes(db),
      what: 'files',
      remedy: 'Delete files and empty the trash, or raise SVC_FILES_QUOTA_MB.',
    })
    const contents = content.of({ isKept: (db, sha256) => contentRecords.has(db, sha256) })
    const records = new FileRecords({ events, clock, ids, keepVersions: config.keep_versions })
    const underWay = new UnderWay(marks)
    const library = new Library({ data, contents, quota, records, underWay, clock, maxBytes })
    const list = new FileList(data, records, quota.limit)
    const changes = new FileChanges({ data, contents, records, underWay, audit, clock })
    const links = new Links({ control, data, records, sealer, audit, clock })
    const restMs = config.upload_hours * 3_600_000
    const uploads = new Uploads({ data, contents, library, quota, underWay, clock, ids, restMs })
    const remembering = new RememberingFiles({ library, memories, jobs, callers })

    env.provide(files, library)
    env.contribute(exportSources, fileExport(library))
    env.contribute(workspaceSamples, sampleFile(library, changes))
    env.routes(app => {
      writeRoutes(app, library)
      fileRoutes(app, { library, list, changes, remembering })
      folderRoutes(app, { list, changes })
      contentRoutes(app, { data, library, contents, links })
      resumableRoutes(app, uploads, maxBytes)
    })
    env.job<RememberPayload>(rememberJob, remembering.handler())
    env.tool<ListInput>('files_list', listTool(list))
    env.tool<ReadInput>('files_read', readTool(library, memories))
    env.tool<WriteInput>('files_write', writeTool(library))

    if (role === 'server') {
      const upkeep = new Upkeep({ contents, uploads, underWay, marks, clock, log, signal })
      env.onStart(async () => {
        await upkeep.start()
        // Not waited for: it looks through all contents of the workspaces in which something was under way.
        void upkeep.run()
      })
      env.onStop(() => upkeep.stop())
    }
  },
})
