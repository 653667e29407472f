import { serveThread } from '@svc/plugin/child'
import { copySqlite, inspectSqlite } from './sqlite-copy.ts'

export type CopyTask =
  { type: 'copy'; from: string; to: string; drop: readonly string[] } | { type: 'inspect'; path: string }

// Copying and checking a large file takes seconds, which the server's own thread does not have.
serveThread(async (task: CopyTask) =>
  task.type === 'inspect' ? inspectSqlite(task.path) : copySqlite(task.from, task.to, task.drop),
)
