import { PayloadTooLargeError, ValidationError } from '@svc/plugin'
import type { FieldError, NewJob, NewJobRecord } from '@svc/plugin'
import type { JobKind } from './job-kinds.ts'

/** What kinds, queues and schedules may be called. */
export const jobName = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/,
  rule: 'must be 1 to 128 letters, digits, dots, colons, dashes or underscores',
}
const mostPayloadBytes = 1024 * 1024
const mostKeyLength = 255
const defaultAttempts = 5
const priorityBound = 1_000_000

/**
 * Checks a job to be and fills in what it leaves open.
 * @throws ValidationError with all faults; PayloadTooLargeError over 1 MiB
 */
export function newJobRecord(
  job: NewJob,
  kind: JobKind | undefined,
  made: { workspace_id: string; job_id: string; now: number },
): NewJobRecord {
  const {
    queue = 'default',
    priority = 0,
    max_attempts = kind?.maxAttempts ?? defaultAttempts,
    unique_key = null,
  } = job
  const runAt = job.run_at === undefined ? made.now : Date.parse(job.run_at)
  const faults: FieldError[] = []
  const check = (holds: boolean, path: string, message: string): void => {
    if (!holds) faults.push({ path, message })
  }
  check(jobName.pattern.test(job.kind), '/kind', jobName.rule)
  check(jobName.pattern.test(queue), '/queue', jobName.rule)
  check(isWhole(priority, -priorityBound, priorityBound), '/priority', 'must be a whole number within ±1,000,000')
  check(isWhole(max_attempts, 1, 100), '/max_attempts', 'must be a whole number from 1 to 100')
  check(!Number.isNaN(runAt), '/run_at', 'must be a timestamp such as 2026-01-31T12:00:00.000Z')
  check(unique_key === null || isKey(unique_key), '/unique_key', `must be 1 to ${mostKeyLength} characters`)
  if (faults.length > 0) {
    const sentences = faults.map(fault => `${fault.path} ${fault.message}`)
    throw new ValidationError(`The job is not valid: ${sentences.join('; ')}`, faults)
  }
  const { payload: given = {} } = job
  const payload = JSON.stringify(given)
  const tooLarge = 'The payload of a job is at most 1 MiB. Keep what is larger in a file and name its id.'
  const extra = { limit_bytes: mostPayloadBytes }
  if (Buffer.byteLength(payload) > mostPayloadBytes) throw new PayloadTooLargeError(tooLarge, { extra })
  kind?.validate(given)
  return {
    workspace_id: made.workspace_id,
    job_id: made.job_id,
    kind: job.kind,
    queue,
    priority,
    payload,
    max_attempts,
    unique_key,
    run_at: runAt,
    created_at: made.now,
  }
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

function isKey(key: string): boolean {
  return key.length >= 1 && key.length <= mostKeyLength
}
