import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ForkTask, TaskList } from '../../definitions/workflow.ts'
import { Fault, fault, Parked, Withdrawn } from '../fault.ts'
import { below, isLive } from '../frame.ts'
import type { Frame } from '../frame.ts'
import { longestTimerMs } from '../rules/durations.ts'
import { nameOf, taskOf } from '../run-list.ts'
import type { Outcome, Result } from '../outcome.ts'
import type { Step } from '../step.ts'
import type { Scope } from '../scope.ts'

/** Its branches at one time. */
export async function runFork(step: Step<ForkTask>): Promise<Result> {
  const { branches } = step.task.fork
  const { limits } = step.scope.run.ports
  if (branches.length > limits.branches)
    throw fault('runtime', `The fork has ${branches.length} branches; at most ${limits.branches} are run.`)
  // Each branch writes its own; what is above them must be there before.
  await step.scope.commit()
  return new Branches(step, branches).run()
}

interface Branch {
  index: number
  scope: Scope
  /** Its frame, once it has one. */
  frame: Frame | undefined
  state: 'ready' | 'running' | 'parked' | 'completed' | 'faulted'
  outcome: Outcome | null
  fault: Fault | null
  /** When it is to go on, once it is parked. */
  wakeAt: number
}

class Branches {
  readonly #step: Step<ForkTask>
  readonly #tasks: TaskList
  readonly #branches: Branch[]
  readonly #abort = new AbortController()
  readonly #running = new Map<Branch, Promise<void>>()
  /** The fault that came first. */
  #first: Fault | null = null
  /** What none of the others may outlive: a lost claim, a server that stops. */
  #broken: { reason: unknown } | null = null

  constructor(step: Step<ForkTask>, tasks: TaskList) {
    this.#step = step
    this.#tasks = tasks
    const { frame, scope } = step
    const signal = AbortSignal.any([scope.signal, this.#abort.signal])
    this.#branches = tasks.map((_, index) => {
      const saved = this.#savedIn(frame, index)
      const inner = scope.branch(signal, saved?.context ?? scope.cell.value)
      if (saved) inner.cell.owner = saved
      return { index, scope: inner, ...stateOf(saved) }
    })
  }

  async run(): Promise<Result> {
    const { scope, task } = this.#step
    while (!this.#isDecided()) {
      this.#startReady()
      if (this.#running.size === 0) throw new Parked(this.#wakeAt())
      await this.#nextChange()
    }
    await this.#stopOthers()
    if (this.#broken) throw this.#broken.reason
    scope.signal.throwIfAborted()
    for (const branch of this.#branches) scope.pending.absorb(branch.scope.pending)
    const ending = this.#branches.find(branch => branch.outcome?.then === 'end')
    if (ending?.outcome) return { output: ending.outcome.output, then: 'end' }
    const failed = this.#failed()
    if (failed) throw failed
    this.#mergeContexts()
    if (task.fork.compete === true) return { output: this.#winner()?.outcome?.output ?? null }
    return { output: this.#branches.map(branch => branch.outcome?.output ?? null) }
  }

  #reference(index: number): string {
    return below(this.#step.frame.reference, 'fork', 'branches', index, nameOf(this.#tasks[index] ?? {}))
  }

  #savedIn({ children }: Frame, index: number): Frame | undefined {
    const reference = this.#reference(index)
    return children.find(child => child.reference === reference)
  }

  #isDecided(): boolean {
    if (this.#broken || this.#step.scope.signal.aborted) return true
    if (this.#branches.some(branch => branch.outcome?.then === 'end')) return true
    if (this.#step.task.fork.compete === true && this.#winner()) return true
    if (this.#failed()) return true
    return this.#branches.every(({ state }) => state === 'completed' || state === 'faulted')
  }

  #winner(): Branch | undefined {
    return this.#branches.find(({ state }) => state === 'completed')
  }

  /** With `compete` one fault leaves the others in the race. Branches that were stopped because of it have none of their own. */
  #failed(): Fault | null {
    const faults = this.#branches.flatMap(({ fault: found }) => found ?? [])
    const final = faults.find(({ isFinal }) => isFinal)
    if (final) return final
    if (this.#step.task.fork.compete !== true) return this.#first ?? faults[0] ?? null
    return this.#branches.every(({ state }) => state === 'faulted') ? (faults.at(-1) ?? null) : null
  }

  #startReady(): void {
    const { branchesAtOnce } = this.#step.scope.run.ports.limits
    for (const branch of this.#branches) {
      if (branch.state !== 'ready' || this.#running.size >= branchesAtOnce) continue
      branch.state = 'running'
      this.#running.set(branch, this.#advance(branch))
    }
  }

  async #advance(branch: Branch): Promise<void> {
    try {
      branch.outcome = await this.#runBranch(branch)
      branch.state = 'completed'
      if (!this.#isDecided()) await branch.scope.commit()
    } catch (thrown) {
      await this.#failedBranch(branch, thrown)
    } finally {
      this.#running.delete(branch)
    }
  }

  #runBranch({ index, scope, frame: saved }: Branch): Promise<Outcome> {
    const { frame } = this.#step
    const entry = this.#tasks[index] ?? {}
    const place = { reference: this.#reference(index), name: nameOf(entry), iteration: frame.iteration, parent: frame }
    return scope.run.runTask(taskOf(entry), place, frame.input, scope, saved)
  }

  async #failedBranch(branch: Branch, thrown: unknown): Promise<void> {
    try {
      if (thrown instanceof Parked) {
        await branch.scope.commit()
        branch.state = 'parked'
        branch.wakeAt = thrown.wakeAt
      } else if (thrown instanceof Fault) {
        branch.fault = thrown
        this.#first ??= thrown
        branch.state = 'faulted'
        if (!this.#isDecided()) await branch.scope.commit()
      } else if (thrown instanceof Withdrawn) branch.state = 'faulted'
      else this.#broken ??= { reason: thrown }
    } catch (error) {
      this.#broken ??= { reason: error }
    }
  }

  /** A branch has come to its end or waits, or something that one waits for may have happened. */
  async #nextChange(): Promise<void> {
    const { ports } = this.#step.scope.run
    const over = new AbortController()
    const changes: Promise<unknown>[] = [...this.#running.values()]
    if (this.#parked().length > 0) changes.push(ports.nudged().then(() => this.#wake()))
    const wakeAt = this.#wakeAt()
    if (wakeAt < Infinity) {
      const due = ports.clock.sleep(Math.min(longestTimerMs, Math.max(0, wakeAt - ports.clock.now())), over.signal)
      changes.push(
        due.then(
          () => this.#wake(),
          () => undefined,
        ),
      )
    }
    await Promise.race(changes)
    over.abort()
  }

  #parked(): Branch[] {
    return this.#branches.filter(({ state }) => state === 'parked')
  }

  #wakeAt(): number {
    return Math.min(...this.#parked().map(({ wakeAt }) => wakeAt))
  }

  #wake(): void {
    this.#reload()
    for (const branch of this.#parked()) branch.state = 'ready'
  }

  /** The journal is read once for all that are parked: what they work on may be large. */
  #reload(): void {
    const { frame, scope } = this.#step
    const parked = this.#parked()
    if (parked.length === 0) return
    const fresh = scope.run.ports.reload(frame)
    for (const branch of parked) branch.frame = this.#savedIn(fresh, branch.index)
  }

  /** Those that nobody waits for any more bring their frames to an end, waiting ones too. */
  async #stopOthers(): Promise<void> {
    if (this.#broken) this.#abort.abort(this.#broken.reason)
    else this.#abort.abort(new Withdrawn('The fork has its outcome without this branch.'))
    await Promise.all(this.#running.values())
    if (this.#broken) return
    this.#reload()
    for (const branch of this.#branches) {
      const isBegun = branch.state === 'parked' || (branch.state === 'ready' && branch.frame !== undefined)
      if (!isBegun) continue
      await this.#runBranch(branch).catch((thrown: unknown) => this.#failedBranch(branch, thrown))
    }
  }

  /** Of what the branches have exported, the changes, by key, in the order of declaration. */
  #mergeContexts(): void {
    const { scope } = this.#step
    const before = scope.cell.value
    let merged = before
    for (const { state, scope: inner } of this.#branches) {
      const { value } = inner.cell
      if (state === 'completed' && value !== before) merged = withChanges(merged, before, value)
    }
    if (merged !== before) scope.setContext(merged)
  }
}

function stateOf(saved: Frame | undefined): Omit<Branch, 'index' | 'scope'> {
  const none = { frame: saved, outcome: null, fault: null, wakeAt: Infinity }
  if (saved?.status === 'completed')
    return { ...none, state: 'completed', outcome: { output: saved.output, then: 'continue' } }
  if (saved && !isLive(saved)) return { ...none, state: 'faulted', fault: saved.error && new Fault(saved.error) }
  return { ...none, state: 'ready' }
}

function withChanges(into: JsonValue, before: JsonValue, after: JsonValue): JsonValue {
  if (!isObject(after) || !isObject(into)) return after
  const known = isObject(before) ? before : {}
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key]))
  return { ...into, ...Object.fromEntries(changed) }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
