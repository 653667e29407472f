import { hasScope } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, Logger } from '@svc/plugin'
import type { SampleState, WorkspaceSample } from '@svc/plugin/contracts/samples'
import { OneAtATime } from './one-at-a-time.ts'
import { sampleStore } from './sample-store.ts'

/** A record of the sample data, or of what it would be. */
export interface SampleItem {
  kind: WorkspaceSample['kind']
  title: string
  /** Null: it is not in the workspace. */
  id: string | null
  /** True: somebody wrote into it since it was added. */
  changed: boolean
}

export interface SampleReport {
  /** True: all of it that the caller may add is there. */
  added: boolean
  items: SampleItem[]
}

export interface SampleRemoval {
  removed: SampleItem[]
  /** What somebody wrote into. It is theirs from now on, and no sample any more. */
  kept: SampleItem[]
}

export interface SampleDataOptions {
  data: DataPlane
  audit: AuditLog
  clock: Clock
  log: Logger
  /** All that plugins contribute. */
  samples(): readonly WorkspaceSample[]
}

interface Found {
  sample: WorkspaceSample
  recordId: string | null
  /** True: it was begun, and nobody knows whether it was made. */
  isUnsure: boolean
  state: SampleState
}

/**
 * The sample data of workspaces. Each record is noted before it is made and with its id after it, so that whatever cuts an addition off,
 * the next call finishes it or takes it back, and never touches anything else.
 */
export class SampleData {
  readonly #options: SampleDataOptions
  readonly #turns = new OneAtATime()

  constructor(options: SampleDataOptions) {
    this.#options = options
  }

  report(actor: Actor): SampleReport {
    return reportOf(this.#found(actor))
  }

  /**
   * Adds what is not there. When one cannot be made, those that this call made are taken back.
   * @throws what the plugin of that record throws, such as PayloadTooLargeError and StorageFullError
   */
  add(actor: Actor, signal: AbortSignal): Promise<{ isNew: boolean; report: SampleReport }> {
    return this.#turns.run(actor.workspace_id, async () => {
      const made: { sample: WorkspaceSample; recordId: string }[] = []
      const missing = this.#found(actor).filter(({ state }) => state === 'gone')
      try {
        for (const { sample, isUnsure } of missing) {
          signal.throwIfAborted()
          this.#note(actor, sample, null)
          const recordId = (isUnsure ? await sample.find(actor) : null) ?? (await sample.add(actor, signal))
          made.push({ sample, recordId })
          this.#note(actor, sample, recordId)
        }
      } catch (error) {
        await this.#takeBack(actor, made)
        throw error
      }
      const report = this.report(actor)
      if (made.length > 0) await this.#audit(actor, 'workspace.sample_added', report.items)
      return { isNew: made.length > 0, report }
    })
  }

  /** Removes what was added and nothing else. With `keepChanged`, records that somebody wrote into stay. */
  remove(actor: Actor, { keepChanged }: { keepChanged: boolean }): Promise<SampleRemoval> {
    return this.#turns.run(actor.workspace_id, async () => {
      const removed: SampleItem[] = []
      const kept: SampleItem[] = []
      for (const { sample, isUnsure, recordId: known } of this.#found(actor)) {
        const recordId = isUnsure ? await sample.find(actor) : known
        const state = recordId === null ? 'gone' : sample.state(actor.workspace_id, recordId)
        const item = itemOf({ sample, recordId, state })
        if (recordId !== null && state !== 'gone') {
          if (state === 'changed' && keepChanged) kept.push(item)
          else {
            await sample.remove(actor, recordId)
            removed.push(item)
          }
        }
        this.#forget(actor, sample)
      }
      if (removed.length + kept.length > 0) await this.#audit(actor, 'workspace.sample_removed', removed)
      return { removed, kept }
    })
  }

  #found(actor: Actor): Found[] {
    const { data, samples } = this.#options
    const rows = data.use(actor.workspace_id, db => sampleStore.all(db))
    const known = new Map(rows.map(row => [row.sample, row.record_id]))
    return samples()
      .filter(({ permission }) => hasScope(actor.scopes, permission))
      .map(sample => {
        const recordId = known.get(sample.id) ?? null
        const state = recordId === null ? 'gone' : sample.state(actor.workspace_id, recordId)
        return { sample, recordId, state, isUnsure: known.has(sample.id) && recordId === null }
      })
  }

  #note({ workspace_id }: Actor, { id: sample }: WorkspaceSample, recordId: string | null): void {
    const { clock, data } = this.#options
    const row = { sample, record_id: recordId, added_at: clock.now() }
    data.use(workspace_id, db => db.transaction(() => sampleStore.put(db, row)))
  }

  #forget({ workspace_id }: Actor, { id }: WorkspaceSample): void {
    this.#options.data.use(workspace_id, db => db.transaction(() => sampleStore.delete(db, id)))
  }

  /** What cannot be taken back stays noted: the next call finishes it. */
  async #takeBack(actor: Actor, made: readonly { sample: WorkspaceSample; recordId: string }[]): Promise<void> {
    for (const { sample, recordId } of made) {
      try {
        await sample.remove(actor, recordId)
        this.#forget(actor, sample)
      } catch (error) {
        this.#options.log.warn({ error, sample: sample.id, record_id: recordId }, 'sample data could not be taken back')
      }
    }
  }

  #audit(actor: Actor, action: string, items: readonly SampleItem[]): Promise<void> {
    const { ip = null, request_id = null, workspace_id } = actor
    const details = { records: items.map(({ id }) => id) }
    return this.#options.audit.append({ principal: actor, action, target: workspace_id, ip, request_id, details })
  }
}

function reportOf(found: readonly Found[]): SampleReport {
  return { added: found.length > 0 && found.every(({ state }) => state !== 'gone'), items: found.map(itemOf) }
}

function itemOf({
  sample: { kind, title },
  recordId,
  state,
}: Pick<Found, 'sample' | 'recordId' | 'state'>): SampleItem {
  return { kind, title, id: state === 'gone' ? null : recordId, changed: state === 'changed' }
}
