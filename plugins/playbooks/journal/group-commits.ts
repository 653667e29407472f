import type { DataPlane, WorkspaceDatabase } from '@svc/plugin'

interface Waiting {
  work(db: WorkspaceDatabase): void
  settle(error: unknown): void
}

/**
 * What runs of a workspace write within one turn of the event loop is one transaction: the disk is waited for once. Each write stands or
 * falls alone within it.
 */
export class GroupCommits {
  readonly #data: DataPlane
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(data: DataPlane) {
    this.#data = data
  }

  /** Durable when it resolves. @throws what `work` throws, and what keeps the disk from taking it */
  write(workspaceId: string, work: Waiting['work']): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const settle = (error: unknown): void => (error === undefined ? resolve() : reject(error))
    const waiting = this.#waiting.get(workspaceId)
    if (waiting) waiting.push({ work, settle })
    else {
      this.#waiting.set(workspaceId, [{ work, settle }])
      setImmediate(() => this.#flush(workspaceId))
    }
    return promise
  }

  #flush(workspaceId: string): void {
    const all = this.#waiting.get(workspaceId) ?? []
    this.#waiting.delete(workspaceId)
    let outcomes: unknown[]
    try {
      outcomes = this.#data.use(workspaceId, db => db.transaction(() => outcomesOf(db, all)))
    } catch (error) {
      outcomes = all.map(() => error)
    }
    for (const [index, { settle }] of all.entries()) settle(outcomes[index])
  }
}

/** One alone fails with the transaction; each of several has a transaction of its own within it. */
function outcomesOf(db: WorkspaceDatabase, all: readonly Waiting[]): unknown[] {
  const [first, second] = all
  if (first && !second) return [first.work(db)]
  return all.map(({ work }) => failureOf(db, work))
}

function failureOf(db: WorkspaceDatabase, work: Waiting['work']): unknown {
  try {
    db.transaction(() => work(db))
    return undefined
  } catch (error) {
    return error
  }
}
