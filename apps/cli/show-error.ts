import { asCalled } from '@svc/plugin/library/called-as'
import { SvcError, ValidationError, fieldName, messageOf } from '@svc/plugin'

import type { Shell } from './shell.ts'

const failed = 1
const wrongUse = 2
/** As a start that meets another server on the home. */
const homeInUse = 75

/** Says in one sentence, or one JSON document, what went wrong; gives the exit code. */
export function showError(error: unknown, shell: Shell, json: boolean): number {
  const code = exitCodeOf(error)
  if (shell.signal.aborted) {
    shell.stderr.write('svc: stopped\n')
    return code
  }
  if (json) {
    shell.stderr.write(`${JSON.stringify({ error: errorDocument(error) }, null, 2)}\n`)
    return code
  }
  shell.stderr.write(`svc: ${asCalled(messageOf(error), shell.env)}\n`)
  const errors = error instanceof SvcError ? (error.errors ?? []) : []
  const said = messageOf(error)
  const unsaid = errors.filter(({ message }) => !said.includes(message))
  for (const { path, message } of unsaid) shell.stderr.write(`  ${fieldName(path)} ${message}\n`)
  // A bug of ours is no use without the place.
  if (!(error instanceof SvcError) && shell.env['SVC_LOG_LEVEL'] === 'debug' && error instanceof Error) {
    shell.stderr.write(`${error.stack}\n`)
  }
  return code
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ValidationError) return wrongUse
  return error instanceof SvcError && error.code === 'home_in_use' ? homeInUse : failed
}

function errorDocument(error: unknown): object {
  if (!(error instanceof SvcError)) return { code: 'failed', message: messageOf(error) }
  const { code, message, errors, extra } = error
  return { ...extra, code, message, ...(errors && errors.length > 0 ? { errors } : {}) }
}
