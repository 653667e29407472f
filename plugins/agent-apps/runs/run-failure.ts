import {
  ConflictError,
  faultSentences,
  NotFoundError,
  SvcError,
  TimeoutError,
  UnavailableError,
  UnprocessableError,
} from '@svc/plugin'
import type { FieldError } from '@svc/plugin'
import type { AppRunRecord, AppRunWarning } from '@svc/plugin/contracts/agent-apps'
import type { SandboxError, SandboxOutcome } from '@svc/plugin/contracts/sandbox'

type Reason = (SandboxOutcome & { status: 'failed' })['reason']

/** How a run ended, whatever ran it. */
export type RunOutcome = { cpu_ms: number } & (
  | { status: 'succeeded'; output: AppRunRecord['output']; output_json?: Uint8Array }
  | { status: 'failed'; reason: Reason | 'agent'; error: SandboxError; cause?: SvcError }
  | { status: 'cancelled' }
)

function codeOf(reason: Reason | 'agent'): string {
  if (reason === 'timeout' || reason === 'cpu') return 'timeout'
  if (reason === 'memory') return 'agent_app_memory_exceeded'
  if (reason === 'output_invalid') return 'agent_app_output_invalid'
  return 'agent_app_failed'
}

/** The record's error: with the code by which its kind is known, unless the app's own error has one. */
export function errorOf(outcome: RunOutcome & { status: 'failed' }): NonNullable<AppRunRecord['error']> {
  const { reason, error } = outcome
  if (reason === 'threw' || reason === 'agent' || error.code !== undefined) return error
  return { ...error, code: codeOf(reason) }
}

/** The problem that a failed run is answered with; `run_id`, `error` and, if there are any, `warnings` stand at its top level. */
export function failureOf(
  record: AppRunRecord,
  outcome: RunOutcome & { status: 'failed' },
  warnings: readonly AppRunWarning[] = [],
): SvcError {
  const extra = { run_id: record.run_id, error: record.error, ...(warnings.length > 0 && { warnings: [...warnings] }) }
  const { reason, error, cause } = outcome
  const detail = `${record.app}: ${error.name}: ${error.message}`
  if (reason === 'agent' && cause) return new SvcError(cause.status, cause.code, cause.message, { cause, extra })
  if (reason === 'timeout' || reason === 'cpu') return new TimeoutError(detail, { extra })
  return new UnprocessableError(codeOf(reason), detail, { extra })
}

/** The same of a run that ended where nobody waited for it. */
export function recordedFailure(record: AppRunRecord, warnings: readonly AppRunWarning[]): SvcError {
  const { error } = record
  const extra = { run_id: record.run_id, error, ...(warnings.length > 0 && { warnings: [...warnings] }) }
  const detail = `${record.app}: ${error?.name ?? 'Error'}: ${error?.message ?? 'It failed.'}`
  return new UnprocessableError(error?.code ?? 'agent_app_failed', detail, { extra })
}

/** The answer to a client whose run somebody else ended. */
export function cancelledProblem(record: AppRunRecord): SvcError {
  return new ConflictError('conflict', `The run ${record.run_id} of ${record.app} was cancelled.`, {
    extra: { run_id: record.run_id },
  })
}

export function stoppingProblem(record: AppRunRecord): SvcError {
  return new UnavailableError('The server is stopping.', { extra: { run_id: record.run_id, error: record.error } })
}

/** An output that does not fit the manifest's `outputs`, or `output_schema`. */
export function misfitOf(faults: readonly FieldError[], key: 'outputs' | 'output_schema'): SandboxError {
  const list = faultSentences(faults.map(({ path, message }) => ({ path: `/output${path}`, message })))
  const message = `The output does not fit the manifest's "${key}": ${list}`
  return { name: 'OutputError', message, stack: `OutputError: ${message}` }
}

export function unknownRun(runId: string): NotFoundError {
  return new NotFoundError(`There is no run "${runId}".`)
}
