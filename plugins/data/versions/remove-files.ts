import { UnavailableError } from '@svc/plugin'
import type { AnalyticsPlane, DataPlane } from '@svc/plugin'
import { unsettledStore } from './unsettled-store.ts'

/** Removes files that no record names and that were noted as unsettled. Where that fails, they stay noted, and the next sweep removes them; false while their place is away. */
export async function removeFiles(
  { data, plane }: { data: DataPlane; plane: Pick<AnalyticsPlane, 'remove'> },
  workspaceId: string,
  files: readonly string[],
): Promise<boolean> {
  let after: 'settle' | 'leave' = 'leave'
  try {
    await plane.remove(workspaceId, files)
    after = 'settle'
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
  } finally {
    data.use(workspaceId, db => db.transaction(() => files.forEach(file => unsettledStore[after](db, file))))
  }
  return after === 'settle'
}
