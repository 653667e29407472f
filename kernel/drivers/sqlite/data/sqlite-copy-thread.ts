import { parentPort } from 'node:worker_threads'
import { copySqlite, inspectSqlite } from './sqlite-copy.ts'
import type { SqliteFacts } from './sqlite-copy.ts'

export type CopyTask =
  { type: 'copy'; from: string; to: string; drop: readonly string[] } | { type: 'inspect'; path: string }
export type CopyAnswer = { facts: SqliteFacts } | { message: string; code: string | null }

// Copying and checking a large file takes seconds, which the server's own thread does not have.
parentPort?.on('message', (task: CopyTask) => void answer(task))

async function answer(task: CopyTask): Promise<void> {
  const reply = await run(task).then(
    (facts): CopyAnswer => ({ facts }),
    (error: Error & { code?: string }): CopyAnswer => ({ message: error.message, code: error.code ?? null }),
  )
  parentPort?.postMessage(reply)
}

async function run(task: CopyTask): Promise<SqliteFacts> {
  if (task.type === 'inspect') return inspectSqlite(task.path)
  return copySqlite(task.from, task.to, task.drop)
}
