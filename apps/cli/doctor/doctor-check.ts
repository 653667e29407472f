import type { Configuration } from '../../../kernel/index.ts'
import type { ApiClient } from '../api/api-client.ts'

/** Something to look at. It changes nothing, and answers with a finding for each thing worth saying. */
export interface DoctorCheck<Subject> {
  name: string
  run(subject: Subject, signal: AbortSignal): Finding[] | Promise<Finding[]>
}

/** What can be looked at before any home is opened. */
export interface Machine {
  /** What a start would find configured. */
  configuration: Configuration
  home: string
  homeExists: boolean
  /** A server runs on the home. */
  isRunning: boolean
}

/** What answers questions: the server that runs, or this process on the home. */
export interface Server extends Machine {
  api: ApiClient
}

export type Outcome = 'ok' | 'warning' | 'failed'

export interface Finding {
  check: string
  outcome: Outcome
  detail: string
  /** What to do about it. */
  remedy?: string
}

export function ok(check: string, detail: string): Finding {
  return { check, outcome: 'ok', detail }
}

export function warning(check: string, detail: string, remedy: string): Finding {
  return { check, outcome: 'warning', detail, remedy }
}

/** Without a remedy, the detail says what to do. */
export function failed(check: string, detail: string, remedy?: string): Finding {
  return { check, outcome: 'failed', detail, ...(remedy === undefined ? {} : { remedy }) }
}
