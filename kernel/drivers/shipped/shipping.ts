import type { NewEvent, ObjectStore } from '@svc/plugin'
import { descriptionOf, openObjectStore } from '../objects/open-object-store.ts'
import { outboxStore } from '../postgres/jobs/stores/outbox-store.ts'
import { bringFile } from './bring-file.ts'
import { openWorkspaceLog } from './open-workspace-log.ts'
import type { WorkspaceLogOptions } from './open-workspace-log.ts'
import { copyWorkspace } from './restore-file.ts'
import type { WorkspaceFile } from './restore-file.ts'
import { ShippedDataPlane } from './shipped-data-plane.ts'
import type { ShippedDataPlaneOptions } from './shipped-data-plane.ts'

/** The log of workspaces, and a data plane over it. */
export async function createShipping(options: WorkspaceLogOptions) {
  const workspaceLog = await openWorkspaceLog(options)
  return {
    workspaceLog,
    descriptionOf,
    post: (workspaceId: string, event: NewEvent) => outboxStore.post(workspaceLog.database, workspaceId, event),
    openStore: openObjectStore,
    openData: (dataOptions: Omit<ShippedDataPlaneOptions, 'workspaceLog'>) =>
      new ShippedDataPlane({ ...dataOptions, workspaceLog }),
    copy: (of: WorkspaceFile, store: ObjectStore) =>
      copyWorkspace(of, { store, log: workspaceLog, notes: options.log }),
    bring: (of: WorkspaceFile, store: ObjectStore) => bringFile(of, { store, log: workspaceLog }),
  }
}
