import type { ControlTable } from '@svc/plugin'
import { alreadyExists, controlTables, schemaOf } from '../control/index.ts'
import type { AnyRecord, ChangingRows, ColumnValues, ControlRows } from '../control/index.ts'
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
export class RegistryView implements ControlRows {
  readonly #state: RegistryState
  readonly #layers: () => readonly Changes[]

  constructor(state: RegistryState, layers: () => readonly Changes[] = () => []) {
    this.#state = state
    this.#layers = layers
  }

  get(table: ControlTable, id: string): AnyRecord | null {
    const changed = this.#changesOf(table).get(id)
    if (changed !== undefined) return changed
    return this.#state.table(table).get(id) ?? null
  }

  list(table: ControlTable, where: object): AnyRecord[] {
    const changes = this.#changesOf(table)
    const kept = [...this.#state.table(table).ascending(where)].filter(record => !changes.has(record.id))
    const changed = [...changes.values()].filter(record => record !== null && matches(record, where)) as AnyRecord[]
    if (changed.length === 0) return kept
    return [...kept, ...changed].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  newest(table: ControlTable, where: object, count: number, before?: string): AnyRecord[] {
    if (this.#changesOf(table).size === 0) {
      return this.#state.table(table).descending(where, before).take(count).toArray()
    }
    const found = this.list(table, where).reverse()
    return found.filter(record => before === undefined || record.id < before).slice(0, count)
  }

  #changesOf(table: ControlTable): ReadonlyMap<string, AnyRecord | null> {
    const layers = this.#layers().flatMap(layer => layer.of(table) ?? [])
    if (layers.length <= 1) return layers[0] ?? noChanges
    return new Map(layers.flatMap(layer => [...layer]))
  }
}

/** Collects changes on top of a view; who commits them decides when they count. */
export class RegistryChanges extends RegistryView implements ChangingRows {
  readonly #own: Changes

  /** `own` is the last of the layers. */
  constructor(state: RegistryState, layers: () => readonly Changes[], own: Changes) {
    super(state, layers)
    this.#own = own
  }

  insert(table: ControlTable, record: AnyRecord): void {
    if (this.get(table, record.id) !== null) throw alreadyExists()
    this.#set(table, structuredClone(record))
  }

  update(table: ControlTable, id: string, change: ColumnValues): AnyRecord | null {
    const record = this.get(table, id)
    return record === null ? null : this.#set(table, { ...record, ...structuredClone(change) })
  }

  delete(table: ControlTable, id: string): boolean {
    if (this.get(table, id) === null) return false
    this.#own.set(table, id, null)
    return true
  }

  #set(table: ControlTable, record: AnyRecord): AnyRecord {
    const values = new Map<string, unknown>(Object.entries(record))
    for (const column of schemaOf(table).unique) {
      const holders = this.list(table, { [column]: values.get(column) })
      if (holders.some(holder => holder.id !== record.id)) throw alreadyExists()
    }
    this.#own.set(table, record.id, deepFreeze(record))
    return record
  }
}

/** Freezes a record and the lists in it. */
export function deepFreeze<T extends object>(record: T): T {
  for (const value of Object.values(record)) if (Array.isArray(value)) Object.freeze(value)
  return Object.freeze(record)
}

const noChanges: ReadonlyMap<string, AnyRecord | null> = new Map()
