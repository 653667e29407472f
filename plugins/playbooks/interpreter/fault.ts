import { messageOf, SvcError } from '@svc/plugin'

const errorTypes = 'https://serverlessworkflow.io/spec/1.0.0/errors/'

/** An error as the standard has it (RFC 7807). `instance` is the reference of the task that raised it. */
export interface WorkflowError {
  type: string
  status: number
  title: string
  detail?: string
  instance: string
  /** Of a fault in a playbook that this one started. */
  child_run_id?: string
}

/** The standard's kinds of errors, with the status that each has by itself. */
const kinds = {
  configuration: { status: 400, title: 'Configuration error' },
  validation: { status: 400, title: 'Validation error' },
  expression: { status: 400, title: 'Expression error' },
  authentication: { status: 401, title: 'Authentication error' },
  authorization: { status: 403, title: 'Authorization error' },
  timeout: { status: 408, title: 'Timeout' },
  communication: { status: 502, title: 'Communication error' },
  runtime: { status: 500, title: 'Runtime error' },
} as const

export type FaultKind = keyof typeof kinds

export interface FaultDetails {
  /** In place of the one of its kind: what an HTTP endpoint answered. */
  status?: number
  /** A lower bound for the pause before the next try, in seconds. */
  retryAfterSeconds?: number
  childRunId?: string
  /** The run has used up what it may: no `catch` takes it, and it ends the run. */
  isFinal?: boolean
  cause?: unknown
}

/** What makes a task fault, and what `catch` can catch unless it is final. It gets its `instance` from the task in which it arises. */
export class Fault extends Error {
  readonly error: Omit<WorkflowError, 'instance'> & { instance?: string }
  readonly retryAfterSeconds: number | undefined
  readonly isFinal: boolean

  constructor(error: Fault['error'], details: FaultDetails = {}) {
    super(error.detail ?? error.title, { cause: details.cause })
    this.name = 'Fault'
    this.error = error
    this.retryAfterSeconds = details.retryAfterSeconds
    this.isFinal = details.isFinal ?? false
  }

  /** The error with the task it is reported for. */
  at(reference: string): WorkflowError {
    return { ...this.error, instance: this.error.instance ?? reference }
  }
}

/** A fault of one of the standard's kinds. `detail` is a sentence for people; where it begins with a code, the code stands before a colon. */
export function fault(kind: FaultKind, detail: string, details: FaultDetails = {}): Fault {
  const { status, title } = kinds[kind]
  const error: Fault['error'] = { type: errorTypes + kind, status: details.status ?? status, title, detail }
  if (details.childRunId !== undefined) error.child_run_id = details.childRunId
  return new Fault(error, details)
}

/** Everything that may be thrown while a task runs, as a fault. What is none of ours keeps its words to itself: they may hold secrets. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown
  if (!(thrown instanceof SvcError) || thrown.status === 500)
    return fault('runtime', 'The task failed with an unexpected error; the log of the server has it.', {
      cause: thrown,
    })
  const { code, status, retryAfterSeconds, fields } = thrown
  const detail = messageOf(thrown)
  const details = { cause: thrown, retryAfterSeconds }
  if (code === 'url_blocked' || status === 403) return fault('authorization', `${code}: ${detail}`, details)
  // A provider of models that refuses our key is, to its caller, an upstream that failed.
  if (status === 401 || fields['refuses_key'] === true) return fault('authentication', detail, details)
  if (code === 'token_budget_exceeded') return fault('runtime', `budget_exceeded: ${detail}`, details)
  if (status === 404) return fault('configuration', detail, details)
  if (status === 400 || status === 413) return fault('validation', detail, details)
  if (status === 429 || status === 502 || status === 503) return fault('communication', detail, { ...details, status })
  if (status === 504) return fault('timeout', detail, details)
  return fault('runtime', `${code}: ${detail}`, details)
}

/** The run can do nothing more until something happens elsewhere; its position is in the journal. */
export class Parked extends Error {
  /** When the first of the tasks that wait is to be taken up again. */
  wakeAt: number

  constructor(wakeAt = Infinity) {
    super('The run waits.')
    this.name = 'Parked'
    this.wakeAt = wakeAt
  }
}

/** Work that nobody wants any more: its run is cancelled, or another branch was faster. */
export class Withdrawn extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Withdrawn'
  }
}

/** This process may not go on with the run: it stops, or lost its claim. The journal stays as it is. */
export class Stopped extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'Stopped'
  }
}
