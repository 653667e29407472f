import type { MakeRequest } from '../fitting-requests.ts'
import type { MakeRecord } from '../records.ts'

/** What the operations of one domain need for a success. */
export interface DomainRequests {
  /** How a record is made whose id stands in a path, by the path as far as that. */
  records: Record<string, MakeRecord>
  /** What an operation needs where the example of the document and a new record are not enough. */
  fitting: Record<string, MakeRequest>
  /** Operations that work for a while. */
  costly: readonly string[]
  /** Operations that no request of the test ends well, and why. */
  neverFine: Record<string, string>
}
