import type { WorkspaceDatabase } from '@svc/plugin'

/** A task that waits for events. */
export interface ListenerRow {
  /** Of the task. */
  key: string
  run_id: string
  /** Patterns of types as JSON; null: every event may be for it. */
  types: string | null
  /** How far the log is read for it. */
  place: number
  /** The log may have something for it behind its place. */
  is_called: 0 | 1
}

const save = `INSERT INTO playbooks_listeners (key, run_id, types, place, is_called) VALUES (@key, @run_id, @types, @place, 0)
  ON CONFLICT (key) DO UPDATE SET place = @place, is_called = 0`
const remove = 'DELETE FROM playbooks_listeners WHERE key = ?'
const removeOfRun = 'DELETE FROM playbooks_listeners WHERE run_id = ?'
const selectQuiet = `SELECT types, min(place) AS place FROM playbooks_listeners WHERE is_called = 0 GROUP BY types`
const selectQuietOf = `SELECT key, run_id, types, place, is_called FROM playbooks_listeners WHERE is_called = 0 AND types IS ?`
const selectOne = 'SELECT place, is_called FROM playbooks_listeners WHERE key = ?'
const call = 'UPDATE playbooks_listeners SET is_called = 1, place = @place WHERE key = @key AND is_called = 0'
const moveOn = 'UPDATE playbooks_listeners SET place = @place WHERE is_called = 0 AND place < @place'
const publish = 'INSERT INTO playbooks_published (key, at) VALUES (@key, @at) ON CONFLICT DO NOTHING'
const forgetOld = 'DELETE FROM playbooks_published WHERE at < ?'

/** Who waits for which events, and what clients have published. */
export const listenerStore = {
  /** It has read the log as far as its place. */
  save(db: WorkspaceDatabase, listener: Omit<ListenerRow, 'is_called'>): void {
    db.run(save, { ...listener })
  },
  remove(db: WorkspaceDatabase, key: string): void {
    db.run(remove, key)
  },
  removeOfRun(db: WorkspaceDatabase, runId: string): void {
    db.run(removeOfRun, runId)
  },
  /** For what the log has to be read, and from where. Thousands may wait for the same. */
  quiet(db: WorkspaceDatabase): Pick<ListenerRow, 'types' | 'place'>[] {
    return db.all<Pick<ListenerRow, 'types' | 'place'>>(selectQuiet)
  },
  /** Those who wait for these types. */
  quietOf(db: WorkspaceDatabase, types: string | null): ListenerRow[] {
    return db.all<ListenerRow>(selectQuietOf, types)
  },
  get(db: WorkspaceDatabase, key: string): Pick<ListenerRow, 'place' | 'is_called'> | undefined {
    return db.get<Pick<ListenerRow, 'place' | 'is_called'>>(selectOne, key)
  },
  /** What follows this place may be for it: it reads on itself. */
  call(db: WorkspaceDatabase, listener: { key: string; place: number }): void {
    db.run(call, listener)
  },
  /** Nothing as far as this place was for any that was not called. */
  moveOn(db: WorkspaceDatabase, place: number): void {
    db.run(moveOn, { place })
  },
  /** False: it was published before. */
  publish(db: WorkspaceDatabase, published: { key: string; at: number }): boolean {
    return db.run(publish, published).changes === 1
  },
  forgetOld(db: WorkspaceDatabase, before: number): void {
    db.run(forgetOld, before)
  },
}
