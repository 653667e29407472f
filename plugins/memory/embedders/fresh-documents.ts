/** Of a workspace; those that came before are embedded in the order of everything else. */
const mostWaiting = 10_000

/** Documents that came lately and may have no vectors yet: they are embedded before those that wait for long. */
export class FreshDocuments {
  readonly #waiting = new Map<string, Set<string>>()

  add(workspaceId: string, documentIds: readonly string[]): void {
    const waiting = this.#waiting.get(workspaceId) ?? new Set()
    for (const id of documentIds) waiting.add(id)
    for (const id of waiting) {
      if (waiting.size <= mostWaiting) break
      waiting.delete(id)
    }
    if (waiting.size > 0) this.#waiting.set(workspaceId, waiting)
  }

  /** The latest of them. */
  some(workspaceId: string, limit: number): string[] {
    return [...(this.#waiting.get(workspaceId) ?? [])].slice(-limit)
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#waiting.delete(workspaceId)
  }

  remove(workspaceId: string, documentIds: readonly string[]): void {
    const waiting = this.#waiting.get(workspaceId)
    for (const id of documentIds) waiting?.delete(id)
    if (waiting?.size === 0) this.#waiting.delete(workspaceId)
  }
}
