import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../support/repository.ts'
import type { Fault } from './faulty-proxy.ts'

/** One call of either SDK: what goes wrong on its way, and what comes of it. */
export interface ContractCase {
  name: string
  faults?: Fault[]
  /** Module and method, as `sdk/surface.json` names them. */
  call: string[]
  /** Ids; `$memory` and the like stand for records that the test has made. */
  args?: string[]
  body?: Record<string, unknown>
  value?: Record<string, unknown> | null
  error?: {
    name: string
    status?: number
    code?: string
    /** Stands in the message. */
    message?: string
    retry_after?: number
    request_id?: string
    /** Paths of the fields that are wrong. */
    errors?: string[]
  }
  requests: number
  /** Every try carried the same `Idempotency-Key`. */
  same_key?: boolean
  count?: { call: string[]; is: number }
}

export const contractCases = JSON.parse(
  readFileSync(join(repositoryRoot, 'sdk/contract/cases.json'), 'utf8'),
) as ContractCase[]
