import { matchesEvent } from '@svc/plugin'
import type { WorkspaceEvent } from '@svc/plugin'
import type { EventCatalogue } from './event-catalogue.ts'

/** What one reader is told. */
export class EventFilter {
  readonly #catalogue: EventCatalogue
  readonly #patterns: readonly string[] | null
  readonly #isAdmin: boolean

  constructor(catalogue: EventCatalogue, query: { patterns?: readonly string[]; isAdmin: boolean }) {
    this.#catalogue = catalogue
    this.#patterns = query.patterns ?? null
    this.#isAdmin = query.isAdmin
  }

  lets({ type }: WorkspaceEvent): boolean {
    if (this.#patterns !== null && !matchesEvent(this.#patterns, type)) return false
    return this.#isAdmin || !this.#catalogue.isForAdmins(type)
  }
}
