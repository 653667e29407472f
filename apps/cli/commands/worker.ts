import { InternalError } from '@svc/plugin'

/** Listed here for the help: main.ts hands the process over to the worker before any command is looked at. */
export function worker(): never {
  throw new InternalError('worker must be the first word: svc worker --concurrency 8')
}
