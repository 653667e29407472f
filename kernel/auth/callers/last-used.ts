import { messageOf } from '@svc/plugin'
import type { Clock, ControlPlane, Logger } from '@svc/plugin'
import type { CredentialKind } from './credential-cache.ts'

export const useIsNotedEveryMs = 60_000

/** Notes when keys and sessions were used, in one transaction a minute, and keeps no timer while nothing is. */
export class LastUsed {
  readonly #control: ControlPlane
  readonly #clock: Clock
  readonly #log: Logger
  readonly #closing = new AbortController()
  #uses = new Map<string, { kind: CredentialKind; at: string }>()
  #waiting: Promise<void> | null = null

  constructor(control: ControlPlane, clock: Clock, log: Logger) {
    this.#control = control
    this.#clock = clock
    this.#log = log
  }

  note(kind: CredentialKind, id: string): void {
    this.#uses.set(id, { kind, at: this.#clock.timestamp() })
    this.#waiting ??= this.#flushLater()
  }

  async flush(): Promise<void> {
    const uses = this.#uses
    if (uses.size === 0) return
    this.#uses = new Map()
    await this.#control.transaction(async tx => {
      for (const [id, use] of uses) {
        if (use.kind === 'api_keys') await tx.update('api_keys', id, { last_used_at: use.at })
        else await tx.update('sessions', id, { last_seen_at: use.at })
      }
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#waiting
    await this.#flushOrLog()
  }

  async #flushLater(): Promise<void> {
    const { signal } = this.#closing
    // An abort ends the wait early: close() flushes once more anyway.
    await this.#clock.sleep(useIsNotedEveryMs, signal).catch(() => undefined)
    this.#waiting = null
    await this.#flushOrLog()
  }

  async #flushOrLog(): Promise<void> {
    try {
      await this.flush()
    } catch (thrown) {
      this.#log.warn({ err: thrown }, `the last use of keys and sessions was not written: ${messageOf(thrown)}`)
    }
  }
}
