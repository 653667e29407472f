import { matchesEvent, messageOf } from '@svc/plugin'
import type { EventLog, EventOutbox, Ids, Logger, WorkspaceEvent, WorkspaceMarks } from '@svc/plugin'
import { endpointStore } from '../endpoints/endpoint-store.ts'
import type { EndpointRow } from '../endpoints/endpoint-store.ts'
import { deliveryStore } from './delivery-store.ts'

export interface DeliveryOutboxOptions {
  types: EventLog['types']
  marks: WorkspaceMarks
  ids: Ids
  now(): number
  log: Logger
}

/** The bytes that are sent: the payload of Standard Webhooks. */
export function bodyOf({ type, at, data }: Pick<WorkspaceEvent, 'type' | 'at' | 'data'>): string {
  return JSON.stringify({ type, timestamp: at, data })
}

/** Writes a delivery for each webhook that wants an event, in the event's own transaction: both stand, or neither does. */
export class DeliveryOutbox {
  readonly #options: DeliveryOutboxOptions
  readonly #filled = new Set<string>()
  #forAdmins: ReadonlySet<string> | null = null

  constructor(options: DeliveryOutboxOptions) {
    this.#options = options
  }

  /** True once for each workspace that got deliveries since it was last asked about. */
  takeFilled(workspaceId: string): boolean {
    return this.#filled.delete(workspaceId)
  }

  readonly fill: EventOutbox = (db, workspaceId, events) => {
    const endpoints = endpointStore.enabled(db)
    if (endpoints.length === 0) return
    const wanted = endpoints.map(endpoint => ({ endpoint, patterns: JSON.parse(endpoint.events) as string[] }))
    let count = 0
    for (const event of events) {
      const forAdmins = this.#isForAdmins(event.type)
      for (const { endpoint, patterns } of wanted) {
        if (!matchesEvent(patterns, event.type) || (forAdmins && endpoint.admin_by === null)) continue
        deliveryStore.insert(db, this.#delivery(event, endpoint, forAdmins))
        count += 1
      }
    }
    if (count === 0) return
    this.#filled.add(workspaceId)
    this.#mark(workspaceId)
  }

  #delivery(event: WorkspaceEvent, endpoint: EndpointRow, forAdmins: boolean) {
    return {
      id: this.#options.ids.create('whd'),
      endpoint_id: endpoint.id,
      event_id: event.id,
      event_type: event.type,
      for_admins: forAdmins ? (1 as const) : (0 as const),
      body: bodyOf(event),
      created_at: this.#options.now(),
    }
  }

  /** Before the commit: a crash right after it leaves a workspace that is looked at. */
  #mark(workspaceId: string): void {
    try {
      this.#options.marks.add(workspaceId)
    } catch (error) {
      // The event is worth more than the mark, which only speeds up what comes after a crash; the sender notes it again.
      this.#options.log.warn({ workspace_id: workspaceId, reason: messageOf(error) }, 'a workspace could not be noted')
    }
  }

  #isForAdmins(type: string): boolean {
    const all = this.#options.types()
    this.#forAdmins ??= new Set(all.filter(({ audience }) => audience === 'admin').map(each => each.type))
    return this.#forAdmins.has(type)
  }
}
