import type { ControlTable } from '@svc/plugin'
import type { AnyRecord } from '../../planes/control/index.ts'
import { controlTables } from '../../planes/control/index.ts'
import { matches, RegistryTable } from './registry-table.ts'

/** What transactions did and the state does not hold yet; null is a deletion. */
export class Changes {
  readonly #tables = new Map<ControlTable, Map<string, AnyRecord | null>>()

  get isEmpty(): boolean {
    return this.#tables.size === 0
  }

  of(table: ControlTable): ReadonlyMap<string, AnyRecord | null> | undefined {
    return this.#tables.get(table)
  }

  set(table: ControlTable, id: string, record: AnyRecord | null): void {
    const changes = this.#tables.get(table) ?? new Map<string, AnyRecord | null>()
    changes.set(id, record)
    this.#tables.set(table, changes)
  }

  add(later: Changes): void {
    for (const [table, changes] of later.#tables) {
      for (const [id, record] of changes) this.set(table, id, record)
    }
  }

  *entries(): Generator<[ControlTable, string, AnyRecord | null]> {
    for (const [table, changes] of this.#tables) for (const [id, record] of changes) yield [table, id, record]
  }
}

/** All tables as the file on the disk has them. */
export class RegistryState {
  readonly #tables = new Map(controlTables.map(table => [table, new RegistryTable(table)]))

  table(table: ControlTable): RegistryTable {
    return this.#tables.get(table) as RegistryTable
  }

  apply(changes: Changes): void {
    for (const [table, id, record] of changes.entries()) {
      if (record === null) this.table(table).delete(id)
      else this.table(table).set(record)
    }
  }
}

/** The state as it will be once `layers`, oldest first, are in it. */
export class RegistryView {
  readonly #state: RegistryState
  readonly #layers: () => readonly Changes[]

  constructor(state: RegistryState, layers: () => readonly Changes[]) {
    this.#state = state
    this.#layers = layers
  }

  get(table: ControlTable, id: string): AnyRecord | null {
    const changed = this.#changesOf(table).get(id)
    if (changed !== undefined) return changed
    return this.#state.table(table).get(id) ?? null
  }

  /** Oldest first. */
  find(table: ControlTable, where: object): AnyRecord[] {
    const changes = this.#changesOf(table)
    const kept = [...this.#state.table(table).ascending(where)].filter(record => !changes.has(record.id))
    const changed = [...changes.values()].filter(record => record !== null && matches(record, where)) as AnyRecord[]
    if (changed.length === 0) return kept
    return [...kept, ...changed].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Newest first, `count` records at the most. */
  newest(table: ControlTable, where: object, count: number, before?: string): AnyRecord[] {
    if (this.#changesOf(table).size === 0) {
      return this.#state.table(table).descending(where, before).take(count).toArray()
    }
    const found = this.find(table, where).reverse()
    return found.filter(record => before === undefined || record.id < before).slice(0, count)
  }

  #changesOf(table: ControlTable): ReadonlyMap<string, AnyRecord | null> {
    const layers = this.#layers().flatMap(layer => layer.of(table) ?? [])
    if (layers.length <= 1) return layers[0] ?? noChanges
    return new Map(layers.flatMap(layer => [...layer]))
  }
}

const noChanges: ReadonlyMap<string, AnyRecord | null> = new Map()
