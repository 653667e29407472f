import { inClaimOrder } from '../../jobs/queue-rules.ts'
import type { Head, Lane } from './stores/claim-store.ts'
import type { Quota } from './stores/transition-store.ts'

/** How many more of a queue and of a kind may start; absent: any number. */
export interface Rooms {
  queues: ReadonlyMap<string, number>
  kinds: ReadonlyMap<string, number>
}

/** What a claim may still take. */
export interface ClaimRoom {
  limit: number
  /** Of payloads. */
  bytes: number
  /** Nothing was taken yet, so the first job is taken whatever its size. */
  isEmpty: boolean
}

const noRooms: Rooms = { queues: new Map(), kinds: new Map() }

/**
 * How many jobs to take of each lane: the workspaces in turn, beginning after the one that was served last, and within a workspace
 * the most urgent first.
 */
export function planClaim(
  lanes: readonly Lane[],
  heads: readonly Head[],
  options: ClaimRoom & { lastServed: string; rooms?: Rooms },
): Quota[] {
  let { bytes } = options
  const rooms = options.rooms ?? noRooms
  const left = { queues: new Map(rooms.queues), kinds: new Map(rooms.kinds) }
  const counts = new Map<number, number>()
  let wanted = options.limit
  const turns = inTurn(lanes, heads, options.lastServed)
  while (wanted > 0 && turns.length > 0) {
    for (const [index, waiting] of [...turns.entries()].toReversed()) if (waiting.length === 0) turns.splice(index, 1)
    for (const waiting of turns) {
      const next = wanted > 0 ? takeNext(waiting, lanes, left) : undefined
      if (next === undefined) continue
      bytes -= next.size
      if (bytes < 0 && (counts.size > 0 || !options.isEmpty)) return quotasOf(lanes, counts)
      counts.set(next.lane, (counts.get(next.lane) ?? 0) + 1)
      wanted -= 1
    }
  }
  return quotasOf(lanes, counts)
}

function quotasOf(lanes: readonly Lane[], counts: ReadonlyMap<number, number>): Quota[] {
  return [...counts].map(([index, count]) => ({ ...(lanes[index] as Lane), count }))
}

/** The heads of each workspace in their order; the workspaces in the order of their turns. */
function inTurn(lanes: readonly Lane[], heads: readonly Head[], lastServed: string): Head[][] {
  const byWorkspace = Map.groupBy(heads, head => (lanes[head.lane] as Lane).workspace_id)
  const workspaceIds = [...byWorkspace.keys()].toSorted()
  const ordered = [...workspaceIds.filter(id => id > lastServed), ...workspaceIds.filter(id => id <= lastServed)]
  return ordered.map(id => (byWorkspace.get(id) ?? []).toSorted(inClaimOrder))
}

/** The first that there is room for; those before it are passed over. */
function takeNext(
  waiting: Head[],
  lanes: readonly Lane[],
  left: { queues: Map<string, number>; kinds: Map<string, number> },
): Head | undefined {
  for (let head = waiting.shift(); head !== undefined; head = waiting.shift()) {
    const { queue, kind } = lanes[head.lane] as Lane
    const [inQueue, ofKind] = [left.queues.get(queue) ?? Infinity, left.kinds.get(kind) ?? Infinity]
    if (inQueue < 1 || ofKind < 1) continue
    left.queues.set(queue, inQueue - 1)
    left.kinds.set(kind, ofKind - 1)
    return head
  }
  return undefined
}
