import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachAtOnce, messageOf, removeNamed, UnavailableError } from '@svc/plugin'
import type { ObjectStore, OpenDataOptions, PlaneStatus, ReadStatement, WorkspaceDatabase } from '@svc/plugin'
import { SqliteDataPlane } from '../sqlite/data/sqlite-data-plane.ts'
import { Flights } from './flights.ts'
import { OutputGate } from './output-gate.ts'
import { restoreFile } from './restore-file.ts'
import { ShippedWorkspace } from './shipped-workspace.ts'
import type { WorkspaceState } from './shipped-workspace.ts'
import type { OnStep, ShippingObserver } from './steps.ts'
import { Upkeep } from './upkeep.ts'
import type { LogEnd, NoteOwner, WorkspaceLog } from './workspace-log-store.ts'

export interface ShippedDataPlaneOptions extends OpenDataOptions {
  /** Closed with the plane. */
  workspaceLog: WorkspaceLog
  store: ObjectStore
  retentionHours: number
  /** Decides who should have a workspace before it is opened; nobody does where it is absent. */
  enter?(workspaceId: string): Promise<void> | undefined
  /** Notes in the transaction of a takeover who the owner is. */
  noteOwner?: NoteOwner
  /** Called at the close: before anything is released, and when nothing is owned any more and the log is still open. */
  onClosing?(): Promise<void>
  onReleased?(): Promise<void>
  onStep?: OnStep
  observer?: ShippingObserver
  /** Of a log since its last snapshot, above which callers are refused. For tests; 1 GB otherwise. */
  mostLogBytes?: number
}

/**
 * Workspaces whose files are a cache: what is committed to them is kept in PostgreSQL, and nothing that rests on it may leave the server
 * before it is there. A workspace is used between {@link enter} and {@link release}.
 */
export class ShippedDataPlane extends SqliteDataPlane {
  readonly #options: ShippedDataPlaneOptions
  readonly #flights: Flights
  readonly #upkeep: Upkeep
  readonly #entered = new Map<string, ShippedWorkspace>()
  readonly #entering = new Map<string, Promise<void>>()
  readonly #ended = new Map<string, WorkspaceState>()
  /** Places that were taken, by entries that failed afterwards. */
  readonly #taken = new Map<string, LogEnd>()
  readonly #gate: OutputGate
  #isClosed = false

  constructor(options: ShippedDataPlaneOptions) {
    super(options)
    const { workspaceLog: log, store, clock, log: notes, retentionHours, observer, onStep = () => undefined } = options
    this.#options = options
    this.#gate = new OutputGate(observer)
    this.#upkeep = new Upkeep({
      ...{ log, store, retentionHours, notes, onStep },
      open: workspaceId => this.look(workspaceId, () => undefined),
      checkpoint: workspaceId => this.checkpoint(workspaceId),
    })
    this.#flights = new Flights({
      ...{ log, store, clock, notes, onStep, observer },
      upkeep: this.#upkeep,
      failed: (workspace, state, error) => void this.#failed(workspace, state, error),
    })
  }

  override use<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    const known = this.#entered.get(workspaceId)
    const refusal = known?.refusal(this.#options.mostLogBytes)
    // What takes it up goes on: only the log of an open workspace becomes shorter.
    if (known && refusal && !this.listeners.areOpening(workspaceId)) {
      this.#upkeep.landed(known)
      throw refusal
    }
    try {
      return super.use(workspaceId, work)
    } finally {
      this.#touch(workspaceId)
    }
  }

  /** As {@link use}, for what decides whether the workspace goes: not counted as a use, and not refused when its log is too long. */
  look<T>(workspaceId: string, read: (db: WorkspaceDatabase) => T): T {
    return super.use(workspaceId, read)
  }

  override async read<Row>(workspaceId: string, statement: ReadStatement, signal?: AbortSignal): Promise<Row[]> {
    try {
      return await super.read<Row>(workspaceId, statement, signal)
    } finally {
      this.#touch(workspaceId)
    }
  }

  /**
   * Resolves once all that this workspace has committed until now is kept. To be called in the turn of the commit.
   * @throws UnavailableError when it will not be kept, or PostgreSQL is away for long
   */
  async settled(workspaceId: string): Promise<void> {
    return this.#workspace(workspaceId).settled()
  }

  /**
   * Runs `work` so that {@link kept}, called in it or in what it starts, knows which workspaces it used until it calls `over`. It has seen
   * `workspaceId` from its beginning: what is known of a workspace in memory is used without its file.
   */
  tracked<T>(work: (over: () => void) => T, workspaceId?: string): T {
    return this.#gate.tracked(work, this.#entered.get(workspaceId ?? ''))
  }

  /**
   * Resolves once all is kept that the work around the call may have written or seen; undefined when all is already. Outside of
   * {@link tracked}, and when that is over, it is what any workspace holds. @throws UnavailableError, also by the promise
   */
  kept(): Promise<void> | undefined {
    const kept = (): Promise<void> | undefined => this.#gate.kept(this.#entered.values())
    return this.endOfWork()?.then(kept) ?? kept()
  }

  /** Runs `work`, and gives what it returns or throws once all is kept that it has written or seen. @throws UnavailableError */
  async gated<T>(work: () => Promise<T>, workspaceId?: string): Promise<T> {
    return this.tracked(async over => {
      try {
        return await work()
      } finally {
        // An error may hold something of it, too.
        await Promise.resolve(this.kept()).finally(over)
      }
    }, workspaceId)
  }

  /** As {@link open}, where this server should have the workspace. What is part of work in it need not wait while it is about to go. */
  async enter(workspaceId: string): Promise<void> {
    const { enter } = this.#options
    await (enter && !this.isOpen(workspaceId) ? enter(workspaceId) : this.open(workspaceId))
  }

  /**
   * Makes this server the workspace's owner and brings its file here. Nothing happens when it is already.
   * @throws UnavailableError
   */
  open(workspaceId: string): Promise<void> {
    this.assertThere(workspaceId)
    if (this.isOpen(workspaceId)) return Promise.resolve()
    const known = this.#entering.get(workspaceId)
    if (known) return known
    const entering = this.#enter(workspaceId)
      .catch((error: unknown) => {
        const fields = { workspace_id: workspaceId, reason: messageOf(error) }
        this.#options.log.warn(fields, 'a workspace could not be entered')
        throw error
      })
      .finally(() => this.#entering.delete(workspaceId))
    this.#entering.set(workspaceId, entering)
    return entering
  }

  /** Whether it may be used at once. What its opening calls may, while it lasts. */
  isOpen(workspaceId: string): boolean {
    if (!this.#entered.has(workspaceId)) return false
    return !this.#entering.has(workspaceId) || this.listeners.areOpening(workspaceId)
  }

  /** Whether the work around the call has used it already. */
  isUsed(workspaceId: string): boolean {
    const workspace = this.#entered.get(workspaceId)
    return workspace !== undefined && this.#gate.hasTouched(workspace)
  }

  entered(): string[] {
    return [...this.#entered.keys()]
  }

  /** How long nobody has used an entered workspace; zero while a request or a job is under way in it. */
  idleMs(workspaceId: string): number {
    const workspace = this.#entered.get(workspaceId)
    return workspace === undefined || workspace.users > 0 ? 0 : performance.now() - workspace.lastUsedAt
  }

  /** Resolves once no request and no job is under way in an entered workspace. */
  async unused(workspaceId: string): Promise<void> {
    await this.#entered.get(workspaceId)?.unused()
  }

  /** Lets another server have the workspace: all of it is kept, and nothing of it is here afterwards. */
  async release(workspaceId: string): Promise<void> {
    const workspace = this.#entered.get(workspaceId)
    if (workspace === undefined) return
    await workspace.settled()
    if (workspace.logBytes > 0) await this.#upkeep.snapshot(workspace)
    // Work that writes without an end must not keep it here.
    workspace.isLeaving = true
    try {
      while (!workspace.isShipped) await workspace.settled()
    } finally {
      workspace.isLeaving = false
    }
    await this.#drop(workspace, 'released')
  }

  /** Its log goes, too. @throws what `noteOwner` throws, while another server has it */
  override async remove(workspaceId: string): Promise<void> {
    await Promise.allSettled([this.#entering.get(workspaceId)])
    await this.release(workspaceId)
    await this.#options.workspaceLog.remove(workspaceId, this.#options.noteOwner)
    await super.remove(workspaceId)
  }

  state(workspaceId: string): WorkspaceState | null {
    return this.#entered.get(workspaceId)?.state ?? this.#ended.get(workspaceId) ?? null
  }

  /** Calls back before a workspace that came here is used by anybody else. */
  onWorkspaceOpened(listener: (workspaceId: string) => void | Promise<void>): void {
    this.listeners.onOpened(listener)
  }

  override pathOf(workspaceId: string): string {
    return this.#workspace(workspaceId).path
  }

  override async workspaceIds(): Promise<string[]> {
    await Promise.all([...this.#entered.values()].map(workspace => workspace.settled()))
    return this.#options.workspaceLog.workspaceIds()
  }

  override async status(): Promise<PlaneStatus> {
    return { ...(await super.status()), driver: 'sqlite+log' }
  }

  override async close(): Promise<void> {
    if (this.#isClosed) return
    const { log, workspaceLog } = this.#options
    await this.#options.onClosing?.()
    this.#isClosed = true
    await Promise.allSettled(this.#entering.values())
    await forEachAtOnce([...this.#entered.keys()], async id => {
      await this.release(id).catch((error: unknown) => {
        log.error({ workspace_id: id, err: error }, 'a workspace could not be released; its log has what was answered')
      })
    })
    this.#flights.close()
    await super.close()
    await this.#options.onReleased?.()
    await workspaceLog.close()
  }

  protected override get isCache(): boolean {
    return true
  }

  protected override written(workspaceId: string): void {
    const workspace = this.#workspace(workspaceId)
    workspace.noted += 1
    this.#flights.add(workspace)
  }

  protected override isAtRest(workspaceId: string): boolean {
    const workspace = this.#entered.get(workspaceId)
    return workspace === undefined || (workspace.isShipped && !workspace.isRead)
  }

  protected override checkpointed(workspaceId: string, isWhole: boolean): void {
    this.#entered.get(workspaceId)?.checkpointed(isWhole)
  }

  protected override closed(workspaceId: string): void {
    void this.#entered.get(workspaceId)?.closed()
  }

  #workspace(workspaceId: string): ShippedWorkspace {
    this.assertThere(workspaceId)
    const workspace = this.#entered.get(workspaceId)
    if (workspace !== undefined) return workspace
    // The next caller uses the same entry.
    if (!this.#isClosed) void this.enter(workspaceId).catch(() => undefined)
    throw new UnavailableError(`Workspace ${workspaceId} is not open on this server.`, { retry_after_seconds: 1 })
  }

  #touch(workspaceId: string): void {
    const workspace = this.#entered.get(workspaceId)
    if (workspace === undefined) return
    workspace.lastUsedAt = performance.now()
    this.#gate.touched(workspace)
  }

  async #enter(id: string): Promise<void> {
    const { homePath, workspaceLog: log, store, log: notes, observer, onStep } = this.#options
    const startedAt = performance.now()
    if (this.#isClosed) throw new UnavailableError('The server is stopping; its data is closed.')
    const { seq, epoch } = await this.#takeOver(id)
    const folder = join(homePath, 'workspaces', id)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeNamed([folder], name => name.startsWith('data_plane'))
    // A name of its own: what still has the file of an owner before open, such as a thread, never meets this one.
    const path = join(folder, `data_plane-${epoch}.sqlite`)
    const restored = await restoreFile({ workspaceId: id, seq, path }, { store, log, notes })
    onStep?.('file restored', id)
    observer?.restored(performance.now() - startedAt)
    this.#ended.delete(id)
    const workspace = new ShippedWorkspace({ id, path, seq, epoch }, restored)
    this.#entered.set(id, workspace)
    try {
      await this.listeners.opened(id, () => this.use(id, () => undefined))
      this.#taken.delete(id)
      // What was restored may have a long log.
      this.#upkeep.landed(workspace)
    } catch (error) {
      await this.#drop(workspace, 'lost')
      throw error
    }
  }

  /** A new place, or the one that an entry took that failed afterwards, while nothing follows it. */
  async #takeOver(id: string): Promise<LogEnd> {
    const { workspaceLog: log, noteOwner } = this.#options
    const taken = this.#taken.get(id)
    const place = (taken && (await log.resume(id, taken, noteOwner))) ?? (await log.takeOver(id, noteOwner))
    this.#taken.set(id, place)
    return place
  }

  async #failed(workspace: ShippedWorkspace, state: 'fenced' | 'lost', error: unknown): Promise<void> {
    const { log, observer } = this.#options
    if (state === 'fenced') observer?.fenced()
    log.error(
      { workspace_id: workspace.id, state, err: error },
      'what a workspace has written could not be kept; its file is thrown away',
    )
    try {
      await this.#drop(workspace, state)
      if (state === 'lost' && !this.#isClosed) await this.enter(workspace.id)
    } catch (failure) {
      log.error(
        { workspace_id: workspace.id, err: failure },
        'a workspace could not be restored; it is when it is next entered',
      )
    }
  }

  /** Callers that wait are told first: nothing of the file may be seen from now on. */
  async #drop(workspace: ShippedWorkspace, state: Exclude<WorkspaceState, 'open'>): Promise<void> {
    const { id } = workspace
    if (workspace.state !== 'open') return
    workspace.end(state)
    this.forget(id)
    this.#entered.delete(id)
    this.#ended.set(id, state)
    this.listeners.closed(id)
    await workspace.closed()
    // These alone: the next owner of the workspace may be here again, with a file of its own.
    for (const end of ['', '-wal', '-shm']) await rm(workspace.path + end, { force: true })
  }
}
