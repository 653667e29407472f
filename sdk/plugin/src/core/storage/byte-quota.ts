import { PayloadTooLargeError } from '../../errors.ts'
import type { DataPlane, WorkspaceDatabase } from './data-plane.ts'

/** Room for bytes that are on their way; they count until they are let go of. */
export interface Reservation {
  /** @throws PayloadTooLargeError when so many more do not fit */
  add(bytes: number): void
  release(): void
}

export interface ByteQuotaOptions {
  data: DataPlane
  /** Bytes that a workspace may hold; a fraction, as of a setting in megabytes, is left out. */
  limit: number
  /** What is kept already. */
  usedBytes(db: WorkspaceDatabase): number
  /** What the bytes are: "files". */
  what: string
  /** What a person does about a full workspace, as a sentence. */
  remedy: string
}

interface Room {
  underWay: number
  reservations: number
  /** Null when bytes that were on their way may have been kept since it was read. */
  used: number | null
}

/**
 * How many bytes of one kind a workspace may hold. What is kept stands in its database; what is on its way is counted here, so that uploads
 * that come at the same time do not fill the disk together before one of them is refused.
 */
export class ByteQuota {
  readonly #options: ByteQuotaOptions
  readonly #rooms = new Map<string, Room>()

  constructor(options: ByteQuotaOptions) {
    this.#options = { ...options, limit: Math.floor(options.limit) }
  }

  get limit(): number {
    return this.#options.limit
  }

  used(workspaceId: string): number {
    return this.#options.data.use(workspaceId, db => this.#options.usedBytes(db))
  }

  reserve(workspaceId: string): Reservation {
    const room = this.#rooms.get(workspaceId) ?? { underWay: 0, reservations: 0, used: null }
    this.#rooms.set(workspaceId, room)
    room.reservations += 1
    room.used = null
    let taken = 0
    let isReleased = false
    return {
      add: bytes => {
        // Pieces come by the thousand, so the database is asked only when the answer may have changed or decides.
        const fits = room.used !== null && room.used + room.underWay + bytes <= this.limit
        if (!fits) room.used = this.used(workspaceId)
        this.check(room.used ?? 0, room.underWay + bytes)
        taken += bytes
        room.underWay += bytes
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        room.underWay -= taken
        room.reservations -= 1
        room.used = null
        if (room.reservations === 0) this.#rooms.delete(workspaceId)
      },
    }
  }

  /** In the transaction that writes: what grows must fit, and what shrinks always does. @throws PayloadTooLargeError */
  grow(db: WorkspaceDatabase, more: number): void {
    if (more > 0) this.check(this.#options.usedBytes(db), more)
  }

  /** As {@link grow}, where what is written is counted by its tables alone: a throw takes the transaction back. @throws PayloadTooLargeError */
  measure<T>(db: WorkspaceDatabase, write: () => T): T {
    const before = this.#options.usedBytes(db)
    const written = write()
    const more = this.#options.usedBytes(db) - before
    if (more > 0) this.check(before, more)
    return written
  }

  /** @throws PayloadTooLargeError when `more` bytes do not fit beside those that are used */
  check(used: number, more: number): void {
    const { limit, remedy, what } = this.#options
    if (used + more <= limit) return
    throw new PayloadTooLargeError(
      `The workspace may hold ${limit} bytes of ${what}; it holds ${used}, and ${more} more do not fit. ${remedy}`,
    )
  }
}
