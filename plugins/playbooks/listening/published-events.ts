import { hash } from 'node:crypto'
import { ValidationError } from '@svc/plugin'
import type { Clock, DataPlane, EventLog, Ids, JsonObject, WorkspaceMarks } from '@svc/plugin'
import { emittedEvent, typeRefusal } from './cloud-events.ts'
import { listenerStore } from './listener-store.ts'

export interface PublishedEventsOptions {
  data: DataPlane
  events: EventLog
  marks: WorkspaceMarks
  ids: Ids
  clock: Clock
}

/** A CloudEvent as a client sends it. */
export type GivenEvent = JsonObject & { type: string; source: string; id?: string; time?: string }

/** As long as the log holds events at the most. */
const keptMs = 8 * 24 * 60 * 60 * 1000

/** Events that clients give to the playbooks of a workspace: each once. */
export class PublishedEvents {
  readonly #options: PublishedEventsOptions

  constructor(options: PublishedEventsOptions) {
    this.#options = options
  }

  /** `isNew` is false when its source has published this id before. @throws ValidationError for a type of ours */
  publish(workspaceId: string, given: GivenEvent): { event: JsonObject; isNew: boolean } {
    const { data, events, marks, ids, clock } = this.#options
    const refusal = typeRefusal(events, given.type)
    if (refusal !== null) throw new ValidationError(refusal, [{ path: '/type', message: refusal }])
    const id = given.id ?? ids.create('pevt')
    const event: JsonObject = { time: clock.timestamp(), ...given, specversion: '1.0', id }
    const now = clock.now()
    const key = hash('sha256', JSON.stringify([given.source, id]), 'hex')
    const isNew = data.use(workspaceId, db =>
      db.transaction(() => {
        if (!listenerStore.publish(db, { key, at: now })) return false
        marks.add(workspaceId)
        listenerStore.forgetOld(db, now - keptMs)
        events.append(db, workspaceId, [{ type: emittedEvent, data: { event, run_id: null } }])
        return true
      }),
    )
    return { event, isNew }
  }
}
