import type { JobRecord, JobStore, ScheduleRecord } from '@svc/plugin'
import type { Bucket } from './start-limits.ts'

export const keyOf = (workspaceId: string, name: string): string => `${workspaceId} ${name}`

interface AnsweredRequest {
  body_hash: string
  expires_at: number
  job: JobRecord
  created: boolean
}

/** What a database would hold. Records are replaced, never changed, so a record that was answered stays as it was. */
export class MemoryJobs {
  readonly jobs = new Map<string, JobRecord>()
  readonly requests = new Map<string, AnsweredRequest>()
  readonly schedules = new Map<string, ScheduleRecord>()
  readonly buckets = new Map<string, Bucket>()
  /** By workspace: the number of the last claim there, so that the workspaces take turns. */
  readonly turns = new Map<string, number>()
  readonly workListeners: Parameters<JobStore['onWork']>[0][] = []
  readonly cancelListeners: Parameters<JobStore['onCancelRequested']>[0][] = []

  /** The schedules that have a next time, the earliest first. */
  coming(): (ScheduleRecord & { next_run_at: number })[] {
    const hasNext = (each: ScheduleRecord): each is ScheduleRecord & { next_run_at: number } =>
      each.enabled && each.next_run_at !== null
    return [...this.schedules.values()].filter(hasNext).sort((a, b) => a.next_run_at - b.next_run_at)
  }

  /** Answers the ids of the jobs that ran. */
  removeWorkspace(workspaceId: string): string[] {
    const ended = [...this.jobs.values()].filter(({ workspace_id }) => workspace_id === workspaceId)
    for (const { job_id } of ended) this.jobs.delete(keyOf(workspaceId, job_id))
    for (const [key, { workspace_id }] of this.schedules) if (workspace_id === workspaceId) this.schedules.delete(key)
    return ended.filter(({ state }) => state === 'running').map(({ job_id }) => job_id)
  }
}
