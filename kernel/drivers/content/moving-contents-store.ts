import { UnavailableError } from '@svc/plugin'
import type { Clock, KernelDataPlane, WorkspaceDatabase } from '@svc/plugin'
import { isAlive } from './staged-contents.ts'

interface MoveRow {
  name: string
  /** `left`: the process that was at work on it did not end. */
  kind: 'place' | 'remove' | 'left'
  host: string
  pid: number
  since: number
}

const createTable = `CREATE TABLE IF NOT EXISTS kernel_content_moves (
  name TEXT NOT NULL, kind TEXT NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL, since INTEGER NOT NULL,
  PRIMARY KEY (name, kind, host, pid)) STRICT, WITHOUT ROWID`
const columns = 'name, kind, host, pid, since'
const selectRows = `SELECT ${columns} FROM kernel_content_moves WHERE name = ?`
const selectBelow = `SELECT ${columns} FROM kernel_content_moves WHERE name > ? AND name < ?`
const deleteBelow = `DELETE FROM kernel_content_moves WHERE name > ? AND name < ?`
const putRow = `INSERT INTO kernel_content_moves (${columns}) VALUES (@name, @kind, @host, @pid, @since)
  ON CONFLICT DO UPDATE SET since = excluded.since`
const deleteOwn = `DELETE FROM kernel_content_moves WHERE name = @name AND kind = @kind AND host = @host AND pid = @pid`
const deleteEnded = `DELETE FROM kernel_content_moves WHERE name = @name AND kind = @kind AND host = @host AND pid = @pid AND since = @since`

/** Processes of another machine, or another container, cannot be looked for: none is at work on a content for longer. */
const longestMs = 3_600_000

/**
 * Which objects are being stored or removed, so that no process removes what another is about to record: in the home's own file, or each in
 * the workspace's, where workspaces go from server to server. Several may store the same content at once; a removal is alone. What a killed
 * process leaves stays noted, and is swept.
 */
export class MovingContents {
  readonly #data: KernelDataPlane
  readonly #clock: Clock
  readonly #self: { host: string; pid: number }
  /** What this process is at work on. */
  readonly #placing = new Map<string, { uses: number; isLeft: boolean }>()
  readonly #removing = new Map<string, PromiseWithResolvers<void>>()

  /** `self`: this process, as others look for it. */
  constructor(data: KernelDataPlane, clock: Clock, self: { host: string; pid: number }) {
    this.#data = data
    this.#clock = clock
    this.#self = self
  }

  /** Nobody removes it until it is placed. @throws UnavailableError when another process is removing it now */
  async hold(name: string): Promise<void> {
    for (let removing = this.#removing.get(name); removing; removing = this.#removing.get(name)) await removing.promise
    this.#change(name, db => {
      if (db.all<MoveRow>(selectRows, name).some(row => row.kind === 'remove' && this.#isAtWork(row)))
        throw new UnavailableError('The same content is being deleted at this moment. Try again.', {
          retry_after_seconds: 1,
        })
      db.run(putRow, this.#row(name, 'place'))
    })
    const placing = this.#placing.get(name) ?? { uses: 0, isLeft: false }
    placing.uses += 1
    this.#placing.set(name, placing)
  }

  /** After {@link hold}. When it was not recorded, whether it is needed is for the next sweep to find out. */
  placed(name: string, isRecorded: boolean): void {
    const placing = this.#placing.get(name)
    if (!placing) return
    placing.uses -= 1
    placing.isLeft ||= !isRecorded
    if (placing.uses > 0) return
    this.#placing.delete(name)
    this.#end(name, 'place', placing.isLeft)
  }

  /** For removal; false when another is at work on it. */
  take(name: string): boolean {
    const isTaken = this.#change(name, db => {
      const rows = db.all<MoveRow>(selectRows, name)
      if (rows.some(row => this.#isAtWork(row))) return false
      for (const row of rows) db.run(deleteEnded, { ...row })
      db.run(putRow, this.#row(name, 'remove'))
      return true
    })
    if (isTaken) this.#removing.set(name, Promise.withResolvers())
    return isTaken
  }

  /** After {@link take}. */
  removed(name: string, isDone: boolean): void {
    try {
      this.#end(name, 'remove', !isDone)
    } finally {
      this.#removing.get(name)?.resolve()
      this.#removing.delete(name)
    }
  }

  /** The workspaces that may have some that nobody is at work on; where they go from server to server, those that are here. */
  workspaceIds(): Set<string> {
    return new Set(this.#data.entered?.() ?? this.left('w').map(workspaceOf))
  }

  /** Those below a folder that nobody is at work on. */
  left(folder: string): string[] {
    const rows = this.#change(folder, db => db.all<MoveRow>(selectBelow, `${folder}/`, `${folder}0`))
    return [...new Set(rows.filter(row => !this.#isAtWork(row)).map(({ name }) => name))]
  }

  /** Nothing below a folder is to be moved any more. Notes in the workspace's file go with it. */
  forget(folder: string): void {
    if (!this.#data.entered) this.#change(folder, db => db.run(deleteBelow, `${folder}/`, `${folder}0`))
  }

  #end(name: string, kind: 'place' | 'remove', isLeft: boolean): void {
    this.#change(name, db => {
      db.run(deleteOwn, { name, kind, ...this.#self })
      if (isLeft) db.run(putRow, this.#row(name, 'left'))
    })
  }

  #row(name: string, kind: MoveRow['kind']): { [K in keyof MoveRow]: MoveRow[K] } {
    return { name, kind, ...this.#self, since: this.#clock.now() }
  }

  #isAtWork({ name, kind, host, pid, since }: MoveRow): boolean {
    if (kind === 'left') return false
    if (host !== this.#self.host) return this.#clock.now() - since < longestMs
    if (pid !== this.#self.pid) return isAlive(pid)
    return kind === 'place' ? this.#placing.has(name) : this.#removing.has(name)
  }

  #change<T>(name: string, work: (db: WorkspaceDatabase) => T): T {
    const change = (db: WorkspaceDatabase): T => {
      db.run(createTable)
      return db.transaction(() => work(db))
    }
    return this.#data.entered ? this.#data.use(workspaceOf(name), change) : this.#data.useKernelFile(change)
  }
}

function workspaceOf(name: string): string {
  return name.split('/', 2)[1] ?? ''
}
