import { InternalError } from '@svc/plugin'
import type { LocalCommand } from '../local-command.ts'

/** Listed here for the help: main.ts hands the process over to the worker before any command is looked at. */
export const workerCommand: LocalCommand = {
  name: 'worker',
  summary: 'Run jobs in a process of its own: --queues a,b --concurrency n (svc worker --help)',
  passThrough: true,
  async run() {
    throw new InternalError('worker must be the first word: svc worker --concurrency 8')
  },
}
