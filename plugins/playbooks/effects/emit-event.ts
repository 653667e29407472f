import type { DataPlane, EventLog, JsonObject } from '@svc/plugin'
import { fault } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome } from '../interpreter/ports.ts'
import { journalStore } from '../journal/journal-store.ts'
import { emittedEvent, typeRefusal } from '../listening/cloud-events.ts'

/** `emit`: a CloudEvent in the workspace's log, once, however often its task is tried. @throws Fault `validation` for a type of ours */
export function emitEvent(
  { data, events }: { data: DataPlane; events: EventLog },
  { workspaceId, runId }: { workspaceId: string; runId: string },
  { arguments: given, frame }: Effect,
): EffectOutcome {
  const event = given as JsonObject
  const refusal = typeRefusal(events, String(event['type']))
  if (refusal !== null) throw fault('validation', refusal)
  data.use(workspaceId, db =>
    db.transaction(() => {
      if (!journalStore.emit(db, { key: frame.key, run_id: runId })) return
      events.append(db, workspaceId, [{ type: emittedEvent, data: { event, run_id: runId } }])
    }),
  )
  return { output: event }
}
