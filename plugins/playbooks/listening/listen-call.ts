import { roleAtLeast } from '@svc/plugin'
import type {
  Clock,
  DataPlane,
  EventLog,
  JsonLike,
  JsonObject,
  JsonValue,
  Principal,
  WorkspaceEvent,
} from '@svc/plugin'
import { fault } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome, RunEvent } from '../interpreter/ports.ts'
import { cloudEventOf, isOfEngine } from './cloud-events.ts'
import { consume, consumedTypes, filtersOf, isOverBytes, mostConsumedBytes, nothingConsumed } from './consumption.ts'
import type { Consumed, Listening } from './consumption.ts'
import { isLikeText } from './event-filters.ts'
import { listenerStore } from './listener-store.ts'

export interface ListenServices {
  data: DataPlane
  events: EventLog
  clock: Clock
}

/** How far a task has read the log, and what it has. */
interface Position extends Consumed {
  place: number
}

const eventsAtOnce = 200
/** Then others have their turn. */
const pagesAtOnce = 5

/** `listen`: reads the log from the task's place until it has its events, or there is nothing more. @throws Fault */
export async function listenForEvents(
  { data, events, clock }: ListenServices,
  { workspaceId, runId, principal }: { workspaceId: string; runId: string; principal: Principal },
  effect: Effect,
): Promise<EffectOutcome> {
  const { frame, signal } = effect
  const listening = effect.arguments as Listening
  const position: Position = { ...nothingConsumed, ...(frame.position as { place: number }) }
  const own = data.use(workspaceId, db => listenerStore.get(db, frame.key))
  // What was read for the task while it waited had nothing for it.
  if (own && own.place > position.place) position.place = own.place
  const mayRead = audience(events, principal)
  const tools = {
    input: frame.input,
    evaluate: (template: string, input: JsonValue) => effect.evaluate(template, input),
  }
  const types = consumedTypes(listening.to)
  const isCorrelated = filtersOf(listening.to).some(({ correlate }) => correlate !== undefined)
  for (let pages = 0; pages < pagesAtOnce; pages += 1) {
    signal.throwIfAborted()
    const listener = { key: frame.key, run_id: runId, types: types && JSON.stringify(types) }
    const page = data.use(workspaceId, db =>
      db.transaction(() => {
        const found = events.page(db, position.place, eventsAtOnce)
        if (found.events.length === 0 && !found.isTorn) listenerStore.save(db, { ...listener, place: found.place })
        return found
      }),
    )
    if (page.isTorn)
      throw fault('runtime', 'event_gap: the log no longer holds all events since this task began to listen.')
    for (const event of page.events.filter(mayRead)) {
      // That it waits, for instance, is no news to the run itself.
      if (isOfEngine(event)) continue
      if (event.type.startsWith('playbook.run.') && event.data['run_id'] === runId) continue
      const shown = cloudEventOf(workspaceId, event)
      if (types && !types.some(type => isLikeText(type, String(shown['type'])))) continue
      const found = await consume(listening, shown, position, tools)
      if (!found) continue
      Object.assign(position, found.consumed)
      checkBytes(position)
      if (!found.isLast) continue
      data.use(workspaceId, db => listenerStore.remove(db, frame.key))
      if (isCorrelated) await effect.note(kept(position), [correlation('completed', frame.reference, position)], {})
      return { output: position.values }
    }
    position.place = page.place
    if (page.events.length === 0) return waits(position, null, isCorrelated && frame.waiting === null, effect)
  }
  return waits(position, clock.now(), false, effect)
}

function waits(position: Position, until: number | null, isBegun: boolean, { frame }: Effect): EffectOutcome {
  const events = isBegun ? [correlation('started', frame.reference, position)] : []
  return { waiting: { kind: 'event' }, until, position: kept(position), events }
}

function correlation(what: 'started' | 'completed', task: string, { correlations }: Position): RunEvent {
  return { type: `workflow.correlation-${what}`, data: { task, correlations: { ...correlations } } }
}

function kept(position: Position): JsonLike {
  return structuredClone(position)
}

function checkBytes(position: Position): void {
  if (isOverBytes(position))
    throw fault('runtime', `The events that were read have more than ${mostConsumedBytes} bytes together.`)
}

/** Events for admins alone are read for admins alone. */
function audience(events: EventLog, principal: Principal): (event: WorkspaceEvent) => boolean {
  if (roleAtLeast(principal.role, 'admin')) return () => true
  const open = new Set(events.types().flatMap(({ type, audience: who }) => (who === 'workspace' ? [type] : [])))
  return ({ type }) => open.has(type)
}

/** Nobody waits for the events any more. */
export function stopListening(data: DataPlane, workspaceId: string, key: string): void {
  data.use(workspaceId, db => listenerStore.remove(db, key))
}

/** The place behind everything that has happened. */
export function endOfEvents(
  { data, events }: Pick<ListenServices, 'data' | 'events'>,
  workspaceId: string,
): JsonObject {
  return { place: data.use(workspaceId, db => events.page(db, null, 0).place) }
}
