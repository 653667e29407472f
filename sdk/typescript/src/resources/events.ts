import type { Call } from '../core/call.ts'
import type { Answer } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import { Resource } from '../core/resource.ts'
import { EventStream } from '../core/streams/stream.ts'
import type { WorkspaceEvent } from '../types.ts'

/** What happens in the workspace. */
export class Events extends Resource {
  /**
   * Events from now on, or after one that was read before. `types` takes `job.dead`, `job.*` or `*`. It goes on until the loop is left.
   */
  subscribe(
    { types, after }: { types?: readonly string[]; after?: string } = {},
    options?: RequestOptions,
  ): EventStream<WorkspaceEvent> {
    const open = async (last: string | undefined, signal: AbortSignal) =>
      this.transport.send({
        ...this.request('GET', '/api/events', { query: { types } }),
        options: { ...options, signal },
        accept: 'text/event-stream',
        ...(last !== undefined && { headers: { 'last-event-id': last } }),
      })
    return new EventStream<WorkspaceEvent>({
      open: signal => open(after, signal),
      repeatable: true,
      resume: ({ id }, signal) => open(id, signal),
      isLast: null,
      final: () => Promise.resolve(undefined),
      signal: options?.signal,
    })
  }

  /** The types that there are, each with the schema of its data. */
  types(options?: RequestOptions): Call<Answer<'listEventTypes'>> {
    return this.ask<'listEventTypes'>('GET', '/api/events/types', { options })
  }
}
