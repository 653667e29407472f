import { setTimeout as pause } from 'node:timers/promises'
import { APIError, ConnectionError, NotFoundError } from '@svc/sdk'
import type { SvcClient } from '@svc/sdk'
import type { Outside } from './outside.ts'

export interface ActorContext {
  client: SvcClient
  /** Stands in the name of all that the actor makes, so that another workspace that shows it has a leak. */
  mark: string
  baseUrl: string
  key: string
  outside: Outside
  /** From 0 to 1, the same again for the same seed. */
  random(): number
  signal: AbortSignal
}

/** Somebody who uses one part of svc over and over, and remembers what was promised. */
export interface Actor {
  /** One piece of work: resolves when all of it is acknowledged. */
  act(): Promise<void>
  /** Asked at the end, when all is quiet: a sentence for each promise that was broken. */
  broken(): Promise<string[]>
  /** Ends what goes on beside `act`. */
  close?(): Promise<void>
}

export interface ActorKind {
  kind: string
  /** Milliseconds between the end of one piece of work and the next. */
  pauseMs: number
  /** The name of the workspace that it has for itself; else it works in one of the busy ones. */
  workspace?: string
  /** Its work takes longer the more there is already, so its times say nothing about growth that is none. */
  grows?: boolean
  make(context: ActorContext): Promise<Actor>
}

export interface Timing {
  kind: string
  /** Milliseconds since the soak began. */
  at: number
  ms: number
}

export interface Acting {
  timings: Timing[]
  /** What was refused that should not have been, each sentence with how often. */
  refusals: Map<string, number>
  done: Map<string, number>
}

/** Lets an actor work until the signal ends it. What trouble explains is tried again; every other refusal is noted. */
export async function letAct(
  { kind, pauseMs, grows = false }: ActorKind,
  actor: Actor,
  { acting, signal, now, isTroubled }: { acting: Acting; signal: AbortSignal; now(): number; isTroubled(): boolean },
): Promise<void> {
  while (!signal.aborted) {
    const at = now()
    const wasTroubled = isTroubled()
    try {
      await actor.act()
      acting.done.set(kind, (acting.done.get(kind) ?? 0) + 1)
      // A time that holds a kill says how long a start takes, not how fast svc is.
      if (!grows && !wasTroubled && !isTroubled()) acting.timings.push({ kind, at, ms: now() - at })
    } catch (error) {
      if (signal.aborted) return
      if (!isExplained(error, wasTroubled || isTroubled())) {
        const words = `${kind}: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`
        acting.refusals.set(words, (acting.refusals.get(words) ?? 0) + 1)
      }
    }
    await pause(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** A server that is away, or a disk that is full, is what the soak makes. */
function isExplained(error: unknown, isTroubled: boolean): boolean {
  if (error instanceof ConnectionError) return isTroubled
  if (error instanceof APIError) return isTroubled && (error.status >= 500 || error.status === 429)
  return isTroubled && error instanceof TypeError
}

/** A deletion whose answer was lost finds nothing when it is sent again. */
export async function untilGone(remove: () => PromiseLike<unknown>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
  }
}

export async function everyItem<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
