import { messageOf, UnavailableError } from '../../errors.ts'
import type { Logger } from '../runtime.ts'
import type { AnalyticsPlane } from './analytics-plane.ts'
import type { ContentStore } from './content-store.ts'

/**
 * What no record names any more stays while a copy of the home is made: the records in the copy are those of a moment before, and may name it.
 * Of this process: what others remove is removed at once.
 */
export class HeldRemovals {
  readonly #log: Logger
  #copies = 0
  readonly #waiting: (() => Promise<void>)[] = []

  constructor(log: Logger) {
    this.#log = log
  }

  async during<T>(copy: () => Promise<T>): Promise<T> {
    this.#copies += 1
    try {
      return await copy()
    } finally {
      this.#copies -= 1
      if (this.#copies === 0) await this.#removeHeld()
    }
  }

  /** The store, whose contents are swept after the copy. */
  ofContents(store: ContentStore): ContentStore {
    return {
      of: options => {
        const contents = store.of(options)
        const sweep = contents.sweep.bind(contents)
        contents.sweep = async (workspaceId, unneeded) => {
          if (this.#copies === 0) await sweep(workspaceId, unneeded)
          else this.#waiting.push(() => sweep(workspaceId, unneeded))
        }
        return contents
      },
    }
  }

  /** The plane, whose removals fail during a copy as those of a place that is away: what they leave is removed by the next sweep. */
  ofTables<Plane extends Pick<AnalyticsPlane, 'remove'>>(plane: Plane): Plane {
    const remove = plane.remove.bind(plane)
    plane.remove = async (workspaceId, files) => {
      if (this.#copies > 0) throw new UnavailableError('A backup is being made; the tables are removed after it.')
      await remove(workspaceId, files)
    }
    return plane
  }

  async #removeHeld(): Promise<void> {
    for (const sweep of this.#waiting.splice(0)) {
      await sweep().catch((error: unknown) => {
        this.#log.warn(
          { reason: messageOf(error) },
          'contents that nothing needs could not be removed after a backup; the next start tries again',
        )
      })
    }
  }
}
