import { ConflictError, decodeCursor, InternalError, pageOf } from '@svc/plugin'
import type { ControlReader, ControlTable, ControlTables, ControlTransaction, Page, PageQuery } from '@svc/plugin'
import type { AnyRecord } from '../../planes/control/index.ts'
import { assertIndexed, assertOpen, assertRecord, recordsOf, schemaOf } from '../../planes/control/index.ts'
import { deepFreeze } from './registry-file.ts'
import type { Changes, RegistryView } from './registry-state.ts'

/** Reads what the view shows. */
export function readerOf(view: RegistryView): ControlReader {
  return {
    async get<T extends ControlTable>(table: T, id: string) {
      return view.get(table, id) as ControlTables[T] | null
    },
    async find<T extends ControlTable>(table: T, where: Partial<ControlTables[T]>) {
      assertIndexed(table, where)
      return recordsOf(table, view.find(table, where))
    },
    async page<T extends ControlTable>(table: T, where: Partial<ControlTables[T]>, page: PageQuery) {
      assertIndexed(table, where)
      const before = page.cursor === undefined ? undefined : decodeCursor<[string]>(page.cursor, ['string'])[0]
      const records = recordsOf(table, view.newest(table, where, page.limit + 1, before))
      return pageOf(
        records,
        page.limit,
        record => [record.id],
        record => record,
      )
    },
  }
}

/** Collects changes on top of a view; who commits them decides when they count. */
export class RegistryTransaction implements ControlTransaction {
  readonly #view: RegistryView
  readonly #changes: Changes
  readonly #reader: ControlReader
  #isOpen = true

  constructor(view: RegistryView, changes: Changes) {
    this.#view = view
    this.#changes = changes
    this.#reader = readerOf(view)
  }

  end(): void {
    this.#isOpen = false
  }

  async get<T extends ControlTable>(table: T, id: string): Promise<ControlTables[T] | null> {
    assertOpen(this.#isOpen)
    return this.#reader.get(table, id)
  }

  async find<T extends ControlTable>(table: T, where: Partial<ControlTables[T]>): Promise<ControlTables[T][]> {
    assertOpen(this.#isOpen)
    return this.#reader.find(table, where)
  }

  async page<T extends ControlTable>(
    table: T,
    where: Partial<ControlTables[T]>,
    page: PageQuery,
  ): Promise<Page<ControlTables[T]>> {
    assertOpen(this.#isOpen)
    return this.#reader.page(table, where, page)
  }

  async insert<T extends ControlTable>(table: T, record: ControlTables[T]): Promise<void> {
    assertOpen(this.#isOpen)
    assertRecord(table, record, { whole: true })
    if (this.#view.get(table, record.id) !== null) throw alreadyExists(table, 'id')
    this.#set(table, structuredClone(record))
  }

  async update<T extends ControlTable>(
    table: T,
    id: string,
    change: Partial<ControlTables[T]>,
  ): Promise<ControlTables[T] | null> {
    assertOpen(this.#isOpen)
    assertRecord(table, change, { whole: false })
    if (change.id !== undefined && change.id !== id) throw new InternalError('The id of a record never changes.')
    const record = this.#view.get(table, id)
    if (record === null) return null
    const changed: AnyRecord = { ...record, ...structuredClone(change), id }
    this.#set(table, changed)
    return changed as ControlTables[T]
  }

  async delete(table: ControlTable, id: string): Promise<boolean> {
    assertOpen(this.#isOpen)
    if (this.#view.get(table, id) === null) return false
    this.#changes.set(table, id, null)
    return true
  }

  #set(table: ControlTable, record: AnyRecord): void {
    const values = new Map<string, unknown>(Object.entries(record))
    for (const column of schemaOf(table).unique) {
      const holders = this.#view.find(table, { [column]: values.get(column) })
      if (holders.some(holder => holder.id !== record.id)) throw alreadyExists(table, column)
    }
    this.#changes.set(table, record.id, deepFreeze(record))
  }
}

function alreadyExists(table: ControlTable, column: string): ConflictError {
  return new ConflictError('already_exists', `There is already one with this ${column} in ${table}.`)
}
