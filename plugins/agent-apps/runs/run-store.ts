import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeCursor, FairTurns, pageOf } from '@svc/plugin'
import type { DataPlane, EventLog, JsonValue, Page, PageQuery, WorkspaceDatabase } from '@svc/plugin'
import type { AppRunner, AppRunRecord, RunStatus, RunTrigger } from '@svc/plugin/contracts/agent-apps'
import { inBackground } from '@svc/plugin/library/turns/in-background'
import { logsOf } from './run-events.ts'
import type { RunEvent } from './run-events.ts'
import { unknownRun } from './run-failure.ts'
import { workspaceRunEvents } from './workspace-run-events.ts'

/** A run as it is stored; its logs are among its events. */
export interface StoredRun extends Omit<AppRunRecord, 'logs'> {
  /** Bytes of an output that stands apart, in parts; `output` is null then where the run was read from the store. */
  parts_bytes: number | null
  /** Of the task of a playbook that called it. */
  call_key: string | null
  user_id: string
  key_id: string | null
  job_id: string | null
}

/** A run in a list, without what may be long. */
export interface ListedRun extends Omit<AppRunRecord, 'output' | 'logs'> {
  /** Of the output as JSON; 0 without one. */
  output_bytes: number
}

/** As lists of apps show it. */
export type LastRun = Pick<AppRunRecord, 'run_id' | 'status' | 'started_at'>

export interface RunFilter extends PageQuery {
  app?: string
  status?: RunStatus
}

interface RunRow {
  run_id: string
  app: string
  version: string
  runner: string
  started_by: string | null
  status: string
  output: string | null
  error: string | null
  usage: string
  started_at: string
  finished_at: string | null
  user_id: string
  key_id: string | null
  job_id: string | null
  parts_bytes: number | null
  playbook_run_id: string | null
  call_key: string | null
}

interface ListedRow extends Omit<RunRow, 'output'> {
  output_bytes: number
}

const columns =
  'run_id, app, version, runner, started_by, status, output, error, usage, started_at, finished_at, user_id, key_id, job_id, parts_bytes, playbook_run_id, call_key'

const saveRun = `INSERT INTO agent_apps_runs (${columns}, process_id)
  VALUES (@run_id, @app, @version, @runner, @started_by, @status, @output, @error, @usage, @started_at, @finished_at, @user_id, @key_id, @job_id, @parts_bytes, @playbook_run_id, @call_key, @process_id)
  ON CONFLICT (run_id) DO UPDATE SET version = excluded.version, status = excluded.status, output = excluded.output, parts_bytes = excluded.parts_bytes, error = excluded.error,
    usage = excluded.usage, started_at = excluded.started_at, finished_at = excluded.finished_at, process_id = excluded.process_id,
    job_id = coalesce(excluded.job_id, job_id), playbook_run_id = coalesce(excluded.playbook_run_id, playbook_run_id)`
/** The job may have begun, and even ended, before its run is written down as queued. */
const saveQueued = `INSERT INTO agent_apps_runs (${columns}, process_id)
  VALUES (@run_id, @app, @version, @runner, @started_by, @status, @output, @error, @usage, @started_at, @finished_at, @user_id, @key_id, @job_id, @parts_bytes, @playbook_run_id, @call_key, @process_id)
  ON CONFLICT (run_id) DO UPDATE SET job_id = excluded.job_id`
const saveEvents = 'INSERT OR REPLACE INTO agent_apps_run_events (run_id, first_id, events) VALUES (?, ?, ?)'
const deleteEvents = 'DELETE FROM agent_apps_run_events WHERE run_id = ?'
const savePart = 'INSERT OR REPLACE INTO agent_apps_run_outputs (run_id, part, bytes) VALUES (?, ?, ?)'
const selectPart = 'SELECT bytes FROM agent_apps_run_outputs WHERE run_id = ? AND part = ?'
const selectPartsBytes = 'SELECT parts_bytes FROM agent_apps_runs WHERE run_id = ?'
const deleteParts = 'DELETE FROM agent_apps_run_outputs WHERE run_id = ?'
const selectRun = `SELECT ${columns} FROM agent_apps_runs WHERE run_id = ?`
const selectByKey = `SELECT ${columns} FROM agent_apps_runs WHERE call_key = ? ORDER BY run_id DESC LIMIT 1`
const selectOpen = `SELECT ${columns} FROM agent_apps_runs WHERE playbook_run_id IS NOT NULL AND status = 'running'`
const selectStatus = 'SELECT status FROM agent_apps_runs WHERE run_id = ?'
const selectEvents = 'SELECT events FROM agent_apps_run_events WHERE run_id = ? ORDER BY first_id'
const listedColumns = columns.replace(' output,', ' coalesce(parts_bytes, octet_length(output), 0) AS output_bytes,')
const newestFirst = 'ORDER BY run_id DESC LIMIT @limit'
const selectPage = `SELECT ${listedColumns} FROM agent_apps_runs WHERE run_id < @before ${newestFirst}`
const selectPageOfApp = `SELECT ${listedColumns} FROM agent_apps_runs WHERE app = @app AND run_id < @before ${newestFirst}`
const selectLast = 'SELECT run_id, status, started_at FROM agent_apps_runs WHERE app = ? ORDER BY run_id DESC LIMIT 1'
const selectPageOfStatus = `SELECT ${listedColumns} FROM agent_apps_runs WHERE status = @status AND run_id < @before ${newestFirst}`
const selectPageOfBoth = `SELECT ${listedColumns} FROM agent_apps_runs INDEXED BY agent_apps_runs_by_app
  WHERE app = @app AND status = @status AND run_id < @before ${newestFirst}`
// A run with a job is over when its job is; one without ends with its process. What a worker began by itself may go on there.
const closeInterrupted = `UPDATE agent_apps_runs SET status = 'failed', finished_at = @at, error = @error
  WHERE status = 'running' AND job_id IS NULL AND playbook_run_id IS NULL AND process_id <> @process_id
    AND (process_id NOT LIKE 'worker:%' OR started_at < @long_ago) RETURNING ${columns}`
const closeRunning = `UPDATE agent_apps_runs SET status = @status, finished_at = @at, error = @error
  WHERE run_id = @run_id AND status = 'running' AND playbook_run_id IS NULL AND process_id <> @process_id RETURNING ${columns}`
const closeOwn = `UPDATE agent_apps_runs SET status = @status, output = NULL, parts_bytes = NULL, finished_at = @at, error = @error
  WHERE run_id = @run_id AND status = 'running' AND process_id = @process_id RETURNING ${columns}`
const selectForeign = `SELECT run_id FROM agent_apps_runs WHERE status IN ('running', 'queued')
  AND (job_id IS NOT NULL OR playbook_run_id IS NOT NULL) AND process_id <> ? ORDER BY status DESC, run_id DESC LIMIT 1000`
const closeQueued = `UPDATE agent_apps_runs SET status = @status, finished_at = @at, error = @error
  WHERE run_id = @run_id AND status = 'queued' RETURNING ${columns}`
const pruneRuns = `DELETE FROM agent_apps_runs WHERE run_id IN (
  SELECT run_id FROM agent_apps_runs WHERE status NOT IN ('queued', 'running') AND run_id <=
    (SELECT run_id FROM agent_apps_runs ORDER BY run_id DESC LIMIT 1 OFFSET @keep) ORDER BY run_id LIMIT @most)`
const claimFire = `INSERT INTO agent_apps_fires (app, fire_at, run_id) VALUES (?, ?, ?)
  ON CONFLICT (app, fire_at) DO UPDATE SET run_id = run_id RETURNING run_id`
const pruneFires = 'DELETE FROM agent_apps_fires WHERE app = ? AND fire_at < ?'

const afterAllIds = '~'
/** Of a long output: so much is written, and is on the disk, within a millisecond or two. */
const partBytes = 256 * 1024
const mostPruned = 4
const never = new AbortController().signal
/** Longer than any run may take. */
const longestRunMs = 2 * 3_600_000

/** The error of a run that its process did not live to end. */
export const interruptedError = {
  name: 'InterruptedError',
  message: 'The server stopped during the run.',
  stack: 'InterruptedError: The server stopped during the run.',
  code: 'interrupted',
}

/** How a run ends that nobody carries on. */
export type RunEnd = { status: 'failed'; error: StoredRun['error'] } | { status: 'cancelled' }

export interface RunStoreOptions {
  log: Pick<EventLog, 'append'>
  /** An id of this process alone; that of a worker begins with `worker:`. */
  processId: string
  now: () => string
  /** Whether this process closes what an earlier one left open: the server does, a worker beside it does not. */
  sweeps?: boolean
  /** Called once for each workspace: runs of jobs may have been left open there, too. */
  onSwept?: (workspaceId: string) => void
}

/** All of the plugin's SQL. */
export class RunStore {
  readonly #data: DataPlane
  readonly #log: Pick<EventLog, 'append'>
  readonly #processId: string
  readonly #now: () => string
  readonly #sweeps: boolean
  readonly #onSwept: (workspaceId: string) => void
  /** Long outputs are written one at a time in a workspace; each is in memory until then, as its run is. */
  readonly #outputs = new FairTurns({ most: 4, mostEach: 1, refusal: 'Too many outputs wait to be stored.' })
  /** Workspaces in which what an earlier process left running was closed. */
  readonly #swept = new Set<string>()

  constructor(data: DataPlane, options: RunStoreOptions) {
    const { log, processId, now, sweeps = true, onSwept = () => undefined } = options
    this.#data = data
    this.#log = log
    this.#processId = processId
    this.#now = now
    this.#sweeps = sweeps
    this.#onSwept = onSwept
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#swept.delete(workspaceId)
  }

  /** Runs of jobs that another process has queued or begun, and not ended. */
  openElsewhere(workspaceId: string): string[] {
    const rows = this.#use(workspaceId, db => db.all<{ run_id: string }>(selectForeign, this.#processId))
    return rows.map(row => row.run_id)
  }

  /** Ends a run of a process that will not end it. */
  closeRunning(workspaceId: string, runId: string, end: RunEnd): void {
    const close = { ...this.#endOf(runId, end), process_id: this.#processId }
    this.#use(workspaceId, db => db.transaction(() => this.#closed(db, workspaceId, 'running', closeRunning, close)))
  }

  /** Ends a run of this process whose end, or output, could not be written. @throws StorageFullError */
  closeUnstored(workspaceId: string, runId: string, end: RunEnd): void {
    const close = { ...this.#endOf(runId, end), process_id: this.#processId }
    this.#use(workspaceId, db =>
      db.transaction(() => {
        db.run(deleteParts, runId)
        this.#closed(db, workspaceId, 'running', closeOwn, close)
      }),
    )
  }

  /** Writes the run as it is now, and events that were not written yet; in one transaction. */
  save(workspaceId: string, run: StoredRun, events: readonly RunEvent[]): void {
    this.#use(workspaceId, db =>
      db.transaction(() => {
        const before = db.get<{ status: RunStatus }>(selectStatus, run.run_id)?.status ?? null
        db.run(saveRun, this.#parameters(run))
        if (events.length > 0) db.run(saveEvents, run.run_id, events[0]?.id ?? 1, JSON.stringify(events))
        this.#log.append(db, workspaceId, workspaceRunEvents(before, run))
      }),
    )
  }

  saveQueued(workspaceId: string, run: StoredRun): void {
    this.#use(workspaceId, db => db.run(saveQueued, this.#parameters(run)))
  }

  /** Before a run is started over: what its first attempt wrote is gone. */
  forgetAttempt(workspaceId: string, runId: string): void {
    this.#use(workspaceId, db =>
      db.transaction(() => {
        db.run(deleteEvents, runId)
        db.run(deleteParts, runId)
      }),
    )
  }

  /** Writes a long output of a run that is stored: part by part in the background, because each is on the disk when this goes on. */
  async saveOutput(workspaceId: string, runId: string, bytes: Uint8Array): Promise<void> {
    await this.#outputs.run(workspaceId, never, async () => {
      for (const [part, start] of partStarts(bytes.byteLength).entries()) {
        const parameters = [runId, part, bytes.subarray(start, start + partBytes)] as const
        await inBackground(() => this.#use(workspaceId, db => db.run(savePart, ...parameters)))
      }
    })
  }

  /** The JSON of an output that stands apart, a part in a turn of the event loop; null where it does not. @throws NotFoundError once the run is deleted */
  async output(workspaceId: string, runId: string): Promise<Buffer[] | null> {
    const run = this.#use(workspaceId, db => db.get<Pick<RunRow, 'parts_bytes'>>(selectPartsBytes, runId))
    if (typeof run?.parts_bytes !== 'number') return null
    const parts: Buffer[] = []
    for (const part of partStarts(run.parts_bytes).keys()) {
      const row = await inBackground(() =>
        this.#use(workspaceId, db => db.get<{ bytes: Buffer }>(selectPart, runId, part)),
      )
      if (row === undefined) throw unknownRun(runId)
      parts.push(row.bytes)
    }
    return parts
  }

  get(workspaceId: string, runId: string): StoredRun | null {
    const row = this.#use(workspaceId, db => db.get<RunRow>(selectRun, runId))
    return row ? toRun(row) : null
  }

  /** Runs of apps that are playbooks, which have not ended as far as their records say. */
  openPlaybooks(workspaceId: string): StoredRun[] {
    return this.#use(workspaceId, db => db.all<RunRow>(selectOpen)).map(toRun)
  }

  /** The newest that the task of a playbook has begun with this key. */
  byCallKey(workspaceId: string, key: string): StoredRun | null {
    const row = this.#use(workspaceId, db => db.get<RunRow>(selectByKey, key))
    return row ? toRun(row) : null
  }

  events(workspaceId: string, runId: string): RunEvent[] {
    const rows = this.#use(workspaceId, db => db.all<{ events: string }>(selectEvents, runId))
    return rows.flatMap(row => JSON.parse(row.events) as RunEvent[])
  }

  record(workspaceId: string, runId: string): AppRunRecord | null {
    const run = this.get(workspaceId, runId)
    return run && toRecord(run, this.events(workspaceId, runId))
  }

  last(workspaceId: string, apps: readonly string[]): ReadonlyMap<string, LastRun> {
    return this.#use(workspaceId, db => {
      const found = apps.map(app => [app, db.get<LastRun>(selectLast, app)] as const)
      return new Map(found.flatMap(([app, run]) => (run ? [[app, run] as const] : [])))
    })
  }

  list(workspaceId: string, { app, status, limit, cursor }: RunFilter): Page<ListedRun> {
    const before = cursor === undefined ? afterAllIds : decodeCursor<[string]>(cursor, ['string'])[0]
    const page = { before, limit: limit + 1 }
    const rows = this.#use(workspaceId, db => {
      if (app !== undefined && status !== undefined)
        return db.all<ListedRow>(selectPageOfBoth, { ...page, app, status })
      if (app !== undefined) return db.all<ListedRow>(selectPageOfApp, { ...page, app })
      if (status !== undefined) return db.all<ListedRow>(selectPageOfStatus, { ...page, status })
      return db.all<ListedRow>(selectPage, page)
    })
    return pageOf(rows, limit, row => [row.run_id], toListed)
  }

  /** Ends a run that waits for a job which will never run it. */
  closeQueued(workspaceId: string, runId: string, end: RunEnd): void {
    const close = this.#endOf(runId, end)
    this.#use(workspaceId, db => db.transaction(() => this.#closed(db, workspaceId, 'queued', closeQueued, close)))
  }

  /** Deletes the oldest runs beyond `keep`, a few in a turn of the event loop: each may have a long output. */
  async prune(workspaceId: string, keep: number): Promise<void> {
    while (this.#use(workspaceId, db => db.run(pruneRuns, { keep, most: mostPruned })).changes === mostPruned)
      await nextTurn()
  }

  /** The id of the run of this time: `runId`, or that of the caller who came first. */
  claimFire(workspaceId: string, app: string, fireAt: string, runId: string, forgetBefore: string): string {
    return this.#use(workspaceId, db =>
      db.transaction(() => {
        db.run(pruneFires, app, forgetBefore)
        return db.get<{ run_id: string }>(claimFire, app, fireAt, runId)?.run_id ?? runId
      }),
    )
  }

  #use<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    if (this.#sweeps && !this.#swept.has(workspaceId)) {
      const at = this.#now()
      const longAgo = new Date(Date.parse(at) - longestRunMs).toISOString()
      const error = JSON.stringify(interruptedError)
      const sweep = { at, error, process_id: this.#processId, long_ago: longAgo }
      this.#data.use(workspaceId, db =>
        db.transaction(() => this.#closed(db, workspaceId, 'running', closeInterrupted, sweep)),
      )
      this.#swept.add(workspaceId)
      this.#onSwept(workspaceId)
    }
    return this.#data.use(workspaceId, work)
  }

  #endOf(runId: string, end: RunEnd): { run_id: string; status: string; error: string | null; at: string } {
    const error = end.status === 'failed' ? JSON.stringify(end.error) : null
    return { run_id: runId, status: end.status, error, at: this.#now() }
  }

  /** Ends runs by a statement and emits an event for each. */
  #closed(
    db: WorkspaceDatabase,
    workspaceId: string,
    before: RunStatus,
    statement: string,
    parameters: Record<string, string | null>,
  ): void {
    const rows = db.all<RunRow>(statement, parameters)
    this.#log.append(
      db,
      workspaceId,
      rows.flatMap(row => workspaceRunEvents(before, toRun(row))),
    )
  }

  #parameters(run: StoredRun) {
    const { trigger, ...stored } = run
    return {
      ...stored,
      started_by: trigger === run.runner ? null : trigger,
      output: run.output === null || run.parts_bytes !== null ? null : JSON.stringify(run.output),
      error: run.error === null ? null : JSON.stringify(run.error),
      usage: JSON.stringify(run.usage),
      process_id: this.#processId,
    }
  }
}

function toRun(row: RunRow): StoredRun {
  const { user_id, key_id, job_id, parts_bytes, call_key } = row
  const output = row.output === null ? null : (JSON.parse(row.output) as JsonValue)
  return { ...factsOf(row), output, user_id, key_id, job_id, parts_bytes, call_key }
}

function toListed(row: ListedRow): ListedRun {
  return { ...factsOf(row), output_bytes: row.output_bytes }
}

function factsOf(row: Omit<RunRow, 'output'>): Omit<AppRunRecord, 'output' | 'logs'> {
  const { run_id, app, version, started_at, finished_at, playbook_run_id } = row
  const runner = row.runner as AppRunner
  return {
    run_id,
    app,
    version,
    runner,
    trigger: (row.started_by as RunTrigger | null) ?? runner,
    status: row.status as RunStatus,
    playbook_run_id,
    error: row.error === null ? null : (JSON.parse(row.error) as StoredRun['error']),
    usage: JSON.parse(row.usage) as StoredRun['usage'],
    started_at,
    finished_at,
  }
}

/** Where the parts of so many bytes begin. */
function partStarts(bytes: number): number[] {
  return Array.from({ length: Math.ceil(bytes / partBytes) }, (_, part) => part * partBytes)
}

/** The run as clients see it. */
export function toRecord(run: StoredRun, events: readonly RunEvent[]): AppRunRecord {
  const { user_id: _user, key_id: _key, job_id: _job, parts_bytes: _bytes, call_key: _call, ...shown } = run
  return { ...shown, logs: logsOf(events) }
}
