export type * from './control/control-plane.ts'
export { analyticsFolder } from './analytics/analytics-folders.ts'
export { attachPlanes, homeOfDatabase } from './attach-planes.ts'
export { attachHome } from './home/attach-home.ts'
export { openHome } from './home/open-home.ts'
export { memoryMigrations } from './memory/memory-migrations.ts'
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
export { quickCheck } from './data/quick-check.ts'
export { tryMigrations } from './data/try-migrations.ts'
export { planMigrations } from './migration-plan.ts'
export { SqliteCopies } from './data/sqlite-copies.ts'
export type { SqliteFacts } from './data/sqlite-copies.ts'
export { asStorageFull, codeOf, MigrationError, NewerDataError } from './storage-errors.ts'
export { syncFolder } from './durable-file.ts'
export { lockHome } from './home/home-lock.ts'
export { createWorkspaceFolders } from './workspace-folders.ts'
