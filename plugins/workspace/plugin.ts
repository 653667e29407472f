import { auditLog, ByteQuota, dataPlane, definePlugin, eventLog } from '@svc/plugin'
import type { ByteQuotaOptions } from '@svc/plugin'
import { exportSources } from '@svc/plugin/contracts/export'
import { workspaceSamples } from '@svc/plugin/contracts/samples'
import type { WorkspaceConfig } from './generated/config.ts'
import { noteExport } from './notes/note-export.ts'
import { noteStore } from './notes/note-store.ts'
import { taskStore } from './tasks/task-store.ts'
import { noteReadTool, noteSearchTool, noteWriteTool } from './notes/note-tools.ts'
import { Notes } from './notes/notes.ts'
import { noteRoutes } from './routes/note-routes.ts'
import { sampleRoutes } from './routes/sample-routes.ts'
import { taskRoutes } from './routes/task-routes.ts'
import { ownSamples } from './sample/own-samples.ts'
import { SampleData } from './sample/sample-data.ts'
import { taskCreateTool, taskListTool, taskUpdateTool } from './tasks/task-tools.ts'
import { Tasks } from './tasks/tasks.ts'

export const plugin = definePlugin<WorkspaceConfig>()({
  id: 'workspace',
  uses: { data: dataPlane, events: eventLog, audit: auditLog },
  setup({ data, events, audit }, env) {
    const { ids, clock, config } = env
    const quotaOf = (what: 'notes' | 'tasks', megabytes: number, usedBytes: ByteQuotaOptions['usedBytes']) =>
      new ByteQuota({
        data,
        limit: megabytes * 1024 * 1024,
        usedBytes,
        what,
        remedy: `Delete or shorten ${what}, or raise SVC_WORKSPACE_${what.toUpperCase()}_QUOTA_MB.`,
      })
    const tasks = new Tasks({
      data,
      quota: quotaOf('tasks', config.tasks_quota_mb, taskStore.bytes),
      events,
      audit,
      ids,
      clock,
    })
    const notes = new Notes({
      data,
      quota: quotaOf('notes', config.notes_quota_mb, noteStore.bytes),
      events,
      audit,
      ids,
      clock,
    })
    env.contribute(exportSources, noteExport(notes))
    const own = ownSamples(notes, tasks)
    const contributed = env.contributions(workspaceSamples)
    const samples = new SampleData({
      data,
      audit,
      clock,
      log: env.log,
      samples: () => [...contributed().map(({ value }) => value), ...own],
    })
    env.routes(app => {
      sampleRoutes(app, samples)
      taskRoutes(app, tasks)
      noteRoutes(app, notes)
    })
    env.tool('task_create', taskCreateTool(tasks))
    env.tool('task_list', taskListTool(tasks))
    env.tool('task_update', taskUpdateTool(tasks))
    env.tool('note_write', noteWriteTool(notes))
    env.tool('note_search', noteSearchTool(notes))
    env.tool('note_read', noteReadTool(notes))
  },
})
