export {
  createWorkspaceFolders,
  jobMigrations,
  lockHome,
  memoryMigrations,
  quickCheck,
  ThreadedSqliteCopies,
  tryMigrations,
} from '../drivers/index.ts'
export { AbsentDataPlane } from './absent-data-plane.ts'
export { bringInstallationFiles } from './installation-files/open-installation-files.ts'
export { attachHome, openHome } from './home/open-home.ts'
export { readMarker } from './home/home-files.ts'
export { driverFor, ownDrivers } from './resolve-driver.ts'
export type { DriverChoice } from './resolve-driver.ts'
export { migrationFolders } from './home/home-copies.ts'
export { homeOfDatabase, openControl, openPlanes } from './open-planes.ts'
export type { Home, HomeMarker, MigrationSet, OpenedPlanes, OpenPlanesOptions, Passage, Placement } from './planes.ts'
export type { JoiningCluster, JoiningState } from './placement/open-joining.ts'
export { ElsewhereError } from './elsewhere-error.ts'
export type { Peer } from './elsewhere-error.ts'
export { joinCluster, openJoining } from './join-cluster.ts'
export { copyControl } from './control-copy.ts'
export { MigrationError, NewerDataError, planMigrations } from './storage/migration-plan.ts'
export { analyticsRoom, contentRoom, openedPlanes, planesRoom } from './room.ts'
