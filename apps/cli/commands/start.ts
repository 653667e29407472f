import { InternalError } from '@svc/plugin'

/** Listed here for the help: main.ts hands the process over to the server before any command is looked at. */
export function start(): never {
  throw new InternalError('start must be the first word: svc start --port 8421')
}
