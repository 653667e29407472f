import { auditLog, dataPlane, definePlugin, eventLog } from '@svc/plugin'
import { noteReadTool, noteSearchTool, noteWriteTool } from './notes/note-tools.ts'
import { Notes } from './notes/notes.ts'
import { noteRoutes } from './routes/note-routes.ts'
import { taskRoutes } from './routes/task-routes.ts'
import { taskCreateTool, taskListTool, taskUpdateTool } from './tasks/task-tools.ts'
import { Tasks } from './tasks/tasks.ts'

export const plugin = definePlugin()({
  id: 'workspace',
  uses: { data: dataPlane, events: eventLog, audit: auditLog },
  setup({ data, events, audit }, env) {
    const { ids, clock } = env
    const tasks = new Tasks({ data, events, audit, ids, clock })
    const notes = new Notes({ data, events, audit, ids, clock })
    env.routes(app => {
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
