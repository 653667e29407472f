export { asCalled, calledAs } from './called-as.ts'
export { BootError, exitCodes } from './boot-error.ts'
export type { BootProblem } from './boot-error.ts'
export { checkPlugin } from './boot/check-plugin.ts'
export type { CheckedPlugin } from './boot/check-plugin.ts'
export { createKernel } from './boot/create-kernel.ts'
export { readConfiguration } from './boot/blueprint.ts'
export type { Configuration } from './boot/blueprint.ts'
export { saveSetting } from './boot/plan/choose.ts'
export { assertOwnDrivers, controlPlaces, openStoppedHome } from './boot/stopped-home.ts'
export type { ControlPlace, StoppedHome, StoppedJobs } from './boot/stopped-home.ts'
export { programsIn } from './children/index.ts'
export { readKernelConfiguration } from './config/index.ts'
export type { KernelConfig } from './config/index.ts'
export { createRedaction } from './services/index.ts'
export { copyControl, lockHome, migrationFolders, quickCheck, ThreadedSqliteCopies } from './planes/index.ts'
export type {
  HostColumnsRequest,
  HostDerive,
  HostDiffRequest,
  HostExport,
  HostExported,
  HostImport,
  HostNumbersHead,
  HostOpen,
  HostPiece,
  HostPreview,
  HostProfileRequest,
  HostQuery,
  HostQueryAnswer,
  HostQueryEnd,
  HostTable,
  HostTablesRequest,
  QueryHostRole,
} from './planes/index.ts'
export type { BootReport, ConfigOrigin, Kernel, KernelOptions, WorkerReport, WorkerRole } from './kernel.ts'
