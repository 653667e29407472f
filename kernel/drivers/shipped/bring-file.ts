import { open } from 'node:fs/promises'
import { UnavailableError } from '@svc/plugin'
import type { ObjectStore } from '@svc/plugin'
import type { WorkspaceFile } from './restore-file.ts'
import { chunkBytes, listManifests, manifestName, readManifest } from './snapshot-manifest.ts'
import { Snapshots } from './snapshots.ts'
import type { WorkspaceLog } from './workspace-log-store.ts'

/** Behind the first place: a log that begins at the first place says that an empty file comes before it. */
const broughtSeq = 2

/**
 * Makes a file that nobody changes what the workspace is before any server has had it. May be done again, also with another file, until a
 * server takes the workspace over: chunks that are stored already are not stored again.
 */
export async function bringFile(
  { workspaceId, path }: WorkspaceFile,
  { store, log }: { store: ObjectStore; log: WorkspaceLog },
): Promise<void> {
  const before = await listManifests(store, workspaceId)
  const [newest] = before
  const known = newest ? await readManifest(store, newest).catch(damagedIsNone) : null
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const changed = new Set(Array.from({ length: Math.ceil(size / chunkBytes) }, (_, index) => index))
    const snapshots = new Snapshots({ store, log, retentionHours: 0, onStep: () => undefined })
    const manifest = await snapshots.make({ workspaceId, file, seq: broughtSeq, manifest: known, changed })
    const stale = before.map(({ name }) => name).filter(name => name !== manifestName(manifest))
    await store.remove(stale)
    await log.bring(workspaceId, broughtSeq)
  } finally {
    await file.close()
  }
}

function damagedIsNone(error: unknown): null {
  if (error instanceof UnavailableError) return null
  throw error
}
