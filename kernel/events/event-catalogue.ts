import { InternalError, matchesEvent, ValidationError } from '@svc/plugin'
import type { EventQuery, EventType, WorkspaceEvent } from '@svc/plugin'
import { closestWord } from '@svc/plugin/library/closest-word'

const mostPatterns = 50

/** Every type that can occur, and the patterns that fit some of them. */
export class EventCatalogue {
  readonly all: readonly EventType[]
  readonly #types: ReadonlyMap<string, EventType>
  /** `job.*` and its like, and `*`. */
  readonly #prefixes: ReadonlySet<string>

  constructor(types: readonly EventType[]) {
    this.all = types.toSorted((a, b) => (a.type < b.type ? -1 : 1))
    this.#types = new Map(types.map(type => [type.type, type]))
    this.#prefixes = new Set(['*', ...this.all.flatMap(({ type }) => prefixesOf(type))])
  }

  /** @throws InternalError for a type that nobody declared */
  require(type: string): EventType {
    const found = this.#types.get(type)
    if (found) return found
    throw new InternalError(`No manifest declares the event type "${type}". Add it to "events".`)
  }

  /** Which events a reader gets. A type that is no longer declared is for admins alone, since its audience is unknown. */
  filter({ patterns, isAdmin }: Omit<EventQuery, 'after'>): (event: WorkspaceEvent) => boolean {
    return ({ type }) => {
      if (patterns !== undefined && !matchesEvent(patterns, type)) return false
      return isAdmin || this.#types.get(type)?.audience === 'workspace'
    }
  }

  /** Reads `job.*,run.failed`. @throws ValidationError for a pattern that fits no type */
  patterns(text: string, where: { name: string; path: string }): string[] {
    const patterns = [...new Set(text.split(',').map(each => each.trim()))]
    const faults =
      patterns.length > mostPatterns
        ? [`has ${patterns.length} patterns; send at most ${mostPatterns}`]
        : patterns.flatMap(pattern => this.#fault(pattern) ?? [])
    const [first] = faults
    if (first === undefined) return patterns
    throw new ValidationError(
      `${where.name} ${first}`,
      faults.map(message => ({ path: where.path, message })),
    )
  }

  #fault(pattern: string): string | null {
    if (this.#types.has(pattern) || this.#prefixes.has(pattern)) return null
    if (pattern === '') return 'has an empty pattern; leave the parameter out for all events'
    const near = closestWord(pattern, [...this.#prefixes, ...this.#types.keys()])
    const remedy = near === null ? '' : ` Did you mean "${near}"?`
    const domains = [...this.#prefixes].filter(prefix => prefix.endsWith('.*')).join(', ')
    return `"${pattern.slice(0, 100)}" fits no event type.${remedy} There are ${domains}; GET /api/events/types lists all.`
  }
}

function prefixesOf(type: string): string[] {
  const parts = type.split('.')
  return parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`)
}
