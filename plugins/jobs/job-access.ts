import { ForbiddenError, hasScope } from '@svc/plugin'
import type { Job, JobRecord, JobSchedule, Principal } from '@svc/plugin'

/**
 * What callers of the API may do with jobs of plugins. A permission to write jobs reaches every job of the workspace, but must not
 * become the rights of somebody else: a payload that names a user is neither taken from a caller, nor shown, nor started again.
 */
export class JobAccess {
  /** Kinds whose jobs only their plugin makes. */
  readonly guarded: readonly string[]
  readonly #guarded: ReadonlySet<string>

  constructor(guarded: readonly string[]) {
    this.guarded = guarded
    this.#guarded = new Set(guarded)
  }

  isGuarded(kind: string): boolean {
    return this.#guarded.has(kind)
  }

  /** @throws ForbiddenError */
  assertMayEnqueue(kind: string): void {
    if (!this.isGuarded(kind)) return
    throw new ForbiddenError(
      'forbidden',
      `Jobs of the kind ${kind} are made by their plugin alone, because they carry the rights of the caller who asked for the work. Use the plugin's own routes.`,
    )
  }

  /** @throws ForbiddenError */
  assertMayClaim(kinds: readonly string[]): void {
    const kind = kinds.find(named => this.isGuarded(named))
    if (kind === undefined) return
    throw new ForbiddenError(
      'forbidden',
      `Jobs of the kind ${kind} are run by the server's own workers alone. Leave it out of "kinds".`,
    )
  }

  /** To start such work again is to act as the caller who asked for it. @throws ForbiddenError */
  assertMayRepeat(principal: Principal, kind: string): void {
    if (!this.isGuarded(kind) || this.mayRepeatAll(principal)) return
    throw new ForbiddenError(
      'forbidden',
      `A job of the kind ${kind} acts with the rights of the caller who asked for it, so only the owner starts it again. Ask the plugin for new work instead.`,
    )
  }

  mayRepeatAll({ role, scopes }: Principal): boolean {
    return role === 'owner' && hasScope(scopes, '*')
  }

  /** The job as it is shown. */
  shownJob<Shown extends Job>(job: Shown): Shown {
    return this.isGuarded(job.kind) ? { ...job, payload: null } : job
  }

  /** The record as it may be shown. */
  shownRecord(record: JobRecord): JobRecord {
    return this.isGuarded(record.kind) ? { ...record, payload: 'null' } : record
  }

  shownSchedule(schedule: JobSchedule): JobSchedule {
    if (!this.isGuarded(schedule.job.kind)) return schedule
    const { payload: _hidden, ...job } = schedule.job
    return { ...schedule, job }
  }
}
