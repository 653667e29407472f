export type * from './control/control-plane.ts'
export { analyticsFolder } from '../drivers/duckdb/index.ts'
export { attachPlanes, homeOfDatabase } from './attach-planes.ts'
export { attachHome } from './home/attach-home.ts'
export { openHome } from './home/open-home.ts'
export { memoryMigrations } from './memory-migrations.ts'
export { moveControl } from './move-control.ts'
export { openControl, openPlanes } from './open-planes.ts'
export type {
  Home,
  HomeMarker,
  KernelDataPlane,
  MigrationSet,
  OpenedPlanes,
  OpenPlanesOptions,
  PostgresDatabase,
  PostgresSession,
} from './planes.ts'
export { controlRecords, importControl, registryContent, registryRecords } from './control/control-copy.ts'
export type { ControlRecords } from './control/control-copy.ts'
export { lockHome, quickCheck, SqliteCopies, tryMigrations } from '../drivers/sqlite/index.ts'
export type { SqliteFacts } from '../drivers/sqlite/index.ts'
export { asStorageFull, codeOf, MigrationError, NewerDataError } from './storage/storage-errors.ts'
export { planMigrations } from './storage/migration-plan.ts'
export { syncFolder } from './storage/durable-file.ts'
export { createWorkspaceFolders } from './storage/workspace-folders.ts'
export { analyticsRoom, openedPlanes, planesRoom } from './room.ts'
