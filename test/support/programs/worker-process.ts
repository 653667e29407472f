import type { WorkerReport } from '../../../kernel/index.ts'
import { svcProgram } from './svc-program.ts'
import { startWatchedProcess } from './watched-process.ts'
import type { WatchedProcess } from './watched-process.ts'

/** `svc worker` as people run it; ready with what its ready line says. */
export type WorkerProcess = WatchedProcess<WorkerReport>

export interface WorkerProcessOptions {
  env: Record<string, string>
  flags?: readonly string[]
  cwd: string
}

export function startWorkerProcess({ env, flags = [], cwd }: WorkerProcessOptions): WorkerProcess {
  return startWatchedProcess({
    name: 'worker',
    command: [process.execPath, ...svcProgram('cli'), 'worker', '--json', ...flags],
    cwd,
    env: { SVC_LOG_LEVEL: 'error', ...env },
    readyBy: stdout => {
      const line = /^\{"worker_id".*(?=\n)/m.exec(stdout)?.[0]
      return line === undefined ? undefined : (JSON.parse(line) as WorkerReport)
    },
  })
}
