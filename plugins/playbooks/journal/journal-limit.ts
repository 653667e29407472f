import { fault } from '../interpreter/fault.ts'
import type { Fault } from '../interpreter/fault.ts'

/** What a run faults with that has written too much. */
export function journalIsFull(maxBytes: number): Fault {
  return fault(
    'runtime',
    `The journal of the run has more than ${maxBytes} bytes, which is as many as a run may write.`,
    { isFinal: true },
  )
}
