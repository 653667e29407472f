import type { ClaimRequest } from '@svc/plugin'
import { isWanted, pairKey } from '../../../jobs/queue-rules.ts'
import type { Pair } from '../../../jobs/queue-rules.ts'

interface Ring extends Pair {
  /** In the order in which they are served. */
  workspaces: Set<string>
}

/**
 * In which workspaces jobs of which queue and kind are ready, so that a claim over all of them opens only files that have something
 * for it. It may name a pair too many, which the next look takes out, never one too few.
 */
export class ReadyIndex {
  /** In the order in which they are served. */
  readonly #rings = new Map<string, Ring>()
  readonly #pairsOf = new Map<string, Set<string>>()

  add(workspaceId: string, pair: Pair): void {
    const key = pairKey(pair)
    const pairs = this.#pairsOf.get(workspaceId)
    if (pairs?.has(key)) return
    if (pairs === undefined) this.#pairsOf.set(workspaceId, new Set([key]))
    else pairs.add(key)
    const ring = this.#rings.get(key)
    if (ring === undefined)
      this.#rings.set(key, { queue: pair.queue, kind: pair.kind, workspaces: new Set([workspaceId]) })
    else ring.workspaces.add(workspaceId)
  }

  remove(workspaceId: string, pair: Pair): void {
    this.#remove(workspaceId, pairKey(pair))
  }

  /** Exactly these from now on. */
  set(workspaceId: string, pairs: readonly Pair[]): void {
    const wanted = new Set(pairs.map(pairKey))
    for (const key of this.#pairsOf.get(workspaceId) ?? []) if (!wanted.has(key)) this.#remove(workspaceId, key)
    for (const pair of pairs) this.add(workspaceId, pair)
  }

  has(workspaceId: string, request: ClaimRequest): boolean {
    for (const key of this.#pairsOf.get(workspaceId) ?? []) {
      const ring = this.#rings.get(key)
      if (ring !== undefined && isWanted(request, ring)) return true
    }
    return false
  }

  /** Workspaces with something for the request that may start, those whose turn is first, without those that are spent. */
  candidates(
    request: ClaimRequest,
    options: { count: number; spent: ReadonlySet<string>; mayStart: (pair: Pair) => boolean },
  ): string[] {
    const { count, spent, mayStart } = options
    const turns = [...this.#rings.values()]
      .filter(ring => isWanted(request, ring) && mayStart(ring))
      .map(ring => ring.workspaces.values())
    const found = new Set<string>()
    while (turns.length > 0 && found.size < count) {
      for (const turn of [...turns]) {
        const next = turn.next()
        if (next.done) turns.splice(turns.indexOf(turn), 1)
        else if (!spent.has(next.value)) found.add(next.value)
        if (found.size >= count) break
      }
    }
    return [...found]
  }

  /** To the end of every line that the workspace stands in; these pairs to the end of theirs. */
  served(workspaceId: string, pairs: readonly Pair[]): void {
    for (const key of this.#pairsOf.get(workspaceId) ?? []) {
      const ring = this.#rings.get(key)
      if (ring === undefined || ring.workspaces.size < 2) continue
      ring.workspaces.delete(workspaceId)
      ring.workspaces.add(workspaceId)
    }
    if (this.#rings.size < 2) return
    for (const key of new Set(pairs.map(pairKey))) {
      const ring = this.#rings.get(key)
      if (ring === undefined) continue
      this.#rings.delete(key)
      this.#rings.set(key, ring)
    }
  }

  hasQueue(queue: string): boolean {
    return [...this.#rings.values()].some(ring => ring.queue === queue)
  }

  workspaces(): string[] {
    return [...this.#pairsOf.keys()]
  }

  #remove(workspaceId: string, key: string): void {
    const pairs = this.#pairsOf.get(workspaceId)
    pairs?.delete(key)
    if (pairs?.size === 0) this.#pairsOf.delete(workspaceId)
    const ring = this.#rings.get(key)
    ring?.workspaces.delete(workspaceId)
    if (ring?.workspaces.size === 0) this.#rings.delete(key)
  }
}
