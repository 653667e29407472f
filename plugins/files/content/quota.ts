import { PayloadTooLargeError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import { contentRecords } from './content-records-store.ts'

/** Room for bytes that are on their way; they count until they are let go of. */
export interface Reservation {
  /** @throws PayloadTooLargeError when so many more do not fit */
  add(bytes: number): void
  release(): void
}

/**
 * How much a workspace may hold. What is kept stands in its file; what is on its way is counted here, so that uploads that come at the
 * same time do not fill the disk together before one of them is refused.
 */
export class Quota {
  readonly limit: number
  readonly #data: DataPlane
  readonly #underWay = new Map<string, number>()

  constructor(data: DataPlane, limit: number) {
    this.#data = data
    this.limit = limit
  }

  reserve(workspaceId: string): Reservation {
    let taken = 0
    return {
      add: bytes => {
        const used = this.used(workspaceId)
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

  /** What counts against the quota: contents that are kept, and the length of uploads in pieces. */
  used(workspaceId: string): number {
    return this.#data.use(workspaceId, db => contentRecords.usedBytes(db))
  }

  /** @throws PayloadTooLargeError when `more` bytes do not fit beside those that are used */
  check(used: number, more: number): void {
    if (used + more <= this.limit) return
    throw new PayloadTooLargeError(
      `The workspace may hold ${this.limit} bytes of files; it holds ${used}, and ${more} more do not fit. Delete files and empty the trash, or raise SVC_FILES_QUOTA_MB.`,
    )
  }
}
