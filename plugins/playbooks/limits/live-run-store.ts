import type { WorkspaceDatabase } from '@svc/plugin'

const countLive = 'SELECT count(*) AS count FROM playbooks_runs WHERE ended_at IS NULL'
const selectAny = 'SELECT 1 FROM playbooks_runs LIMIT 1'
const countActive = `SELECT count(*) AS count FROM playbooks_runs WHERE playbook_id = ? AND ended_at IS NULL AND is_behind = 0`
const limit = `UPDATE playbooks_runs SET max_active = @max, is_behind = @behind, wake_at = iif(@behind = 1, NULL, wake_at) WHERE id = @run_id`
const selectNext = `SELECT id, max_active FROM playbooks_runs WHERE playbook_id = ? AND ended_at IS NULL AND is_behind = 1 AND status = 'pending'
    AND cancel_reason IS NULL ORDER BY priority DESC, id LIMIT 1`
const letBegin = `UPDATE playbooks_runs SET is_behind = 0, wake_at = @now, nudges = nudges + 1 WHERE id = @run_id`
// A run that was started by one that lives is found by it again.
const selectOld = `SELECT id FROM playbooks_runs AS r WHERE ended_at < @before
    AND NOT EXISTS (SELECT 1 FROM playbooks_runs AS p WHERE p.id = r.parent_run_id AND p.ended_at IS NULL)
  ORDER BY ended_at LIMIT @limit`
const selectBeyond = `SELECT ended_at AS at FROM playbooks_runs WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1 OFFSET @keep`

/** How many runs there are: that live, that are under way, that have ended. */
export const liveRunStore = {
  live(db: WorkspaceDatabase): number {
    return db.get<{ count: number }>(countLive)?.count ?? 0
  },
  /** Whether there is a run at all, also one that has ended. */
  hasAny(db: WorkspaceDatabase): boolean {
    return db.get(selectAny) !== undefined
  },
  /** Of one playbook, those that wait for their turn left out. */
  active(db: WorkspaceDatabase, playbookId: string): number {
    return db.get<{ count: number }>(countActive, playbookId)?.count ?? 0
  },
  /** At most so many runs of its playbook are under way when it begins. */
  limit(db: WorkspaceDatabase, { run_id, max, isBehind }: { run_id: string; max: number; isBehind: boolean }): void {
    db.run(limit, { run_id, max, behind: isBehind ? 1 : 0 })
  },
  /** Lets the run begin whose turn is next, when there is room for it. */
  letNextBegin(db: WorkspaceDatabase, { playbook_id, now }: { playbook_id: string; now: number }): void {
    const next = db.get<{ id: string; max_active: number }>(selectNext, playbook_id)
    if (next && this.active(db, playbook_id) < next.max_active) db.run(letBegin, { run_id: next.id, now })
  },
  /** Runs that ended before this, the oldest first. */
  endedBefore(db: WorkspaceDatabase, range: { before: number; limit: number }): string[] {
    return db.all<{ id: string }>(selectOld, range).map(({ id }) => id)
  },
  /** When the first of those ended that are more than are kept; null: there are no more. */
  endOfBeyond(db: WorkspaceDatabase, keep: number): number | null {
    return db.get<{ at: number }>(selectBeyond, { keep })?.at ?? null
  },
}
