import { messageOf } from '@svc/plugin'
import type { EventLog, Logger, NewEvent, Principal } from '@svc/plugin'

export interface AppEventsOptions {
  events: Pick<EventLog, 'publish'>
  /** The first owner; null before setup. */
  owner(): Promise<Principal | null>
  log: Logger
}

/** Apps belong to the server and to no workspace, so their events go to the workspace of the first owner. */
export class AppEvents {
  readonly #options: AppEventsOptions
  /** Ends with the last event, so that events keep their order. */
  #publishing: Promise<void> = Promise.resolve()

  constructor(options: AppEventsOptions) {
    this.#options = options
  }

  publish(event: NewEvent): void {
    this.#publishing = this.#publishing.then(() => this.#publish(event))
  }

  async #publish(event: NewEvent): Promise<void> {
    const { events, owner, log } = this.#options
    try {
      const principal = await owner()
      if (principal !== null) await events.publish(principal.workspace_id, event)
    } catch (error) {
      log.warn({ event: event.type, reason: messageOf(error) }, 'The event of an agent app could not be published.')
    }
  }
}
