import type pg from 'pg'
import { decodeCursor, InternalError, pageOf } from '@svc/plugin'
import type { ControlReader, ControlTable, ControlTables, ControlTransaction, Page, PageQuery } from '@svc/plugin'
import { assertIndexed, assertOpen, assertRecord, recordsOf, schemaOf } from '../../../planes/control/index.ts'
import type { Change } from './change-feed.ts'
import type { Queryable } from './connection.ts'
import { alreadyExists, isUniqueViolation } from './postgres-errors.ts'
import { recordStore } from './record-store.ts'

const beforeUpdate = 'SAVEPOINT before_update'
const undoUpdate = 'ROLLBACK TO SAVEPOINT before_update'

/** Reads over one connection, or any of the pool. */
export function readerOf(db: Queryable): ControlReader {
  return {
    async get<T extends ControlTable>(table: T, id: string) {
      return (await recordStore.get(db, table, id)) as ControlTables[T] | null
    },
    async find<T extends ControlTable>(table: T, where: Partial<ControlTables[T]>) {
      assertIndexed(table, where)
      return recordsOf(table, await recordStore.find(db, table, where))
    },
    async page<T extends ControlTable>(table: T, where: Partial<ControlTables[T]>, page: PageQuery) {
      assertIndexed(table, where)
      const before = page.cursor === undefined ? undefined : decodeCursor<[string]>(page.cursor, ['string'])[0]
      const rows = await recordStore.newest(db, table, where, page.limit + 1, before)
      return pageOf(
        recordsOf(table, rows),
        page.limit,
        record => [record.id],
        record => record,
      )
    },
  }
}

/** One transaction's handle, with a note of what it changed. */
export class PostgresTransaction implements ControlTransaction {
  readonly changes: Change[] = []
  readonly #client: pg.PoolClient
  readonly #reader: ControlReader
  #isOpen = true

  constructor(client: pg.PoolClient) {
    this.#client = client
    this.#reader = readerOf(client)
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
    if (!(await recordStore.insert(this.#client, table, record))) throw alreadyExists()
    this.changes.push({ table, id: record.id })
  }

  async update<T extends ControlTable>(
    table: T,
    id: string,
    change: Partial<ControlTables[T]>,
  ): Promise<ControlTables[T] | null> {
    assertOpen(this.#isOpen)
    assertRecord(table, change, { whole: false })
    const { id: newId, ...values } = { id, ...change }
    if (newId !== id) throw new InternalError('The id of a record never changes.')
    if (Object.keys(values).length === 0) return this.#reader.get(table, id)
    const updated = await this.#update(table, id, values)
    if (updated !== null) this.changes.push({ table, id })
    return updated as ControlTables[T] | null
  }

  async delete(table: ControlTable, id: string): Promise<boolean> {
    assertOpen(this.#isOpen)
    const isDeleted = await recordStore.delete(this.#client, table, id)
    if (isDeleted) this.changes.push({ table, id })
    return isDeleted
  }

  /** A value that is taken must leave the transaction usable, which after an error it is only from a savepoint on. */
  async #update(table: ControlTable, id: string, values: Record<string, unknown>): Promise<{ id: string } | null> {
    const mayCollide = schemaOf(table).unique.some(column => column in values)
    if (!mayCollide) return recordStore.update(this.#client, table, id, values)
    await this.#client.query(beforeUpdate)
    try {
      return await recordStore.update(this.#client, table, id, values)
    } catch (error) {
      await this.#client.query(undoUpdate)
      throw isUniqueViolation(error) ? alreadyExists(error) : error
    }
  }
}
