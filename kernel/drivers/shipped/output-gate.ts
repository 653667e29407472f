import { AsyncLocalStorage } from 'node:async_hooks'
import type { ShippedWorkspace } from './shipped-workspace.ts'
import type { ShippingObserver } from './steps.ts'

/** What one piece of work has used; null once it is over, since timers and connections that it made go on in its name. */
interface Touched {
  workspaces: Set<ShippedWorkspace> | null
}

/** Knows which workspaces a piece of work has used, and waits until the log has what they hold. */
export class OutputGate {
  readonly #touched = new AsyncLocalStorage<Touched>()
  readonly #observer: ShippingObserver | undefined

  constructor(observer: ShippingObserver | undefined) {
    this.#observer = observer
  }

  /** Runs `work`, which uses `own` until it calls `over`. */
  tracked<T>(work: (over: () => void) => T, own: ShippedWorkspace | undefined): T {
    const touched: Touched = { workspaces: new Set(own ? [own] : []) }
    if (own) own.users += 1
    const over = (): void => {
      if (touched.workspaces !== null) own?.leave()
      touched.workspaces = null
    }
    return this.#touched.run(touched, () => work(over))
  }

  hasTouched(workspace: ShippedWorkspace): boolean {
    return this.#touched.getStore()?.workspaces?.has(workspace) ?? false
  }

  touched(workspace: ShippedWorkspace): void {
    this.#touched.getStore()?.workspaces?.add(workspace)
  }

  /** Waits for what the work around the call has used, else for `all`; undefined when all is kept already. */
  kept(all: Iterable<ShippedWorkspace>): Promise<void> | undefined {
    const waiting: Promise<void>[] = []
    for (const workspace of this.#touched.getStore()?.workspaces ?? all)
      if (workspace.shipped < workspace.noted) waiting.push(workspace.settled())
    if (waiting.length === 0) return undefined
    const startedAt = performance.now()
    return Promise.all(waiting).then(() => this.#observer?.waited(performance.now() - startedAt))
  }
}
