import { AsyncLocalStorage } from 'node:async_hooks'
import { UnavailableError } from '@svc/plugin'
import type { Logger } from '@svc/plugin'

type Opener = (workspaceId: string) => void | Promise<void>
type Closer = (workspaceId: string) => void

/** Those who have something to do when a workspace comes here or goes. */
export class WorkspaceListeners {
  readonly #log: Logger
  /** The workspace whose openers run. */
  readonly #opening = new AsyncLocalStorage<string>()
  readonly #openers: Opener[] = []
  readonly #closers: Closer[] = []

  constructor(log: Logger) {
    this.#log = log
  }

  onOpened(listener: Opener): void {
    this.#openers.push(listener)
  }

  onClosed(listener: Closer): void {
    this.#closers.push(listener)
  }

  /** Whether the call comes from an opener of the workspace. */
  areOpening(workspaceId: string): boolean {
    return this.#opening.getStore() === workspaceId
  }

  /** Calls the openers, after `prepare` if there are any. @throws UnavailableError of one of them, and what `prepare` throws */
  async opened(workspaceId: string, prepare: () => void): Promise<void> {
    if (this.#openers.length === 0) return
    await this.#opening.run(workspaceId, async () => {
      prepare()
      for (const opener of this.#openers) await this.#open(opener, workspaceId)
    })
  }

  closed(workspaceId: string): void {
    for (const closer of this.#closers) {
      try {
        closer(workspaceId)
      } catch (error) {
        this.#log.error({ workspace_id: workspaceId, err: error }, 'a listener to closed workspaces failed')
      }
    }
  }

  async #open(opener: Opener, workspaceId: string): Promise<void> {
    try {
      await opener(workspaceId)
    } catch (error) {
      // Once it is in use it cannot be taken up any more: the next one who comes may try.
      if (error instanceof UnavailableError) throw error
      this.#log.error({ workspace_id: workspaceId, err: error }, 'what waited in a workspace could not be taken up')
    }
  }
}
