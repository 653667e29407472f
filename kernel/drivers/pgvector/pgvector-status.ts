import type { PlaneStatus } from '@svc/plugin'
import type { PgvectorCandidates } from './pgvector-candidates.ts'
import type { VectorIndex } from './vector-index.ts'
import { vectorIndexStore as store } from './vector-index-store.ts'
import type { IndexTotals } from './vector-index-store.ts'
import type { VectorSync } from './vector-sync.ts'

interface Parts {
  index: VectorIndex
  sync: VectorSync
  source: PgvectorCandidates
}

/** `driver` is what finds candidates now. Without pgvector the files serve, which is nothing ill; the detail says why. */
export async function statusOf(files: PlaneStatus, { index, sync, source }: Parts): Promise<PlaneStatus> {
  const totals = index.condition.kind === 'ready' ? await totalsOf(index) : null
  const { condition } = index
  if (condition.kind !== 'ready' || totals === null) {
    // This answer may be old; the next one is asked of PostgreSQL again.
    sync.nudge()
    return { ...files, detail: `${files.detail}; without pgvector: ${reasonOf(index)}` }
  }
  const { vectors } = totals
  const { behind } = sync
  const inAll = vectors + behind.vectors
  const waiting = behind.workspaces === 0 ? '' : `, ${behind.workspaces} workspaces wait to be brought up to date`
  const synced = `${vectors} vectors of ${inAll} synced${waiting}`
  if (source.isPaused)
    return { ...files, detail: `${files.detail}; pgvector answers too late and is not asked now: ${synced}` }
  return {
    driver: 'pgvector',
    healthy: files.healthy,
    location: index.location,
    version: totals.version,
    detail: files.healthy ? synced : `${files.detail}; ${synced}`,
  }
}

/** Null when it cannot be asked, which the index then knows. */
async function totalsOf(index: VectorIndex): Promise<IndexTotals | null> {
  try {
    const totals = await store.totals(index.searches)
    if (totals.version === null) throw new Error('the extension vector is gone')
    return totals
  } catch (error) {
    index.failed(error)
    return null
  }
}

function reasonOf({ condition, location }: VectorIndex): string {
  if (condition.kind === 'missing') return `${location}: ${condition.reason}`
  if (condition.kind === 'away') return condition.reason
  return `${location} has not been asked yet`
}
