import { AsyncLocalStorage } from 'node:async_hooks'
import { ConflictError, decodeCursor, InternalError, pageOf } from '@svc/plugin'
import type { ControlReader, ControlTable, ControlTables, ControlTransaction, PageQuery } from '@svc/plugin'
import { assertIndexed, assertRecord } from './control-schema.ts'
import type { AnyRecord } from './control-schema.ts'

type Awaitable<T> = T | Promise<T>
export type ColumnValues = Readonly<Record<string, unknown>>

/** How a driver of the control plane reads rows. The columns it is asked for are indexed ones. */
export interface ControlRows {
  get(table: ControlTable, id: string): Awaitable<AnyRecord | null>
  /** Rows equal to `where`, oldest first. */
  list(table: ControlTable, where: ColumnValues): Awaitable<AnyRecord[]>
  /** Rows equal to `where` with ids before `before`, newest first, `count` at the most. */
  newest(table: ControlTable, where: ColumnValues, count: number, before?: string): Awaitable<AnyRecord[]>
}

/**
 * How a driver changes rows within one transaction. What it is given fits the table.
 * A taken id or unique value throws {@link alreadyExists} and leaves the transaction usable.
 */
export interface ChangingRows extends ControlRows {
  insert(table: ControlTable, record: AnyRecord): Awaitable<void>
  /** The row after the change of at least one column, or null when there is none. */
  update(table: ControlTable, id: string, change: ColumnValues): Awaitable<AnyRecord | null>
  delete(table: ControlTable, id: string): Awaitable<boolean>
}

/** Reads typed records from a driver's rows: each was checked against its table when it was written. */
export function readerOf(rows: ControlRows): ControlReader {
  return {
    async get<T extends ControlTable>(table: T, id: string) {
      return (await rows.get(table, id)) as ControlTables[T] | null
    },
    async find<T extends ControlTable>(table: T, where: Partial<ControlTables[T]>) {
      assertIndexed(table, where)
      return (await rows.list(table, { ...where })) as AnyRecord[] as ControlTables[T][]
    },
    async page<T extends ControlTable>(table: T, where: Partial<ControlTables[T]>, page: PageQuery) {
      assertIndexed(table, where)
      const before = page.cursor === undefined ? undefined : decodeCursor<[string]>(page.cursor, ['string'])[0]
      const found = await rows.newest(table, { ...where }, page.limit + 1, before)
      return pageOf(
        found as ControlTables[T][],
        page.limit,
        record => [record.id],
        record => record,
      )
    },
  }
}

/** Runs `work` with a handle on the rows, which is of no use afterwards. */
export async function withHandle<T>(rows: ChangingRows, work: (tx: ControlTransaction) => Promise<T>): Promise<T> {
  let isOpen = true
  const open = (): ChangingRows => {
    if (!isOpen) throw new InternalError('A control plane handle was used after its transaction had ended.')
    return rows
  }
  const reader = readerOf({
    get: (table, id) => open().get(table, id),
    list: (table, where) => open().list(table, where),
    newest: (table, where, count, before) => open().newest(table, where, count, before),
  })
  try {
    return await work({
      ...reader,
      async insert(table, record) {
        assertRecord(table, record, { whole: true })
        await open().insert(table, record)
      },
      async update<T extends ControlTable>(table: T, id: string, change: Partial<ControlTables[T]>) {
        assertRecord(table, change, { whole: false })
        const { id: newId, ...values }: ColumnValues = { id, ...change }
        if (newId !== id) throw new InternalError('The id of a record never changes.')
        if (Object.keys(values).length === 0) return reader.get(table, id)
        return (await open().update(table, id, values)) as ControlTables[T] | null
      },
      async delete(table, id) {
        return open().delete(table, id)
      },
    })
  } finally {
    isOpen = false
  }
}

export function alreadyExists(cause?: unknown): ConflictError {
  return new ConflictError('already_exists', 'There is already a record with this id or unique value.', { cause })
}

/** Runs transactions one after the other. */
export class TransactionTurns {
  readonly #current = new AsyncLocalStorage<{ isOpen: boolean }>()
  #last: Promise<unknown> = Promise.resolve()

  /** @throws InternalError inside another transaction, which would wait for this one, and this one for it, for ever */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current.getStore()?.isOpen) {
      throw new InternalError(
        'A control plane transaction was begun inside another one; pass its handle along instead.',
      )
    }
    const scope = { isOpen: true }
    const turn = this.#current.run(scope, () => this.#last.then(work))
    this.#last = turn.catch(() => undefined)
    return turn.finally(() => (scope.isOpen = false))
  }

  /** Resolves when every transaction that was begun has ended. */
  async ended(): Promise<void> {
    await this.#last
  }
}
