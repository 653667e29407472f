import type { Ids } from '@svc/plugin'

/** Ids that count, for a test of one part: those made later sort after, over all makers of the process. */
export function countingIds(): Ids {
  return {
    create: prefix => `${prefix}_${String((count += 1)).padStart(26, '0')}`,
    secret: bytes => 's'.repeat(bytes),
  }
}

let count = 0
