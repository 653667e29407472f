import { ProcessPool } from '../../../kernel/children/process-pool.ts'
import { ThreadRunner } from '../../../kernel/children/thread-runner.ts'
import type { Child, ChildOptions, ChildProcesses } from '@svc/plugin'
import { recordingLog } from '../recording-log.ts'

/** Child processes whose every start is seen, or made up, by a test: pools start theirs through `spawn` too. */
export function observedChildren(spawn: (program: string, options: ChildOptions) => Promise<Child>): ChildProcesses {
  return {
    spawn,
    pool: options => new ProcessPool(options, { spawn, log: recordingLog() }),
    thread: options => new ThreadRunner(options),
  }
}
