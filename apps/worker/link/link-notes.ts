import { messageOf } from '@svc/plugin'
import type { AuditEntry, Clock, Logger } from '@svc/plugin'
import type { LinkClient } from './link-client.ts'
import type { WorkerNotes } from '@svc/plugin/contracts/worker-link'
import type { ServerNotes } from '@svc/plugin/contracts/worker-link'

const retryMs = 1000

/** What the server must know of a worker on its home: where events were appended, and what the audit log is to say. */
export class LinkNotes implements ServerNotes {
  readonly #client: LinkClient
  readonly #clock: Clock
  readonly #log: Logger
  readonly #changed = new Set<string>()
  readonly #outdated = new Set<string>()
  #sending: Promise<void> | null = null

  constructor(client: LinkClient, { clock, log }: { clock: Clock; log: Logger }) {
    this.#client = client
    this.#clock = clock
    this.#log = log
  }

  /** Events were appended to the workspace's log. */
  changed(workspaceId: string): void {
    this.#changed.add(workspaceId)
    this.#sending ??= this.#sendAll()
  }

  /** The workspace's file waits for the server to bring it up to date. */
  outdated(workspaceId: string): void {
    this.#outdated.add(workspaceId)
    this.#sending ??= this.#sendAll()
  }

  /** Resolves once the server has it on its disk. */
  async audit(entry: AuditEntry): Promise<void> {
    await this.#send({ changed_workspaces: [], outdated_workspaces: [], audit: [entry] })
  }

  /** What comes while a request is on its way goes with the next one. */
  async #sendAll(): Promise<void> {
    let isLastTry = false
    while (this.#changed.size + this.#outdated.size > 0) {
      const [changed, outdated] = [[...this.#changed], [...this.#outdated]]
      this.#changed.clear()
      this.#outdated.clear()
      try {
        await this.#send({ changed_workspaces: changed, outdated_workspaces: outdated, audit: [] })
        isLastTry = false
      } catch (error) {
        this.#log.debug({ reason: messageOf(error) }, 'events cannot be reported to the server now')
        // A server that starts anew reads the log itself.
        if (isLastTry) continue
        isLastTry = true
        for (const id of changed) this.#changed.add(id)
        for (const id of outdated) this.#outdated.add(id)
        await this.#clock.sleep(retryMs)
      }
    }
    this.#sending = null
  }

  async #send(notes: WorkerNotes): Promise<void> {
    await this.#client.post('/notes', notes)
  }
}
