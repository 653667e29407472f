// Preloaded into a server or a worker (`node --import …`) so that it dies by SIGKILL at a named point of a named transaction.
// `FAULT_POINT`: {"touching": "<part of a statement>", "at": "before-commit" | "after-commit", "nth": 3}
import { createRequire } from 'node:module'

export interface FaultPoint {
  /** A part of a statement: the transaction that runs it is the one that is meant. */
  touching: string
  at: 'before-commit' | 'after-commit'
  /** The how manieth such transaction, from 1. */
  nth: number
}

interface NativeStatement {
  [method: string]: unknown
}
interface NativeDatabase {
  inTransaction: boolean
}

const methods = ['run', 'get', 'all'] as const
const fault = JSON.parse(process.env['FAULT_POINT'] ?? 'null') as FaultPoint | null

/** Counts the transactions that are meant, and ends this process at the right one. */
class Countdown {
  readonly #fault: FaultPoint
  readonly #touched = new WeakSet<object>()
  #count = 0

  constructor(fault: FaultPoint) {
    this.#fault = fault
  }

  /** Runs one statement of `session`. */
  step<T>(session: object, sql: string, isInTransaction: () => boolean, work: () => T): T {
    const isMeant = sql.includes(this.#fault.touching)
    if (isMeant) this.#touched.add(session)
    // Without a transaction around it a statement is its own.
    const commits = sql === 'COMMIT' || !isInTransaction()
    const isOver = commits && this.#touched.delete(session)
    if (isOver) this.#count += 1
    const isDue = isOver && this.#count === this.#fault.nth
    if (isDue && this.#fault.at === 'before-commit') process.kill(process.pid, 'SIGKILL')
    const result = work()
    if (isDue) process.kill(process.pid, 'SIGKILL')
    return result
  }
}

if (fault !== null) {
  const countdown = new Countdown(fault)
  const Database = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => object
  const sample = new Database(':memory:')
  const [key] = Object.getOwnPropertySymbols(sample)
  const prototype = Object.getPrototypeOf((sample as Record<symbol, object>)[key as symbol]) as {
    prepare(this: NativeDatabase, sql: string, ...rest: unknown[]): NativeStatement
  }
  const { prepare } = prototype
  prototype.prepare = function (sql, ...rest) {
    const statement = prepare.call(this, sql, ...rest)
    for (const name of methods) {
      const method = statement[name] as ((...args: unknown[]) => unknown) | undefined
      if (method === undefined) continue
      statement[name] = (...args: unknown[]): unknown =>
        countdown.step(
          this,
          sql,
          () => this.inTransaction,
          () => method.apply(statement, args),
        )
    }
    return statement
  }
}
