import type { Configuration } from '../../../kernel/index.ts'
import type { ApiClient } from '../api/api-client.ts'
import type { Finding } from './finding.ts'

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
