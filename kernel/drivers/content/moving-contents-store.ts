import { hostname } from 'node:os'
import { UnavailableError } from '@svc/plugin'
import type { Clock, KernelDataPlane } from '@svc/plugin'
import { isAlive } from './staged-contents.ts'

interface MovingRow {
  name: string
  /** Null: the process that was at work on it did not end. */
  host: string | null
  pid: number
  since: number
}

const createTable = `CREATE TABLE IF NOT EXISTS kernel_moving_contents (
  name TEXT PRIMARY KEY, host TEXT, pid INTEGER NOT NULL, since INTEGER NOT NULL) STRICT, WITHOUT ROWID`
const selectRow = `SELECT name, host, pid, since FROM kernel_moving_contents WHERE name = ?`
const selectBelow = `SELECT name, host, pid, since FROM kernel_moving_contents WHERE name > ? AND name < ?`
const putRow = `INSERT INTO kernel_moving_contents (name, host, pid, since) VALUES (@name, @host, @pid, @since)
  ON CONFLICT DO UPDATE SET host = excluded.host, pid = excluded.pid, since = excluded.since`
const deleteRow = `DELETE FROM kernel_moving_contents WHERE name = ?`

/** Processes of another machine, or another container, cannot be looked for: none is at work on a content for longer. */
const longestMs = 3_600_000
const lookAgainMs = 100
const mostLooks = 600

/**
 * Which objects are being stored or removed, in the home's own file, so that no process removes what another is about to record. What a
 * process left in the midst stays noted, and is swept.
 */
export class MovingContents {
  readonly #data: KernelDataPlane
  readonly #clock: Clock
  readonly #self: { host: string; pid: number }
  /** Those that this process is at work on. */
  readonly #held = new Map<string, PromiseWithResolvers<void>>()
  #isReady = false

  /** `self`: this process, as others look for it. */
  constructor(data: KernelDataPlane, clock: Clock, self = { host: hostname(), pid: process.pid }) {
    this.#data = data
    this.#clock = clock
    this.#self = self
  }

  /** Waits until nobody else is at work on it. @throws UnavailableError when that takes too long */
  async hold(name: string): Promise<void> {
    for (let looks = 0; looks < mostLooks; looks += 1) {
      if (this.take(name)) return
      const ours = this.#held.get(name)
      await (ours ? ours.promise : this.#clock.sleep(lookAgainMs))
    }
    throw new UnavailableError('The same content is being stored or deleted at this moment. Try again.', {
      retry_after_seconds: 1,
    })
  }

  /** False when another is at work on it. */
  take(name: string): boolean {
    const isTaken = this.#use(db =>
      db.transaction(() => {
        const row = db.get<MovingRow>(selectRow, name)
        if (row && this.#isHeld(row)) return false
        db.run(putRow, { name, ...this.#self, since: this.#clock.now() })
        return true
      }),
    )
    if (isTaken) this.#held.set(name, Promise.withResolvers())
    return isTaken
  }

  /** It is recorded, or gone. */
  settle(name: string): void {
    this.#release(name, () => this.#use(db => db.run(deleteRow, name)))
  }

  /** Whether it is needed is for the next sweep to find out. */
  leave(name: string): void {
    const row = { name, host: null, pid: this.#self.pid, since: this.#clock.now() }
    this.#release(name, () => this.#use(db => db.run(putRow, row)))
  }

  /** Those below a folder that nobody is at work on. */
  left(folder: string): string[] {
    const rows = this.#use(db => db.all<MovingRow>(selectBelow, `${folder}/`, `${folder}0`))
    return rows.filter(row => !this.#isHeld(row)).map(({ name }) => name)
  }

  #release(name: string, note: () => unknown): void {
    try {
      note()
    } finally {
      this.#held.get(name)?.resolve()
      this.#held.delete(name)
    }
  }

  #isHeld({ name, host, pid, since }: MovingRow): boolean {
    if (host === null) return false
    if (host !== this.#self.host) return this.#clock.now() - since < longestMs
    return pid === this.#self.pid ? this.#held.has(name) : isAlive(pid)
  }

  #use: KernelDataPlane['useKernelFile'] = work =>
    this.#data.useKernelFile(db => {
      if (!this.#isReady) db.run(createTable)
      this.#isReady = true
      return work(db)
    })
}
