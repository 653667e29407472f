export {
  analyticsFolder,
  lockHome,
  memoryMigrations,
  quickCheck,
  SqliteCopies,
  tryMigrations,
} from '../drivers/index.ts'
export type { SqliteFacts } from '../drivers/index.ts'
export type * from '../drivers/query-host.ts'
export { attachHome, openHome } from './home/open-home.ts'
export { driverFor, ownDrivers } from './resolve-driver.ts'
export type { DriverChoice } from './resolve-driver.ts'
export { moveControl } from './move-control.ts'
export { homeOfDatabase, openControl, openPlanes } from './open-planes.ts'
export type { Home, HomeMarker, MigrationSet, OpenedPlanes, OpenJobStoreOptions, OpenPlanesOptions } from './planes.ts'
export { controlRecords, importControl, registryContent, registryRecords } from './control-copy.ts'
export type { ControlRecords } from './control-copy.ts'
export { asStorageFull, codeOf, MigrationError, NewerDataError } from './storage/storage-errors.ts'
export { planMigrations } from './storage/migration-plan.ts'
export { syncFolder } from './storage/durable-file.ts'
export { createWorkspaceFolders } from './storage/workspace-folders.ts'
export { analyticsRoom, openedPlanes, planesRoom } from './room.ts'
