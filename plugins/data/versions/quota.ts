import { PayloadTooLargeError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import { versionStore } from '../catalog/version-store.ts'

/** Room for bytes that are on their way; they count until they are let go of. */
export interface Reservation {
  /** @throws PayloadTooLargeError when so many more do not fit */
  add(bytes: number): void
  release(): void
}

/** How many bytes of datasets a workspace may hold: what is kept stands in its file, what is on its way is counted here. */
export class Quota {
  readonly limit: number
  readonly #data: DataPlane
  readonly #underWay = new Map<string, number>()

  constructor(data: DataPlane, limit: number) {
    this.#data = data
    this.limit = limit
  }

  used(workspaceId: string): number {
    return this.#data.use(workspaceId, db => versionStore.usedBytes(db))
  }

  reserve(workspaceId: string): Reservation {
    // Once for each: what is kept meanwhile is looked at again when this is recorded.
    const used = this.used(workspaceId)
    let taken = 0
    return {
      add: bytes => {
        const underWay = this.#underWay.get(workspaceId) ?? 0
        this.check(used, underWay + bytes)
        taken += bytes
        this.#underWay.set(workspaceId, underWay + bytes)
      },
      release: () => {
        const left = (this.#underWay.get(workspaceId) ?? 0) - taken
        taken = 0
        if (left > 0) this.#underWay.set(workspaceId, left)
        else this.#underWay.delete(workspaceId)
      },
    }
  }

  /** @throws PayloadTooLargeError when `more` bytes do not fit beside those that are used */
  check(used: number, more: number): void {
    if (used + more <= this.limit) return
    throw new PayloadTooLargeError(
      `The workspace may hold ${this.limit} bytes of datasets; it holds ${used}, and ${more} more do not fit. Delete datasets, or raise SVC_DATA_QUOTA_MB.`,
    )
  }
}
