import { ConflictError } from '@svc/plugin'
import type { Actor, AuditLog, Callers, Clock, DataPlane, EventLog, WorkspaceMarks } from '@svc/plugin'
import type { Playbooks } from '../definitions/playbooks.ts'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import { schemaFault } from '../runs/check-inputs.ts'
import { scheduleStore } from './schedule-store.ts'
import type { ScheduleRow } from './schedule-store.ts'
import { nextTick } from './ticks.ts'

export interface SchedulesOptions {
  data: DataPlane
  playbooks: Playbooks
  callers: Pick<Callers, 'save'>
  audit: AuditLog
  events: EventLog
  marks: WorkspaceMarks
  clock: Clock
  /** Something may be due. */
  look(workspaceId: string): void
}

/** Schedules of playbooks: off until an admin switches them on, as whom their runs act from then on. */
export class Schedules {
  readonly #options: SchedulesOptions

  constructor(options: SchedulesOptions) {
    this.#options = options
  }

  /** @throws NotFoundError; ConflictError for a playbook without a schedule, or whose inputs may not be empty */
  async switch(actor: Actor, key: string, isOn: boolean): Promise<void> {
    const { data, playbooks, callers, audit, events, marks, clock, look } = this.#options
    const { workspace_id } = actor
    const { id, name, revision, definition } = playbooks.stored(workspace_id, key)
    if (isOn) requireSchedule(name, definition)
    data.use(workspace_id, db =>
      db.transaction(() => {
        const before = scheduleStore.get(db, id)
        const caller = JSON.stringify(callers.save(actor))
        const last_run_id = before?.last_run_id ?? null
        const fresh = begunAt(definition, clock.now())
        const { place } = events.page(db, null, 0)
        const enabled = isOn ? 1 : 0
        marks.add(workspace_id)
        scheduleStore.save(db, { ...fresh, playbook_id: id, enabled, caller, revision, last_run_id, place })
      }),
    )
    look(workspace_id)
    const { ip = null, request_id = null } = actor
    const action = isOn ? 'playbook.schedule.enabled' : 'playbook.schedule.disabled'
    await audit.append({ principal: actor, action, target: id, ip, request_id, details: { name } })
  }
}

/** Where a schedule stands that begins now. The first run of `after` has none before it. */
export function begunAt(definition: WorkflowDefinition, now: number): Pick<ScheduleRow, 'next_at' | 'consumed'> {
  const next_at = definition.schedule?.after === undefined ? nextTick(definition, { now, last: now }) : now
  return { next_at, consumed: '[]' }
}

function requireSchedule(name: string, definition: WorkflowDefinition): void {
  const { schedule, input } = definition
  if (schedule === undefined)
    throw new ConflictError('conflict', `The playbook ${name} has no schedule in its definition.`)
  const problem = schedule.on || input?.schema === undefined ? null : schemaFault(input.schema.document, {})
  if (problem !== null)
    throw new ConflictError(
      'conflict',
      `A run of a schedule has no inputs, and those of ${name} may not be empty: ${problem}.`,
    )
}
