import type { Call } from '../core/call.ts'
import type { Answer } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import { Resource } from '../core/resource.ts'
import { followed } from '../core/streams/followed.ts'
import type { EventStream } from '../core/streams/stream.ts'
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
    return followed<WorkspaceEvent>(this.transport, {
      request: () => this.request('GET', '/api/events', { query: { types } }),
      after,
      options,
      isLast: null,
      final: () => Promise.resolve(undefined),
    })
  }

  /** The types that there are, each with the schema of its data. */
  types(options?: RequestOptions): Call<Answer<'listEventTypes'>> {
    return this.ask<'listEventTypes'>('GET', '/api/events/types', { options })
  }
}
