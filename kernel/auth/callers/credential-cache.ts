import { LRUCache } from 'lru-cache'
import type { Principal } from '@svc/plugin'

// Given as a size, not as a count: for a count the cache would set aside its room at every start.
const atMost = { maxSize: 120_000, sizeCalculation: () => 1 }

/** A credential that was checked against the control plane. */
export interface CheckedCredential {
  readonly principal: Principal
  /** Milliseconds since the epoch; `Infinity` when it never ends. */
  readonly expiresAt: number
  /** The session's or key's id, whose use is noted. */
  readonly recordId: string
  /** When its use was last noted. */
  notedAt: number
}

/** Keys and sessions never stand in for each other: a session's token is no bearer token, and a cookie is no place for a key. */
export type CredentialKind = 'api_keys' | 'sessions'

interface Entry {
  generation: number
  credential: CheckedCredential
}

/**
 * Raw credential to principal. One step of the generation drops everything: revocation must act at once and is rare,
 * so precision would buy nothing.
 */
export class CredentialCache {
  readonly #entries: Record<CredentialKind, LRUCache<string, Entry>> = {
    api_keys: new LRUCache(atMost),
    sessions: new LRUCache(atMost),
  }
  readonly #listeners: (() => void)[] = []
  #generation = 0

  /** Read it before the control plane and hand it to {@link set}: what was read before a revocation is then not kept. */
  get generation(): number {
    return this.#generation
  }

  get(kind: CredentialKind, raw: string): CheckedCredential | undefined {
    const entry = this.#entries[kind].get(raw)
    return entry?.generation === this.#generation ? entry.credential : undefined
  }

  set(kind: CredentialKind, raw: string, generation: number, credential: CheckedCredential): void {
    if (generation === this.#generation) this.#entries[kind].set(raw, { generation, credential })
  }

  /** Called after every change that may end a credential or alter what it may do. */
  forgetAll(): void {
    this.#generation += 1
    for (const listener of this.#listeners) listener()
  }

  onForgotten(listener: () => void): void {
    this.#listeners.push(listener)
  }
}
