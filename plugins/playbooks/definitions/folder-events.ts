import { messageOf } from '@svc/plugin'
import type { Callers, EventLog, Logger } from '@svc/plugin'

/** What happened to a folder that has a playbook. */
export interface FolderChange {
  type: 'playbook.loaded' | 'playbook.failed' | 'playbook.removed'
  name: string
  version: string | null
  problems: number
}

export interface FolderEventsOptions {
  events: Pick<EventLog, 'publish'>
  callers: Pick<Callers, 'operator'>
  log: Logger
}

/** Folders belong to the server, so what happens to them stands in the log of its operator's workspace. */
export class FolderEvents {
  readonly #options: FolderEventsOptions
  /** Ends with the last event, so that they keep their order. */
  #publishing: Promise<void> = Promise.resolve()

  constructor(options: FolderEventsOptions) {
    this.#options = options
  }

  publish(change: FolderChange): void {
    this.#publishing = this.#publishing.then(() => this.#publish(change))
  }

  async #publish({ type, ...data }: FolderChange): Promise<void> {
    const { events, callers, log } = this.#options
    try {
      const operator = await callers.operator()
      if (operator !== null) await events.publish(operator.workspace_id, { type, data })
    } catch (error) {
      log.warn({ event: type, reason: messageOf(error) }, 'the event of a playbook could not be published')
    }
  }
}
