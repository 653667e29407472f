/** Work of one workspace waits for what was begun there before; that of others does not. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>()

  run<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(workspaceId) ?? Promise.resolve()
    const result = before.then(work, work)
    const ended = result.then(
      () => undefined,
      () => undefined,
    )
    this.#last.set(workspaceId, ended)
    void ended.then(() => {
      if (this.#last.get(workspaceId) === ended) this.#last.delete(workspaceId)
    })
    return result
  }
}
