import { UnavailableError } from '@svc/plugin'
import type { PostgresDatabase, PostgresSession } from '../postgres/database.ts'

export interface LogRow {
  workspace_id: string
  seq: number
  /** Grows with each owner. */
  epoch: number
  /** `pages`: as `packPages` makes them. `object`: the name of an object with the same. `takeover`: nothing; another owner begins. */
  kind: 'pages' | 'object' | 'takeover'
  pages: Buffer
}

/** The last place of a workspace's log. */
export type LogEnd = Pick<LogRow, 'seq' | 'epoch'>

export type NoteOwner = (session: PostgresSession, workspaceId: string, epoch: number) => Promise<void>

const rowsAtOnce = 32
const trimmedAtOnce = 1000
const mostConfirmations = 10
const mostTakeovers = 4

const selectEnd = `SELECT seq, epoch FROM svc.workspace_log WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1`
const selectBegin = `SELECT seq FROM svc.workspace_log WHERE workspace_id = $1 ORDER BY seq LIMIT 1`
const selectCommitted = `
  SELECT (extract(epoch FROM committed_at) * 1000000)::bigint AS committed_at FROM svc.workspace_log
  WHERE workspace_id = $1 AND seq = $2`
/** At least one, and no more than some megabytes. */
const selectRows = `
  SELECT workspace_id, seq, epoch, kind, pages FROM (
    SELECT *, sum(octet_length(pages)) OVER (ORDER BY seq) - octet_length(pages) AS bytes_before FROM svc.workspace_log
    WHERE workspace_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4
  ) r WHERE bytes_before < 4194304 ORDER BY seq`
const selectObjects = `SELECT pages FROM svc.workspace_log WHERE workspace_id = $1 AND kind = 'object'`
const insertPlacement = `INSERT INTO svc.placements (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING`
const insertBrought = `
  INSERT INTO svc.placements (workspace_id, snapshot_seq, snapshot_at, epoch, wake_at) VALUES ($1, $2, now(), 1, now())
  ON CONFLICT (workspace_id) DO UPDATE SET snapshot_at = excluded.snapshot_at`
const selectAnswer = `SELECT 1`
const updateSnapshot = `UPDATE svc.placements SET snapshot_seq = $2, snapshot_at = now() WHERE workspace_id = $1 AND snapshot_seq < $2`
const selectPlaced = `
  SELECT workspace_id FROM svc.placements p WHERE snapshot_seq > 0 OR EXISTS (
    SELECT 1 FROM svc.workspace_log l WHERE l.workspace_id = p.workspace_id AND l.kind <> 'takeover'
  )`
const deleteRows = `
  DELETE FROM svc.workspace_log WHERE workspace_id = $1 AND seq IN (
    SELECT seq FROM svc.workspace_log
    WHERE workspace_id = $1 AND seq < least($2, (SELECT max(seq) FROM svc.workspace_log WHERE workspace_id = $1))
    ORDER BY seq LIMIT $3
  )`
const deleteLog = `DELETE FROM svc.workspace_log WHERE workspace_id = $1`
const deletePlacement = `DELETE FROM svc.placements WHERE workspace_id = $1`
/** A commit of its own, on the disk of the standby too when it returns: so is all that was committed before. */
const confirm = `SELECT pg_logical_emit_message(true, 'svc', '')`

/** One statement for any number of rows; their pages come in one piece, which is read and copied faster than many. */
const insertRows = {
  name: 'svc-log-append',
  text: `INSERT INTO svc.workspace_log (workspace_id, seq, epoch, kind, pages)
    SELECT workspace_id, seq, epoch, kind, substr($7::bytea, start, length)
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::int[], $6::int[])
      AS row (workspace_id, seq, epoch, kind, start, length)
    ON CONFLICT DO NOTHING RETURNING workspace_id`,
}

/** The workspaces whose rows took their places. */
async function insert(db: PostgresSession, rows: readonly LogRow[]): Promise<Set<string>> {
  let end = 1
  const starts = rows.map(({ pages }) => (end += pages.length) - pages.length)
  const params = [
    rows.map(row => row.workspace_id),
    rows.map(row => row.seq),
    rows.map(row => row.epoch),
    rows.map(row => row.kind),
    starts,
    rows.map(row => row.pages.length),
    rows.length === 1 ? rows[0]?.pages : Buffer.concat(rows.map(row => row.pages)),
  ]
  const result = await db.query<{ workspace_id: string }>(insertRows, params)
  return new Set(result.rows.map(row => row.workspace_id))
}

/** The log of all workspaces, in PostgreSQL. A row in it is durable, and its place is taken once for all. */
export class WorkspaceLog {
  /** For what belongs to the log: who may write to it. */
  readonly database: PostgresDatabase
  /** For what must not wait while the log has all connections: a lease that is renewed late is lost. */
  readonly renewals: PostgresDatabase
  readonly #unreplicated: () => number

  /** `unreplicated` counts the commits that were answered though the standby may not have them. */
  constructor(of: { database: PostgresDatabase; renewals: PostgresDatabase; unreplicated: () => number }) {
    this.database = of.database
    this.renewals = of.renewals
    this.#unreplicated = of.unreplicated
  }

  /**
   * Writes one row for each of several workspaces, in one statement. May be called again with the same rows when the answer was lost.
   * Returns the workspaces whose place another owner has taken.
   * @throws UnavailableError while PostgreSQL is away: whether the rows are there is unknown then
   */
  async append(rows: readonly LogRow[]): Promise<Set<string>> {
    const placed = await this.#durably(() => insert(this.database, rows))
    if (placed.size === rows.length) return new Set()
    const fenced = new Set<string>()
    for (const row of rows) {
      if (placed.has(row.workspace_id)) continue
      const range = [row.workspace_id, row.seq - 1, row.seq, 1]
      const [there] = (await this.database.query<LogRow>(selectRows, range)).rows
      const isOurs = there?.epoch === row.epoch && there.kind === row.kind && there.pages.equals(row.pages)
      if (!isOurs) fenced.add(row.workspace_id)
    }
    // A row whose answer was lost may wait for the standby still.
    await this.#durably(() => this.database.query(confirm))
    return fenced
  }

  /**
   * Makes this server the owner: the one before it finds the next place taken. `note` notes it in the same transaction.
   * @throws UnavailableError when others are faster again and again, and what `note` throws
   */
  async takeOver(workspaceId: string, note?: NoteOwner): Promise<LogEnd> {
    return this.#durably(() =>
      this.database.transaction(async session => {
        await session.query(insertPlacement, [workspaceId])
        for (let tries = 0; tries < mostTakeovers; tries += 1) {
          const [last] = (await session.query<LogEnd>(selectEnd, [workspaceId])).rows
          const next = { seq: (last?.seq ?? 0) + 1, epoch: (last?.epoch ?? 0) + 1 }
          const row: LogRow = { workspace_id: workspaceId, ...next, kind: 'takeover', pages: Buffer.alloc(0) }
          await note?.(session, workspaceId, next.epoch)
          // A flight of the owner before may have been under way: it counts, and is seen by the next look.
          if ((await insert(session, [row])).size === 1) return next
        }
        throw new UnavailableError(`Other servers write to workspace ${workspaceId} at the same time.`, {
          retry_after_seconds: 1,
        })
      }),
    )
  }

  /** The end of the log, while its epoch is the one that was taken before; null when another owner has followed. @throws what `note` throws */
  async resume(workspaceId: string, { epoch }: LogEnd, note?: NoteOwner): Promise<LogEnd | null> {
    const isOurs = (end: LogEnd | undefined): end is LogEnd => end?.epoch === epoch
    if (!isOurs((await this.database.query<LogEnd>(selectEnd, [workspaceId])).rows[0])) return null
    return this.#durably(() =>
      this.database.transaction(async session => {
        // It locks the workspace's row: from here on nobody follows.
        await note?.(session, workspaceId, epoch)
        const [last] = (await session.query<LogEnd>(selectEnd, [workspaceId])).rows
        if (isOurs(last)) return last
        throw new UnavailableError(`Another server has had workspace ${workspaceId} meanwhile.`, {
          retry_after_seconds: 1,
        })
      }),
    )
  }

  /** The rows after a place, up to another and with it. */
  async *rows(workspaceId: string, { after, to }: { after: number; to: number }): AsyncGenerator<LogRow> {
    for (let last = after; last < to;) {
      const { rows } = await this.database.query<LogRow>(selectRows, [workspaceId, last, to, rowsAtOnce])
      yield* rows
      const end = rows.at(-1)
      if (end === undefined) return
      last = end.seq
    }
  }

  /** The last place; null in an empty log. */
  async end(workspaceId: string): Promise<LogEnd | null> {
    return (await this.database.query<LogEnd>(selectEnd, [workspaceId])).rows[0] ?? null
  }

  /** The first place that was not trimmed. */
  async begin(workspaceId: string): Promise<number | null> {
    return (await this.database.query<{ seq: number }>(selectBegin, [workspaceId])).rows[0]?.seq ?? null
  }

  /** When the row at a place was committed, in microseconds; null when it is not there. No other row ever has that place and that time. */
  async committedAt(workspaceId: string, seq: number): Promise<number | null> {
    const { rows } = await this.database.query<{ committed_at: number }>(selectCommitted, [workspaceId, seq])
    return rows[0]?.committed_at ?? null
  }

  /** The names of the objects that rows of the workspace name. */
  async objects(workspaceId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ pages: Buffer }>(selectObjects, [workspaceId])
    return rows.map(({ pages }) => pages.toString())
  }

  /** The workspaces that have something. */
  async workspaceIds(): Promise<string[]> {
    const { rows } = await this.database.query<{ workspace_id: string }>(selectPlaced)
    return rows.map(row => row.workspace_id)
  }

  /** Begins the log of a workspace at a place that its first snapshot has; something in it may wait. */
  async bring(workspaceId: string, seq: number): Promise<void> {
    const row: LogRow = { workspace_id: workspaceId, seq, epoch: 1, kind: 'takeover', pages: Buffer.alloc(0) }
    await this.#durably(() =>
      this.database.transaction(async session => {
        await session.query(insertBrought, [workspaceId, seq])
        await insert(session, [row])
      }),
    )
  }

  async noteSnapshot(workspaceId: string, seq: number): Promise<void> {
    await this.database.query(updateSnapshot, [workspaceId, seq])
  }

  /** Deletes the rows below a place that a snapshot has, and never the last one. */
  async trim(workspaceId: string, below: number): Promise<void> {
    const params = [workspaceId, below, trimmedAtOnce]
    while ((await this.database.query(deleteRows, params)).count === trimmedAtOnce) continue
  }

  /** No place of the log is left, and nobody is noted as the owner. @throws what `note` throws, while another server is */
  async remove(workspaceId: string, note?: NoteOwner): Promise<void> {
    await this.database.transaction(async session => {
      await note?.(session, workspaceId, 0)
      await session.query(deletePlacement, [workspaceId])
      await session.query(deleteLog, [workspaceId])
    })
  }

  /** @throws UnavailableError while PostgreSQL is away */
  async check(): Promise<void> {
    await this.database.query(selectAnswer)
  }

  async close(): Promise<void> {
    await this.renewals.close()
    await this.database.close()
  }

  /** A commit that may not be on the standby counts once a later one is there, for sure. */
  async #durably<T>(work: () => Promise<T>): Promise<T> {
    let seen = this.#unreplicated()
    const result = await work()
    for (let tries = 0; this.#unreplicated() !== seen; tries += 1) {
      if (tries === mostConfirmations) throw new UnavailableError('PostgreSQL does not wait for its standby.')
      seen = this.#unreplicated()
      await this.database.query(confirm)
    }
    return result
  }
}
