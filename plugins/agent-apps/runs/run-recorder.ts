import { messageOf, StorageFullError } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import { ActiveRun } from './active-run.ts'
import type { NewRun } from './active-run.ts'
import { RunEvents } from './run-events.ts'
import type { RunStore } from './run-store.ts'

const flushMs = 250
const pruneEvery = 200

/** The error of a run whose end, or output, could not be written. */
const unstoredError = {
  name: 'StorageError',
  message: 'What came of the run could not be stored.',
  stack: 'StorageError: What came of the run could not be stored.',
  code: 'storage_full',
}

/**
 * Keeps the runs that are going on and writes them down. A short run is one row, written at its end; only one that takes longer
 * is written while it lasts, events a batch at a time.
 */
export class RunRecorder {
  readonly #store: RunStore
  readonly #clock: Clock
  readonly #log: Logger
  readonly #keepRuns: number
  readonly #active = new Map<string, ActiveRun>()
  /** Events of runs that somebody waits for, begun or not. */
  readonly #awaited = new Map<string, { events: RunEvents; readers: number }>()
  /** Runs of which a row is left that says that they go on. */
  readonly #unstored = new Map<string, ActiveRun>()
  /** Of each workspace, how many runs ended since the start. */
  readonly #finished = new Map<string, number>()
  #flushing = false

  constructor(store: RunStore, options: { clock: Clock; log: Logger; keepRuns: number }) {
    this.#store = store
    this.#clock = options.clock
    this.#log = options.log
    this.#keepRuns = options.keepRuns
  }

  begin(run: NewRun): ActiveRun {
    const active = new ActiveRun(run, this.#awaited.get(run.run_id)?.events ?? new RunEvents())
    this.#active.set(run.run_id, active)
    this.#keepFlushing()
    return active
  }

  /** Writes a long output down, before the run's end. @throws StorageFullError */
  async keepOutput(active: ActiveRun, json: Uint8Array): Promise<void> {
    try {
      // The parts belong to a row, so that nothing is left of them if this process ends here.
      this.#write(active)
      await this.#store.saveOutput(active.workspaceId, active.record.run_id, json)
    } catch (error) {
      this.#active.delete(active.record.run_id)
      active.events.close()
      this.#closeUnstored(active)
      throw error
    }
  }

  /** Writes the run's end. @throws StorageFullError: then the end is not acknowledged either */
  finish(active: ActiveRun): void {
    this.#active.delete(active.record.run_id)
    try {
      this.#store.save(active.workspaceId, active.record, active.events.takeUnsaved())
    } catch (error) {
      this.#closeUnstored(active)
      throw error
    } finally {
      active.events.close()
    }
    const { workspaceId } = active
    const finished = this.#finished.get(workspaceId) ?? 0
    this.#finished.set(workspaceId, finished + 1)
    // The first one, too: a server that restarts often never counts far.
    if (finished % pruneEvery === 0) void this.#prune(workspaceId)
  }

  async #prune(workspaceId: string): Promise<void> {
    try {
      await this.#store.prune(workspaceId, this.#keepRuns)
    } catch (error) {
      this.#log.warn({ workspace_id: workspaceId, reason: messageOf(error) }, 'Old runs are deleted later.')
    }
  }

  /** Forgets a run that another attempt will begin again. */
  giveBack(active: ActiveRun): void {
    this.#active.delete(active.record.run_id)
    Object.assign(active.record, { status: 'queued', error: null, output: null, parts_bytes: null, finished_at: null })
    this.#store.save(active.workspaceId, active.record, [])
    active.events.close()
  }

  get(workspaceId: string, runId: string): ActiveRun | null {
    const active = this.#active.get(runId)
    return active?.workspaceId === workspaceId ? active : null
  }

  all(): ActiveRun[] {
    return [...this.#active.values()]
  }

  /** The events of a run that has not ended; `release` when they are no longer read. */
  await(workspaceId: string, runId: string): { events: RunEvents; release: () => void } {
    const active = this.get(workspaceId, runId)
    if (active) return { events: active.events, release: () => undefined }
    const awaited = this.#awaited.get(runId) ?? { events: new RunEvents(), readers: 0 }
    awaited.readers += 1
    this.#awaited.set(runId, awaited)
    const release = () => {
      awaited.readers -= 1
      if (awaited.readers === 0) this.#awaited.delete(runId)
    }
    return { events: awaited.events, release }
  }

  /** Notifies readers of a queued run that it will not begin. */
  abandon(runId: string): void {
    this.#awaited.get(runId)?.events.close()
  }

  /** Writes down what goes on in a workspace, so that what is read next is up to date. */
  flush(workspaceId: string): void {
    for (const active of this.#active.values()) if (active.workspaceId === workspaceId) this.#write(active)
  }

  #keepFlushing(): void {
    if (this.#flushing) return
    this.#flushing = true
    void this.#flushUntilIdle()
  }

  async #flushUntilIdle(): Promise<void> {
    while (this.#active.size > 0 || this.#unstored.size > 0) {
      await this.#clock.sleep(flushMs)
      for (const active of this.#active.values()) this.#tryWrite(active)
      for (const active of this.#unstored.values()) this.#tryClose(active)
    }
    this.#flushing = false
  }

  /** A row that fails needs less room than the end itself. While there is not even that much, it is tried again. */
  #closeUnstored(active: ActiveRun): void {
    if (!active.stored) return
    this.#unstored.set(active.record.run_id, active)
    this.#tryClose(active)
    this.#keepFlushing()
  }

  #tryClose({ workspaceId, record: { run_id } }: ActiveRun): void {
    try {
      // Another attempt of its job has begun.
      if (!this.#active.has(run_id))
        this.#store.closeUnstored(workspaceId, run_id, { status: 'failed', error: unstoredError })
      this.#unstored.delete(run_id)
    } catch (error) {
      if (error instanceof StorageFullError) return
      this.#unstored.delete(run_id)
      this.#log.warn({ run_id, reason: messageOf(error) }, 'A run that has failed is closed at the next start.')
    }
  }

  #tryWrite(active: ActiveRun): void {
    try {
      this.#write(active)
    } catch (error) {
      // Its end is written or refused on its own; until then only a reader would miss it.
      this.#log.warn(
        { run_id: active.record.run_id, reason: messageOf(error) },
        'A run could not be written down while it lasts.',
      )
    }
  }

  #write(active: ActiveRun): void {
    const events = active.events.takeUnsaved()
    if (active.stored && events.length === 0) return
    this.#store.save(active.workspaceId, active.record, events)
    active.stored = true
  }
}
