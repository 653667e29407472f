export { BackupFolder, rollBackMigration, verifyArchive } from './backup/index.ts'
export type { BackupManifest, Restored, RolledBack } from './backup/index.ts'
export { BootError, exitCodes } from './boot-error.ts'
export type { BootProblem } from './boot-error.ts'
export { checkPlugin } from './boot/check-plugin.ts'
export type { CheckedPlugin } from './boot/check-plugin.ts'
export { createKernel } from './boot/create-kernel.ts'
export { readConfiguration } from './boot/blueprint.ts'
export { moveJobs } from './boot/move-jobs.ts'
export { recordPluginSwitch } from './boot/record-plugin-switch.ts'
export { restoreHome } from './boot/restore-home.ts'
export type { Configuration } from './boot/blueprint.ts'
export { programsIn } from './children/index.ts'
export { readKernelConfiguration } from './config/index.ts'
export type { KernelConfig } from './config/index.ts'
export { createRedaction } from './services/index.ts'
export { quickCheck } from './planes/index.ts'
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
