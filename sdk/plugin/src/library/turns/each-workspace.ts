import { setImmediate as nextTurn } from 'node:timers/promises'

export interface EachWorkspaceOptions {
  /** No further workspace is begun once it is aborted. */
  signal?: AbortSignal
  /** What failed in one workspace; not called once the signal is aborted. */
  onFailed(workspaceId: string, error: unknown): void | Promise<void>
}

/**
 * Does the same in one workspace after another. One that fails, such as a damaged one, keeps nobody from the others. The event loop turns
 * between two of them, so that opening many files holds up no request.
 */
export async function eachWorkspace(
  workspaceIds: readonly string[],
  work: (workspaceId: string) => unknown,
  { signal, onFailed }: EachWorkspaceOptions,
): Promise<void> {
  for (const workspaceId of workspaceIds) {
    if (signal?.aborted) return
    try {
      await work(workspaceId)
    } catch (error) {
      if (signal?.aborted) return
      await onFailed(workspaceId, error)
    }
    await nextTurn()
  }
}
