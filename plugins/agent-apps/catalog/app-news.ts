import { messageOf } from '@svc/plugin'
import type { EventLog, Logger, NewEvent, Principal } from '@svc/plugin'

export interface AppNewsParts {
  events: Pick<EventLog, 'publish'>
  /** The first owner; null before setup. */
  owner(): Promise<Principal | null>
  log: Logger
}

/** Apps belong to the server and to no workspace: what becomes of them is told in the first owner's. */
export class AppNews {
  readonly #parts: AppNewsParts
  /** One after the other, so that they are told in their order. */
  #telling: Promise<void> = Promise.resolve()

  constructor(parts: AppNewsParts) {
    this.#parts = parts
  }

  tell(event: NewEvent): void {
    this.#telling = this.#telling.then(() => this.#tell(event))
  }

  async #tell(event: NewEvent): Promise<void> {
    const { events, owner, log } = this.#parts
    try {
      const principal = await owner()
      if (principal !== null) await events.publish(principal.workspace_id, event)
    } catch (error) {
      log.warn({ event: event.type, reason: messageOf(error) }, 'What became of an agent app could not be told.')
    }
  }
}
