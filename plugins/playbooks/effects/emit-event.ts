import { matchesEvent } from '@svc/plugin'
import type { DataPlane, EventLog, JsonObject } from '@svc/plugin'
import { fault } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome } from '../interpreter/ports.ts'
import { journalStore } from '../journal/journal-store.ts'

export const emittedEvent = 'playbook.event'

/** `emit`: a CloudEvent in the workspace's log, once, however often its task is tried. @throws Fault `validation` for a type of ours */
export function emitEvent(
  { data, events }: { data: DataPlane; events: EventLog },
  { workspaceId, runId }: { workspaceId: string; runId: string },
  { arguments: given, frame }: Effect,
): EffectOutcome {
  const event = given as JsonObject
  const type = String(event['type'])
  if (!type.includes('.') || events.types().some(known => matchesEvent([known.type], type)))
    throw fault(
      'validation',
      `"${type.slice(0, 200)}" is no type that an event may have: it needs a dot, and may not be one of svc's own.`,
    )
  data.use(workspaceId, db =>
    db.transaction(() => {
      if (!journalStore.emit(db, { key: frame.key, run_id: runId })) return
      events.append(db, workspaceId, [{ type: emittedEvent, data: { event, run_id: runId } }])
    }),
  )
  return { output: event }
}
