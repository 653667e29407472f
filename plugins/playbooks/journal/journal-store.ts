import type { WorkspaceDatabase } from '@svc/plugin'
import { listenerStore } from '../listening/listener-store.ts'
import type { DueRun, NewRun, RunRow, RunStatus } from './run-row.ts'

/** The claim of one attempt of a job to advance a run. */
export interface RunClaim {
  run_id: string
  job: string
  attempt: number
  /** How often the run had been claimed when the job was made. */
  claims: number
  token: string
}

/** What a commit adds to the run's row. */
export interface RunStep {
  run_id: string
  token: string
  usage: string
  context: string | null
  tasks: number
  finished: number
  events: number
  bytes: number
}

/** What the run's row says after a commit. */
export interface Stepped {
  events: number
  bytes: number
  nudges: number
  cancel_reason: string | null
  hold_reason: string | null
}

export interface RunEnding {
  run_id: string
  token: string
  status: RunStatus
  output: string | null
  error: string | null
  now: number
}

export interface RunFilter {
  before: string
  playbook_id: string | null
  status: RunStatus | null
  trigger: string | null
  parent_run_id: string | null
  /** A label's name and its value. */
  label: string | null
  label_value: string | null
  limit: number
}

/** Anybody may cancel the job of a run: one that has a job is looked at again after this time. */
const lookAgainMs = 5 * 60_000

/** A condition on a run's row. */
export const isOver = `status IN ('completed', 'faulted', 'cancelled')`

const insertContent =
  'INSERT INTO playbooks_contents (hash, definition) VALUES (@hash, @definition) ON CONFLICT DO NOTHING'
const selectContent = 'SELECT definition FROM playbooks_contents WHERE hash = ?'
const insertRun = `INSERT INTO playbooks_runs (id, playbook_id, name, version, revision, content_hash, status, trigger, inputs, context, caller,
    parent_run_id, labels, priority, usage, tasks, total, finished, events, bytes, nudges, wake_at, created_at, deadline_at, key_hash, body_hash)
  VALUES (@id, @playbook_id, @name, @version, @revision, @content_hash, 'pending', @trigger, @inputs, 'null', @caller,
    @parent_run_id, @labels, @priority, '{}', 0, @total, 0, 0, length(@inputs), 0, @created_at, @created_at, @deadline_at, @key_hash, @body_hash)`
const selectRun = 'SELECT * FROM playbooks_runs WHERE id = ?'
const selectByKey = 'SELECT * FROM playbooks_runs WHERE key_hash = ?'
// An attempt that was frozen while another one claimed the run comes too late. The order of job ids does not show that: clocks are set back.
const isLater = `iif(claim_job = @job, claim_attempt <= @attempt, claims <= @claims)`
const claimed = `UPDATE playbooks_runs SET claim_job = @job, claim_attempt = @attempt, claim_token = @token, claims = claims + 1, status = 'running',
    started_at = coalesce(started_at, @now), wake_at = @now + ${lookAgainMs}
  WHERE id = @run_id AND NOT (${isOver}) AND status <> 'suspended' AND hold_reason IS NULL
    AND ${isLater}`
const claimRun = `${claimed} RETURNING *`
const beginRun = `${claimed} AND started_at IS NULL`
const stepRun = `UPDATE playbooks_runs SET usage = @usage, context = coalesce(@context, context), tasks = tasks + @tasks,
    finished = finished + @finished, events = events + @events, bytes = bytes + @bytes
  WHERE id = @run_id AND claim_token = @token RETURNING events, bytes, nudges, cancel_reason, hold_reason`
const endRun = `UPDATE playbooks_runs SET status = @status, output = @output, error = @error, ended_at = @now, wake_at = NULL, claim_token = NULL
  WHERE id = @run_id AND claim_token = @token`
// What happened since the run was read may be what it waits for: then it does not wait.
const parkRun = `UPDATE playbooks_runs SET claim_token = NULL, status = iif(hold_reason IS NULL, 'waiting', 'suspended'),
    wake_at = iif(hold_reason IS NOT NULL, NULL, min(deadline_at, coalesce((SELECT min(min(coalesce(t.wake_at, t.deadline_at), coalesce(t.deadline_at, t.wake_at)))
      FROM playbooks_tasks AS t INDEXED BY playbooks_tasks_live
      WHERE t.run_id = @run_id AND t.ended_at IS NULL AND (t.wake_at IS NOT NULL OR t.deadline_at IS NOT NULL)), deadline_at)))
  WHERE id = @run_id AND claim_token = @token AND nudges = @nudges`
const releaseRun = `UPDATE playbooks_runs SET claim_token = NULL, status = iif(hold_reason IS NULL, status, 'suspended'),
    wake_at = iif(hold_reason IS NULL, @now, NULL)
  WHERE id = @run_id AND claim_token = @token`
const nudgeRun = `UPDATE playbooks_runs SET nudges = nudges + 1, wake_at = iif(status = 'suspended', NULL, @now)
  WHERE id = @run_id AND NOT (${isOver})`
const cancelRun = `UPDATE playbooks_runs SET cancel_reason = @reason, hold_reason = NULL, status = iif(status = 'suspended', 'waiting', status),
    nudges = nudges + 1, wake_at = @now
  WHERE id = @run_id AND NOT (${isOver})`
// One that nobody advances is held at once; who advances it hears of it with its next commit. A claim that nobody gives back is that of a
// process that died: the next attempt finds the run held.
const holdRun = `UPDATE playbooks_runs SET hold_reason = @reason, nudges = nudges + 1, status = iif(claim_token IS NULL, 'suspended', status),
    wake_at = iif(claim_token IS NULL, NULL, @now)
  WHERE id = @run_id AND NOT (${isOver}) AND hold_reason IS NULL`
const holdLeft = `UPDATE playbooks_runs SET status = 'suspended', claim_token = NULL, wake_at = NULL
  WHERE id = @run_id AND NOT (${isOver}) AND hold_reason IS NOT NULL
    AND ${isLater}`
// One that waits for its turn waits for it again.
const goOn = `UPDATE playbooks_runs SET hold_reason = NULL, status = iif(is_behind = 1, 'pending', 'waiting'), nudges = nudges + 1,
    wake_at = iif(is_behind = 1, NULL, @now)
  WHERE id = @run_id AND status = 'suspended'`
const selectRuns = `SELECT * FROM playbooks_runs
  WHERE id < @before AND (@playbook_id IS NULL OR playbook_id = @playbook_id) AND (@status IS NULL OR status = @status)
    AND (@trigger IS NULL OR trigger = @trigger) AND (@parent_run_id IS NULL OR parent_run_id = @parent_run_id)
    AND (@label IS NULL OR EXISTS (SELECT 1 FROM json_each(labels) WHERE key = @label AND value = @label_value))
  ORDER BY id DESC LIMIT @limit`
const deleteRun = `DELETE FROM playbooks_runs WHERE id = ? AND ${isOver}`
const deleteTasks = 'DELETE FROM playbooks_tasks WHERE run_id = ?'
const deleteApprovals = 'DELETE FROM playbooks_approvals WHERE run_id = ?'
const deleteEmitted = 'DELETE FROM playbooks_emitted WHERE run_id = ?'
const insertEmitted = 'INSERT INTO playbooks_emitted (key, run_id) VALUES (@key, @run_id) ON CONFLICT DO NOTHING'
const deleteEvents = 'DELETE FROM playbooks_run_events WHERE run_id = ?'
const forgetKey = 'UPDATE playbooks_runs SET key_hash = NULL WHERE id = ?'
const selectChildren = `SELECT id FROM playbooks_runs WHERE parent_run_id = ? AND NOT (${isOver})`
// A job will take it up. What has happened to it since counts nudges up; once it was claimed, what it waits for is another thing.
const handOver = `UPDATE playbooks_runs SET wake_at = @now + ${lookAgainMs}
  WHERE id = @id AND nudges = @nudges AND claims = @claims AND claim_token IS @claim_token AND wake_at <= @now
    AND status IN ('pending', 'waiting', 'running')`
const selectDue = `SELECT id, priority, nudges, claims, claim_token FROM playbooks_runs WHERE wake_at <= @now ORDER BY wake_at LIMIT @limit`
const selectNextWake = 'SELECT min(wake_at) AS at FROM playbooks_runs WHERE wake_at > ?'
const selectRunning = `SELECT id, priority, nudges, claims, claim_token FROM playbooks_runs WHERE status = 'running' ORDER BY id`
/** The runs of one workspace: what each has done, and where it stands. Every write of an attempt carries its claim. */
export const journalStore = {
  insert(db: WorkspaceDatabase, run: NewRun, definition: string): void {
    db.run(insertContent, { hash: run.content_hash, definition })
    db.run(insertRun, { ...run })
  },
  get(db: WorkspaceDatabase, id: string): RunRow | undefined {
    return db.get<RunRow>(selectRun, id)
  },
  byKey(db: WorkspaceDatabase, keyHash: string): RunRow | undefined {
    return db.get<RunRow>(selectByKey, keyHash)
  },
  /** It is no longer found by its key. */
  forgetKey(db: WorkspaceDatabase, id: string): void {
    db.run(forgetKey, id)
  },
  definition(db: WorkspaceDatabase, hash: string): string | undefined {
    return db.get<{ definition: string }>(selectContent, hash)?.definition
  },
  /** Undefined: it has ended, is suspended, or a later attempt has it. */
  claim(db: WorkspaceDatabase, claim: RunClaim, now: number): RunRow | undefined {
    return db.get<RunRow>(claimRun, { ...claim, now })
  },
  /** As {@link claim}, of one that nobody has begun. False: another one has. */
  begin(db: WorkspaceDatabase, claim: RunClaim, now: number): boolean {
    return db.run(beginRun, { ...claim, now }).changes === 1
  },
  /** Undefined: another one has it by now. */
  step(db: WorkspaceDatabase, step: RunStep): Stepped | undefined {
    return db.get<Stepped>(stepRun, { ...step })
  },
  end(db: WorkspaceDatabase, ending: RunEnding): void {
    db.run(endRun, { ...ending })
  },
  /** False: something has happened since `nudges` was read. */
  park(db: WorkspaceDatabase, run: { run_id: string; token: string; nudges: number }): boolean {
    return db.run(parkRun, run).changes === 1
  },
  /** It is to be taken up again at once; nothing is in flight. */
  release(db: WorkspaceDatabase, run: { run_id: string; token: string; now: number }): void {
    db.run(releaseRun, run)
  },
  /** Something happened that it may wait for. */
  nudge(db: WorkspaceDatabase, run: { run_id: string; now: number }): boolean {
    return db.run(nudgeRun, run).changes === 1
  },
  /** A person suspends it. False: it has ended, or is suspended. */
  hold(db: WorkspaceDatabase, run: { run_id: string; reason: string; now: number }): boolean {
    return db.run(holdRun, run).changes === 1
  },
  /** Suspends one that was held while a process that died advanced it. */
  holdLeft(db: WorkspaceDatabase, { run_id, job, attempt, claims }: RunClaim): void {
    db.run(holdLeft, { run_id, job, attempt, claims })
  },
  /** It is suspended no more. False: it was not. */
  goOn(db: WorkspaceDatabase, run: { run_id: string; now: number }): boolean {
    return db.run(goOn, run).changes === 1
  },
  /** The newest first. */
  list(db: WorkspaceDatabase, filter: RunFilter): RunRow[] {
    return db.all<RunRow>(selectRuns, { ...filter })
  },
  /** With its tasks and events. False: it has not ended. */
  delete(db: WorkspaceDatabase, id: string): boolean {
    db.run(deleteTasks, id)
    db.run(deleteEvents, id)
    db.run(deleteEmitted, id)
    db.run(deleteApprovals, id)
    listenerStore.removeOfRun(db, id)
    return db.run(deleteRun, id).changes === 1
  },
  /** False: the event of this key was emitted before. */
  emit(db: WorkspaceDatabase, emitted: { key: string; run_id: string }): boolean {
    return db.run(insertEmitted, emitted).changes === 1
  },
  /** Runs that it started and that have not ended. */
  liveChildren(db: WorkspaceDatabase, runId: string): string[] {
    return db.all<{ id: string }>(selectChildren, runId).map(({ id }) => id)
  },
  /** False: it has ended. */
  cancel(db: WorkspaceDatabase, run: { run_id: string; reason: string; now: number }): boolean {
    return db.run(cancelRun, run).changes === 1
  },
  /** Those that somebody has to go on with, the longest due first. */
  due(db: WorkspaceDatabase, now: number, limit: number): DueRun[] {
    return db.all<DueRun>(selectDue, { now, limit })
  },
  /** When the next one that is not due yet will be. */
  nextWake(db: WorkspaceDatabase, now: number): number | null {
    return db.get<{ at: number | null }>(selectNextWake, now)?.at ?? null
  },
  /** A job has it: it is no longer due, unless something has happened to it since. */
  handOver(db: WorkspaceDatabase, { priority: _, ...run }: DueRun, now: number): void {
    db.run(handOver, { ...run, now })
  },
  running(db: WorkspaceDatabase): DueRun[] {
    return db.all<DueRun>(selectRunning)
  },
}
