import { availableParallelism } from 'node:os'
import { ChildMethodError, FairTurns, InternalError, messageOf, SvcError, UnavailableError } from '@svc/plugin'
import type {
  Child,
  ChildOptions,
  ChildPool,
  ChildPoolOptions,
  Logger,
  PoolCounts,
  PoolProcess,
  PoolTake,
  PoolUse,
  PoolUser,
  TakenChild,
  WorkingChild,
} from '@svc/plugin'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import { PoolWork } from './pool-work.ts'
import { startPooled } from './pooled-process.ts'

export interface ProcessPoolParts {
  spawn(program: string, options: ChildOptions): Promise<Child>
  log: Logger
}

/** A process of the pool. */
interface Member<State> {
  child: Child
  state: State
  /** Null: a spare, which has seen nobody's data. */
  workspaceId: string | null
  holder: Holder<State> | null
  uses: number
  idleSince: number
  idleTimer?: NodeJS.Timeout
  /** From the moment it is killed: the system takes a while to do it. */
  isEnded: boolean
}

/** Who has a process, or waits for one; the turn ends when the process is free again or gone. */
interface Holder<State> {
  user: PoolUser
  endTurn(): void
  /** A process that came free before the one that is started for it. */
  freed: PromiseWithResolvers<Member<State>>
}

/** A process that is on its way. */
interface Start<State> {
  workspaceId: string | null
  /** Who gets it; null while nobody waits for it. */
  holder: Holder<State> | null
  member: Promise<Member<State>>
}

/** A nested use may take the pool to this many times its size. */
const nestedShare = 2
/** So much longer rests the only process of a workspace: one with many would take it between two calls. */
const onlyOneMs = 60_000
const never = new AbortController().signal

/** See {@link ChildPool}. Turns decide who may work; here is decided which process a turn gets. */
export class ProcessPool<State> implements ChildPool<State> {
  readonly #options: ChildPoolOptions<State>
  readonly #parts: ProcessPoolParts
  readonly #turns: FairTurns
  readonly #startTurns: FairTurns
  readonly #members = new Set<Member<State>>()
  readonly #starts = new Set<Start<State>>()
  startFailure: string | null = null
  #isClosed = false

  constructor(options: ChildPoolOptions<State>, parts: ProcessPoolParts) {
    this.#options = options
    this.#parts = parts
    this.#turns = new FairTurns({ ...options, most: options.size })
    // A start keeps a core busy for a while, and more at once would only keep the server waiting for one.
    this.#startTurns = new FairTurns({ most: Math.ceil(availableParallelism() / 4), refusal: options.refusal })
  }

  get counts(): PoolCounts {
    const members = [...this.#members]
    return {
      busy: members.filter(member => member.holder !== null).length,
      idle: members.filter(member => member.holder === null && member.workspaceId !== null).length,
      spare: members.filter(({ workspaceId }) => workspaceId === null).length,
      starting: this.#starts.size,
      waiting: this.#turns.waiting,
    }
  }

  async use<Result>(use: PoolUse, work: (child: WorkingChild<State>) => Promise<Result>): Promise<Result> {
    const { program, retireOn = [] } = this.#options
    const taken = new PoolWork(await this.take(use), { program, retireOn, use })
    try {
      return await work(taken)
    } catch (error) {
      if (!isAnswer(error)) taken.retire('failed')
      throw error
    } finally {
      await taken.end()
    }
  }

  async take(take: PoolTake<State>): Promise<TakenChild<State>> {
    const holder: Holder<State> = { user: take, endTurn: await this.#turn(take), freed: Promise.withResolvers() }
    const idle = this.#pickIdle(take)
    if (idle) return this.#hand(idle, holder)
    const start = this.#pickStart(take)
    start.workspaceId = take.workspaceId
    start.holder = holder
    const first = Promise.race([start.member, holder.freed.promise])
    try {
      return this.#taken(await orAborted(first, take.signal), holder)
    } catch (error) {
      // A process that its caller does not wait for any more rests when it is there.
      if (start.holder === holder) start.holder = null
      first.then(member => this.#giveBack(member, holder), ignore).finally(() => holder.endTurn())
      throw error
    }
  }

  warm(user?: Omit<PoolUser, 'signal'>): void {
    if (!user) return this.#keepSpares()
    const own = ({ workspaceId, holder }: Member<State> | Start<State>): boolean =>
      workspaceId === user.workspaceId && holder === null
    if (this.#isClosed || [...this.#members, ...this.#starts].some(own)) return
    if (this.#owned < this.#options.size) this.#start(user.workspaceId, user.process)
  }

  letGo(workspaceId: string): void {
    for (const member of this.#members)
      if (member.workspaceId === workspaceId && member.holder === null) this.#end(member, 'let go')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const turns of [this.#turns, this.#startTurns]) turns.close(stopping())
    const members = [...this.#members]
    for (const member of members) this.#end(member, 'stop')
    await Promise.all(members.map(({ child }) => child.exited))
  }

  /** Processes that belong to workspaces, those on their way included. */
  get #owned(): number {
    return [...this.#members, ...this.#starts].filter(({ workspaceId }) => workspaceId !== null).length
  }

  async #turn({ workspaceId, person, signal, nested = false }: PoolTake<State>): Promise<() => void> {
    if (!nested) return this.#turns.take(workspaceId, signal, person)
    const turn = this.#turns.takeNow(workspaceId, nestedShare * this.#options.size)
    // The processes may be busy with the very work that waits for this one.
    if (!turn) throw new UnavailableError(this.#options.refusal)
    return turn
  }

  /** An idle process of the workspace, else one that stands ready. */
  #pickIdle({ workspaceId, prefers }: PoolTake<State>): Member<State> | undefined {
    let found: Member<State> | undefined
    for (const member of this.#members) {
      if (member.holder !== null || member.isEnded) continue
      if (member.workspaceId === workspaceId) {
        if (!prefers || prefers(member.state)) return member
        if (!found || found.workspaceId === null) found = member
      } else if (member.workspaceId === null) found ??= member
    }
    return found
  }

  /** A process that is on its way to nobody, else a new one. */
  #pickStart({ workspaceId, process }: PoolTake<State>): Start<State> {
    const free = [...this.#starts].filter(({ holder }) => holder === null)
    const coming =
      free.find(start => start.workspaceId === workspaceId) ?? free.find(start => start.workspaceId === null)
    if (coming?.workspaceId === workspaceId) return coming
    this.#makeRoom()
    return coming ?? this.#start(workspaceId, process)
  }

  #hand(member: Member<State>, holder: Holder<State>): TakenChild<State> {
    const wasSpare = member.workspaceId === null
    clearTimeout(member.idleTimer)
    if (wasSpare) this.#makeRoom()
    member.workspaceId = holder.user.workspaceId
    member.holder = holder
    if (wasSpare) this.#keepSpares()
    return this.#taken(member, holder)
  }

  #taken(member: Member<State>, holder: Holder<State>): TakenChild<State> {
    const { child, state } = member
    member.uses += 1
    return {
      child,
      state,
      release: () => {
        if (this.#giveBack(member, holder)) this.#keepSpares()
      },
      retire: reason => {
        if (member.holder === holder) this.#end(member, reason ?? 'retired')
      },
    }
  }

  /** Its turn ends now, or when it is gone. */
  #giveBack(member: Member<State>, holder: Holder<State>): boolean {
    if (member.holder !== holder || member.isEnded) return false
    if (this.#isSpent(member) || this.#owned > this.#options.size) this.#end(member, 'recycled')
    else this.#rest(member)
    return true
  }

  #rest(member: Member<State>): void {
    const { holder, workspaceId } = member
    const { idleMs } = this.#options
    const start = [...this.#starts].find(each => each.holder !== null && each.workspaceId === workspaceId)
    member.holder = start?.holder ?? null
    if (start?.holder) {
      start.holder.freed.resolve(member)
      start.holder = null
      // The process that was started for it has the turn until it is there, and then rests or serves the next.
      start.member.then(ignore, ignore).finally(() => holder?.endTurn())
      return
    }
    member.idleSince = performance.now()
    if (idleMs !== undefined) member.idleTimer = setTimeout(() => this.#end(member, 'idle'), idleMs).unref()
    holder?.endTurn()
  }

  #isSpent({ child, uses }: Member<State>): boolean {
    const { recycle = {} } = this.#options
    if (uses >= (recycle.uses ?? Infinity)) return true
    // What one use left behind is not counted against the next.
    if (child.rssBytes() > (recycle.rssMb ?? Infinity) * 1024 * 1024) return true
    return recycle.cpuMs !== undefined && (child.cpuMs() ?? 0) > recycle.cpuMs
  }

  /** For one more process of a workspace, those of others give way: whichever was idle for longest first. */
  #makeRoom(): void {
    const all = [...this.#members, ...this.#starts]
    const isOnly = (member: Member<State>) =>
      all.every(each => each === member || each.workspaceId !== member.workspaceId)
    const keptFrom = (member: Member<State>) => member.idleSince + (isOnly(member) ? onlyOneMs : 0)
    const idle = [...this.#members].filter(({ workspaceId, holder }) => workspaceId !== null && holder === null)
    for (const member of idle.toSorted((a, b) => keptFrom(a) - keptFrom(b))) {
      if (this.#owned < this.#options.size) return
      this.#end(member, 'workspace change')
    }
  }

  #keepSpares(): void {
    const { size, spares = 0, most = size + spares } = this.#options
    const there = [...this.#members, ...this.#starts].filter(({ workspaceId }) => workspaceId === null).length
    const room = most - this.#members.size - this.#starts.size
    for (let missing = Math.min(spares - there, room); missing > 0; missing -= 1) this.#start(null)
  }

  #start(workspaceId: string | null, process?: PoolProcess): Start<State> {
    const start: Start<State> = {
      workspaceId,
      holder: null,
      member: this.#startTurns.run(workspaceId ?? '', never, () => this.#spawn(process, start)),
    }
    this.#starts.add(start)
    start.member.then(
      () => {
        this.startFailure = null
      },
      (error: unknown) => {
        this.#starts.delete(start)
        if (this.#isClosed) return
        this.startFailure = messageOf(error instanceof Error ? (error.cause ?? error) : error)
        // The next use starts another one, and hears of it when that fails too.
        if (start.holder === null)
          this.#parts.log.warn(
            { program: this.#options.program, reason: messageOf(error) },
            'A child process that was to stand ready could not be started.',
          )
      },
    )
    return start
  }

  async #spawn(process: PoolProcess | undefined, start: Start<State>): Promise<Member<State>> {
    if (this.#isClosed) throw stopping()
    // It may speak before it is known here.
    const known: { member?: Member<State> } = {}
    const userOf = (): PoolUser | undefined => known.member?.holder?.user
    const { child, state } = await startPooled(this.#options, { ...this.#parts, process, userOf })
    if (this.#isClosed) {
      child.kill('stop')
      throw stopping()
    }
    const { workspaceId, holder } = start
    const member: Member<State> = { child, state, workspaceId, holder, uses: 0, idleSince: 0, isEnded: false }
    known.member = member
    this.#starts.delete(start)
    this.#members.add(member)
    void child.exited.then(exit => this.#onExit(member, exit))
    if (holder === null) this.#rest(member)
    return member
  }

  #end(member: Member<State>, reason: string): void {
    member.isEnded = true
    clearTimeout(member.idleTimer)
    if (member.holder === null) this.#members.delete(member)
    member.child.kill(reason)
  }

  #onExit(member: Member<State>, exit: Awaited<Child['exited']>): void {
    member.isEnded = true
    clearTimeout(member.idleTimer)
    this.#members.delete(member)
    member.holder?.endTurn()
    this.#options.onExit?.(exit)
    // Not after one that died unused, or processes that cannot live would be started without end.
    if (member.uses > 0 && !this.#isClosed) this.#keepSpares()
  }
}

/** True when the process did its part, and only its answer was a refusal. */
function isAnswer(error: unknown): boolean {
  return error instanceof ChildMethodError || (error instanceof SvcError && !(error instanceof InternalError))
}

function stopping(): UnavailableError {
  return new UnavailableError('The server is stopping.')
}

function ignore(): void {}
