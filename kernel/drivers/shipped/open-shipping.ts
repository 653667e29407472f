import type { Clock, Logger, NewEvent, ObjectStore } from '@svc/plugin'
import type { ObjectStoreOptions } from '../objects/open-object-store.ts'
import { outboxStore } from '../postgres/jobs/stores/outbox-store.ts'
import type { ShippedDataPlaneOptions } from './shipped-data-plane.ts'

/** The log of workspaces, and a data plane over it. What it needs is loaded here, so that it costs other servers nothing. */
export async function openShipping(options: { databaseUrl: string; mayMigrate?: boolean; clock: Clock; log: Logger }) {
  const [
    { openWorkspaceLog },
    { ShippedDataPlane },
    { descriptionOf, openObjectStore },
    { copyWorkspace },
    { bringFile },
  ] = await Promise.all([
    import('./open-workspace-log.ts'),
    import('./shipped-data-plane.ts'),
    import('../objects/open-object-store.ts'),
    import('./restore-file.ts'),
    import('./bring-file.ts'),
  ])
  const workspaceLog = await openWorkspaceLog(options)
  return {
    workspaceLog,
    descriptionOf,
    post: (workspaceId: string, event: NewEvent) => outboxStore.post(workspaceLog.database, workspaceId, event),
    openStore: (storeOptions: ObjectStoreOptions) => openObjectStore(storeOptions),
    openData: (dataOptions: Omit<ShippedDataPlaneOptions, 'workspaceLog'>) =>
      new ShippedDataPlane({ ...dataOptions, workspaceLog }),
    copy: (of: { workspaceId: string; path: string }, store: ObjectStore) =>
      copyWorkspace(of, { store, log: workspaceLog, notes: options.log }),
    bring: (of: { workspaceId: string; path: string }, store: ObjectStore) =>
      bringFile(of, { store, log: workspaceLog }),
  }
}
