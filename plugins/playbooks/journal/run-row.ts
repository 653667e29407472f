/** `pending`: nobody has begun. `suspended`: a person holds it. The last three are ends. */
export type RunStatus = 'pending' | 'running' | 'waiting' | 'suspended' | 'completed' | 'faulted' | 'cancelled'

/** What is JSON is text here; times are milliseconds since the epoch. */
export interface RunRow {
  id: string
  playbook_id: string
  name: string
  version: string
  revision: number
  content_hash: string
  status: RunStatus
  trigger: string
  inputs: string
  output: string | null
  error: string | null
  context: string
  /** Who started it: a SavedCaller. */
  caller: string
  parent_run_id: string | null
  labels: string
  priority: number
  usage: string
  /** Executions of tasks; `finished`: those that completed. */
  tasks: number
  finished: number
  /** Tasks of the definition. */
  total: number
  events: number
  bytes: number
  claim_job: string | null
  claim_attempt: number | null
  /** Null: nobody advances it. */
  claim_token: string | null
  /** How often it was claimed. */
  claims: number
  nudges: number
  cancel_reason: string | null
  /** A person has suspended it. */
  hold_reason: string | null
  wake_at: number | null
  created_at: number
  started_at: number | null
  ended_at: number | null
  deadline_at: number
  key_hash: string | null
  body_hash: string | null
}

export type NewRun = Omit<
  RunRow,
  | 'status'
  | 'output'
  | 'error'
  | 'context'
  | 'usage'
  | 'tasks'
  | 'finished'
  | 'events'
  | 'bytes'
  | 'claim_job'
  | 'claim_attempt'
  | 'claim_token'
  | 'claims'
  | 'nudges'
  | 'cancel_reason'
  | 'hold_reason'
  | 'started_at'
  | 'ended_at'
  | 'wake_at'
>

export type DueRun = Pick<RunRow, 'id' | 'priority' | 'nudges' | 'claims' | 'claim_token'>
