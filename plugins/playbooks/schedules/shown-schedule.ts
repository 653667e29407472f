import type { JsonObject, SavedCaller } from '@svc/plugin'
import type { Schedule, WorkflowDefinition } from '../definitions/workflow.ts'
import type { ScheduleRow } from './schedule-store.ts'
import { timezoneOf } from './ticks.ts'

/** When a playbook is started by itself, as the API shows it. */
export interface ShownSchedule {
  cron?: string
  every?: Schedule['every']
  after?: Schedule['after']
  on?: JsonObject
  timezone: string
  enabled: boolean
  next_run_at: string | null
  /** As whom its runs act: who switched it on. */
  run_as: string | null
}

export function shownSchedule(definition: WorkflowDefinition, row: ScheduleRow | undefined): ShownSchedule | null {
  const { schedule } = definition
  if (schedule === undefined) return null
  const enabled = row?.enabled === 1
  const next = enabled ? (row?.next_at ?? null) : null
  return {
    ...(schedule as Omit<ShownSchedule, 'timezone' | 'enabled' | 'next_run_at' | 'run_as'>),
    timezone: timezoneOf(definition),
    enabled,
    next_run_at: next === null ? null : new Date(next).toISOString(),
    run_as: enabled && row ? (JSON.parse(row.caller) as SavedCaller).username : null,
  }
}
