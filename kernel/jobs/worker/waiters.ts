import type { ClaimRequest } from '@svc/plugin'

type Wanted = Pick<ClaimRequest, 'workspaceId' | 'kinds' | 'except_kinds' | 'queues'>

/** Waiters for the same jobs: where one finds none, the others find none. */
interface Group {
  readonly key: string
  /** The longest waiting first. */
  readonly asleep: Set<Waiter>
  readonly awake: Set<Waiter>
}

/** Somebody who waits for work. */
export class Waiter {
  readonly workspaceId: string | null
  readonly group: Group
  #hasNews = false
  #wake: (() => void) | null = null

  constructor(workspaceId: string | null, group: Group) {
    this.workspaceId = workspaceId
    this.group = group
    group.awake.add(this)
  }

  /** It was woken for work, and has not looked for it yet. */
  get hasNews(): boolean {
    return this.#hasNews
  }

  notify(): void {
    this.#hasNews = true
    this.#wake?.()
  }

  /** Resolves when there has been news since it last looked, or when the signal aborts. */
  async news(signal: AbortSignal): Promise<void> {
    if (this.#hasNews || signal.aborted) return
    const { asleep, awake } = this.group
    awake.delete(this)
    asleep.add(this)
    await new Promise<void>(resolve => {
      const wake = (): void => {
        this.#wake = null
        signal.removeEventListener('abort', wake)
        asleep.delete(this)
        awake.add(this)
        resolve()
      }
      this.#wake = wake
      signal.addEventListener('abort', wake)
    })
  }

  /** It looks now: what is notified from here on is news again. */
  looks(): void {
    this.#hasNews = false
  }
}

/**
 * All who wait for jobs, of one workspace or of any. News wakes one waiter of each group; a waiter that finds work wakes the next one, and
 * so does one that leaves before it has looked. So a job wakes a few of five hundred waiters, and no job lies there while somebody waits.
 */
export class Waiters {
  /** By workspace, then by what is wanted. */
  readonly #groups = new Map<string | null, Map<string, Group>>()

  join(wanted: Wanted): Waiter {
    const { workspaceId } = wanted
    const key = JSON.stringify([wanted.kinds, wanted.except_kinds, wanted.queues])
    const groups = this.#groups.get(workspaceId) ?? new Map<string, Group>()
    this.#groups.set(workspaceId, groups)
    const group = groups.get(key) ?? { key, asleep: new Set(), awake: new Set() }
    groups.set(key, group)
    return new Waiter(workspaceId, group)
  }

  /** Unless it finds nothing, the next one looks too: there may be more, or this one could not. */
  async look<T>(waiter: Waiter, claim: () => Promise<T[]>): Promise<T[]> {
    waiter.looks()
    let isDry = false
    try {
      const found = await claim()
      isDry = found.length === 0
      return found
    } finally {
      if (!isDry) wakeNext(waiter.group, waiter)
    }
  }

  leave(waiter: Waiter): void {
    const { group, workspaceId } = waiter
    group.asleep.delete(waiter)
    group.awake.delete(waiter)
    if (waiter.hasNews) wakeNext(group, waiter)
    if (group.asleep.size + group.awake.size > 0) return
    const groups = this.#groups.get(workspaceId)
    groups?.delete(group.key)
    if (groups?.size === 0) this.#groups.delete(workspaceId)
  }

  /** Null: there may be work in any workspace. */
  notify(workspaceId: string | null): void {
    const concerned =
      workspaceId === null ? [...this.#groups.values()] : [this.#groups.get(null), this.#groups.get(workspaceId)]
    for (const groups of concerned) for (const group of groups?.values() ?? []) wakeNext(group, null)
  }
}

/** When all are awake, any of them may have looked too early: all look again. */
function wakeNext({ asleep, awake }: Group, except: Waiter | null): void {
  const [first] = asleep
  if (first !== undefined) return first.notify()
  for (const waiter of awake) if (waiter !== except) waiter.notify()
}
