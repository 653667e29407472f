import { InternalError } from '@svc/plugin'
import type { LocalCommand } from '../local-command.ts'

/** Listed here for the help: main.ts hands the process over to the server before any command is looked at. */
export const startCommand: LocalCommand = {
  name: 'start',
  summary: 'Start the server; any setting may follow as a flag, such as --port 8421',
  passThrough: true,
  async run() {
    throw new InternalError('start must be the first word: svc start --port 8421')
  },
}
