import { randomUUID } from 'node:crypto'
import { messageOf, NotFoundError } from '@svc/plugin'
import type { Clock, DataPlane, KernelDataPlane, Logger, WorkspaceMarks } from '@svc/plugin'
import type { VectorChanges } from '../sqlite/memory/candidate-source.ts'
import { applyChanges } from './apply-changes.ts'
import { agree, syncMarkStore } from './sync-mark-store.ts'
import type { VectorIndex } from './vector-index.ts'
import { vectorIndexStore as store } from './vector-index-store.ts'
import type { Session, WorkspaceState } from './vector-index-store.ts'

/** Up to here reading all of a workspace's vectors is as quick as an index, and exact. */
export const exactUpTo = 5000
/** Changes that come close together go in one batch. */
const gatherMs = 50
/** Read and sent at once: what the main thread does in a millisecond or two. */
const batchSize = 100
const thrownAwayAtOnce = 1000
const firstIndexPauseMs = 3_600_000
const mostIndexPauseMs = 24 * 3_600_000

export interface VectorSyncOptions {
  index: VectorIndex
  vectors: VectorLog
  data: DataPlane & Pick<KernelDataPlane, 'entered'>
  /** Which workspaces have vectors that the index may not know. */
  marks: WorkspaceMarks
  exactUpTo: number
  clock: Clock
  log: Logger
}

/** The workspace's file cannot be read; nothing is wrong with PostgreSQL. */
class UnreadableWorkspace extends Error {}

/** Brings the index up to what the workspaces' files say, in the background, a batch at a time. */
export class VectorSync {
  readonly #options: VectorSyncOptions
  readonly #waiting = new Set<string>()
  /** Changes that are known to be left, by workspace. */
  readonly #left = new Map<string, number>()
  /** When an index that could not be made is tried again, by dimensions. */
  readonly #unmade = new Map<number, { pauseMs: number; until: number }>()
  readonly #closing = new AbortController()
  #wake = Promise.withResolvers<void>()
  #running: Promise<void> | null = null
  #building: Promise<void> | null = null
  #recovers = false
  #recoveredAt = 0

  constructor(options: VectorSyncOptions) {
    this.#options = options
  }

  /** Begins with what is left undone, by whichever process: for one of them. */
  recover(): void {
    this.#recovers = true
    this.#options.marks.onOpened(workspaceId => this.noticed(workspaceId))
    this.nudge()
  }

  /** To be called before the workspace's vectors change: the note outlives the process. */
  changed(workspaceId: string): void {
    this.#options.marks.add(workspaceId)
    this.noticed(workspaceId)
  }

  /** The workspace seems not to be up to date. */
  noticed(workspaceId: string): void {
    this.#waiting.add(workspaceId)
    this.nudge()
  }

  /** The index may be in need of being looked at. */
  nudge(): void {
    if (this.#closing.signal.aborted) return
    this.#running ??= this.#run()
    this.#wake.resolve()
  }

  /** Workspaces that wait, and the vectors that are known to. */
  get behind(): { workspaces: number; vectors: number } {
    const vectors = this.#left.values().reduce((sum, left) => sum + left, 0)
    return { workspaces: new Set([...this.#waiting, ...this.#left.keys()]).size, vectors }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake.resolve()
    await Promise.all([this.#running, this.#building])
  }

  async #run(): Promise<void> {
    const { index, clock, log } = this.#options
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        if (await index.check()) await this.#round()
        else await clock.sleep(index.waitMs, signal)
      } catch (error) {
        if (signal.aborted) return
        index.failed(error)
        log.debug({ reason: messageOf(error) }, 'the memory index was not brought up to date; trying again')
      }
    }
  }

  /** Whatever there is to do now; or waits until there is something. */
  async #round(): Promise<void> {
    const { index, clock } = this.#options
    const { signal } = this.#closing
    if (this.#recovers && this.#recoveredAt !== index.timesReady) await this.#recover()
    const [workspaceId] = this.#waiting
    if (workspaceId !== undefined) return this.#bringUpToDate(workspaceId)
    await this.#tidy()
    if (this.#waiting.size > 0 || signal.aborted) return
    this.#wake = Promise.withResolvers()
    await this.#wake.promise
    await clock.sleep(gatherMs, signal)
  }

  async #recover(): Promise<void> {
    const { index, data, marks } = this.#options
    const { timesReady } = index
    const there = new Set(await data.workspaceIds())
    const known = await index.transaction(session => store.workspaceIds(session))
    for (const workspaceId of known.filter(id => !there.has(id))) {
      await index.transaction(session => store.forgetWorkspace(session, workspaceId))
    }
    for (const workspaceId of await marks.list()) {
      if (there.has(workspaceId)) this.#waiting.add(workspaceId)
      else marks.remove(workspaceId)
    }
    // The index was made anew, or by another version: the marks of before do not know of it.
    const indexed = new Set(known)
    for (const workspaceId of data.entered?.() ?? there) if (!indexed.has(workspaceId)) this.#waiting.add(workspaceId)
    this.#recoveredAt = timesReady
  }

  async #bringUpToDate(workspaceId: string): Promise<void> {
    const { index, marks, log } = this.#options
    this.#waiting.delete(workspaceId)
    try {
      const left = await index.transaction(session => this.#step(session, workspaceId))
      index.worked()
      if (left > 0) {
        this.#left.set(workspaceId, left)
        this.#waiting.add(workspaceId)
        return
      }
      this.#left.delete(workspaceId)
      if (!this.#waiting.has(workspaceId)) marks.remove(workspaceId)
    } catch (error) {
      if (!(error instanceof UnreadableWorkspace)) {
        this.#waiting.add(workspaceId)
        throw error
      }
      this.#left.delete(workspaceId)
      if (error.cause instanceof NotFoundError) return this.#forget(workspaceId)
      log.warn({ workspace_id: workspaceId, err: error.cause }, 'the vectors of a workspace cannot be read now')
    }
  }

  /** The workspace was deleted. */
  async #forget(workspaceId: string): Promise<void> {
    const { index, marks } = this.#options
    this.#waiting.add(workspaceId)
    await index.transaction(session => store.forgetWorkspace(session, workspaceId))
    this.#waiting.delete(workspaceId)
    marks.remove(workspaceId)
  }

  /** One batch, in one transaction with where it brought the workspace to. Answers how many changes are left. */
  async #step(session: Session, workspaceId: string): Promise<number> {
    const { schema } = this.#options.index
    if (schema === null) return 1
    const state = await store.lockWorkspace(session, workspaceId)
    const { changes, state: next, isContinued } = this.#read(workspaceId, state)
    if (next === state) return 0
    if (!isContinued) await store.retireParts(session, workspaceId)
    await applyChanges(session, schema, workspaceId, changes)
    await store.moveWorkspace(session, workspaceId, next)
    return changes.newest - changes.through
  }

  /** What the index does not know yet, and a new mark for both sides when there is something. */
  #read(
    workspaceId: string,
    state: WorkspaceState,
  ): { changes: VectorChanges; state: WorkspaceState; isContinued?: boolean } {
    const { data, vectors } = this.#options
    try {
      return data.use(workspaceId, db =>
        db.transaction(() => {
          const isSameCopy = agree(syncMarkStore.read(db), state.mark)
          const isContinued = isSameCopy && this.#follows(workspaceId, state)
          const changes = vectors.changesSince(workspaceId, isContinued ? state.seq : 0, batchSize)
          if (isContinued && changes.newest === state.seq) return { changes, state }
          const mark = `${changes.instance}.${randomUUID()}`
          syncMarkStore.write(db, { current: isSameCopy ? state.mark : mark, intended: mark })
          const begun = isContinued ? state.begun : changes.newest
          return { changes, state: { mark, seq: changes.through, begun }, isContinued }
        }),
      )
    } catch (cause) {
      throw new UnreadableWorkspace(messageOf(cause), { cause })
    }
  }

  /**
   * Whether adding what came later to what the index has is all there is to do. Of what was removed, only that counts which was there
   * when the index was begun.
   */
  #follows(workspaceId: string, { mark, seq, begun }: WorkspaceState): boolean {
    const since = this.#options.vectors.changesSince(workspaceId, Math.max(seq, begun), 1)
    return since.complete && since.newest >= Math.max(seq, begun) && mark.startsWith(`${since.instance}.`)
  }

  /** What nobody waits for: indexes for parts that have grown, and what belongs to no workspace any more. */
  async #tidy(): Promise<void> {
    const { index, clock, exactUpTo } = this.#options
    const { schema } = index
    if (schema === null) return
    const crowded = await index.transaction(session => store.crowded(session, exactUpTo))
    const next = crowded.find(dimensions => clock.now() >= (this.#unmade.get(dimensions)?.until ?? 0))
    if (next !== undefined) this.#building ??= this.#makeIndex(schema, next)
    let isTidy = false
    while (!isTidy && this.#waiting.size === 0 && !this.#closing.signal.aborted) {
      isTidy = await index.transaction(session => store.throwAway(session, thrownAwayAtOnce))
    }
  }

  /** Beside the rest, which can be used without it. A build that fails over and over would be all that PostgreSQL does. */
  async #makeIndex(schema: string, dimensions: number): Promise<void> {
    const { index, exactUpTo, clock, log } = this.#options
    const before = this.#unmade.get(dimensions)
    const startedAt = performance.now()
    try {
      const isMade = await index.session(session => store.createIndex(session, schema, dimensions, exactUpTo))
      this.#unmade.delete(dimensions)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      if (isMade) log.info({ dimensions, seconds }, 'made an index of the vectors in PostgreSQL')
    } catch (error) {
      if (this.#closing.signal.aborted) return
      const pauseMs = Math.min(before === undefined ? firstIndexPauseMs : before.pauseMs * 2, mostIndexPauseMs)
      this.#unmade.set(dimensions, { pauseMs, until: clock.now() + pauseMs })
      log.warn(
        { dimensions, reason: messageOf(error), pause_hours: pauseMs / 3_600_000 },
        'an index of the vectors could not be made in PostgreSQL; large workspaces are searched in their files until it is',
      )
    }
    this.#building = null
    this.nudge()
  }
}

/** The vectors of the workspaces' files by sequence number, as an index elsewhere follows them. */
export interface VectorLog {
  /** Changes after `seq`, in order, about `limit` of them; from 0 it is every vector there is. */
  changesSince(workspaceId: string, seq: number, limit: number): VectorChanges
}
