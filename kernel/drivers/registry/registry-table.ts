import type { ControlTable } from '@svc/plugin'
import type { AnyRecord } from '../control/index.ts'
import { indexedColumns } from '../control/index.ts'

/** Where `id` stands in the sorted list, or would stand. */
function positionOf(ids: readonly string[], id: string): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? '') < id) low = middle + 1
    else high = middle
  }
  return low
}

/** Ids in order. New ids sort last, so adding one is nearly always an append. */
export class SortedIds {
  readonly #ids: string[]

  constructor(ids: string[] = []) {
    this.#ids = ids
  }

  get size(): number {
    return this.#ids.length
  }

  add(id: string): void {
    const last = this.#ids.at(-1)
    if (last === undefined || last < id) {
      this.#ids.push(id)
      return
    }
    const position = positionOf(this.#ids, id)
    if (this.#ids[position] !== id) this.#ids.splice(position, 0, id)
  }

  remove(id: string): void {
    const position = positionOf(this.#ids, id)
    if (this.#ids[position] === id) this.#ids.splice(position, 1)
  }

  ascending(): Iterable<string> {
    return this.#ids
  }

  /** From the last id, or the last one before `before`. */
  *descending(before?: string): Generator<string> {
    const end = before === undefined ? this.#ids.length : positionOf(this.#ids, before)
    for (let position = end - 1; position >= 0; position -= 1) yield this.#ids[position] as string
  }
}

/** Ids by a value. Most values stand in one record, whose id is kept alone: a list for each would be most of a large table. */
class ValueIndex {
  readonly #ids = new Map<unknown, string | SortedIds>()

  of(value: unknown): SortedIds {
    const ids = this.#ids.get(value)
    return ids instanceof SortedIds ? ids : new SortedIds(ids === undefined ? [] : [ids])
  }

  add(value: unknown, id: string): void {
    const ids = this.#ids.get(value)
    if (ids instanceof SortedIds) ids.add(id)
    else this.#ids.set(value, ids === undefined || ids === id ? id : new SortedIds([ids, id].sort()))
  }

  remove(value: unknown, id: string): void {
    const ids = this.#ids.get(value)
    if (ids instanceof SortedIds) ids.remove(id)
    if (ids === id || (ids instanceof SortedIds && ids.size === 0)) this.#ids.delete(value)
  }
}

/** True when the record equals `where` in all its columns. */
export function matches(record: AnyRecord, where: object): boolean {
  return Object.entries(where).every(([column, value]) => valueOf(record, column) === value)
}

function valueOf(record: AnyRecord, column: string): unknown {
  return (record as Record<string, unknown>)[column]
}

function linesOf(records: Iterable<AnyRecord>): Buffer {
  const lines = Array.from(records, record => JSON.stringify(record))
  return Buffer.from(lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`)
}

/** One table in memory: records by id, and ids by the value of each indexed column. */
export class RegistryTable {
  readonly #records = new Map<string, AnyRecord>()
  readonly #ids = new SortedIds()
  #lines: Buffer | null = null
  readonly #indexes: Map<string, ValueIndex>

  constructor(table: ControlTable) {
    this.#indexes = new Map(indexedColumns(table).map(column => [column, new ValueIndex()]))
  }

  get size(): number {
    return this.#records.size
  }

  get(id: string): AnyRecord | undefined {
    return this.#records.get(id)
  }

  ids(): Iterable<string> {
    return this.#ids.ascending()
  }

  set(record: AnyRecord): void {
    this.delete(record.id)
    this.#lines = null
    this.#records.set(record.id, record)
    this.#ids.add(record.id)
    for (const [column, index] of this.#indexes) index.add(valueOf(record, column), record.id)
  }

  delete(id: string): void {
    const record = this.#records.get(id)
    if (record === undefined) return
    this.#lines = null
    this.#records.delete(id)
    this.#ids.remove(id)
    for (const [column, index] of this.#indexes) index.remove(valueOf(record, column), id)
  }

  /** The records as lines of JSON, in order; kept until the table changes, for most tables do not from one save to the next. */
  lines(): Buffer {
    return (this.#lines ??= linesOf(this.ascending({})))
  }

  /** The lines as they will be with `changes`, which are not in the table yet. */
  linesWith(changes: ReadonlyMap<string, AnyRecord | null>): Buffer {
    const records = new Map(this.#records)
    for (const [id, record] of changes) {
      if (record === null) records.delete(id)
      else records.set(id, record)
    }
    return linesOf([...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1)))
  }

  /** Records equal to `where`, oldest first. */
  *ascending(where: object): Generator<AnyRecord> {
    for (const id of this.#candidates(where).ascending()) {
      const record = this.get(id)
      if (record !== undefined && matches(record, where)) yield record
    }
  }

  /** Records equal to `where`, newest first, those with ids before `before`. */
  *descending(where: object, before?: string): Generator<AnyRecord> {
    for (const id of this.#candidates(where).descending(before)) {
      const record = this.get(id)
      if (record !== undefined && matches(record, where)) yield record
    }
  }

  /** The shortest list of ids that holds all matches. */
  #candidates(where: object): SortedIds {
    const lists = Object.entries(where).flatMap(([column, value]) => {
      const index = this.#indexes.get(column)
      return index === undefined ? [] : [index.of(value)]
    })
    return lists.reduce((shortest, ids) => (ids.size < shortest.size ? ids : shortest), this.#ids)
  }
}
