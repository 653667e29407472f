export { syncFolder, writeDurably } from './durable-file.ts'
export { pendingMigrations, planMigrations } from './migration-plan.ts'
export { asStorageFull, codeOf, isDiskFull, MigrationError, NewerDataError, storageFull } from './storage-errors.ts'
export { createWorkspaceFolders, workspaceIdPattern } from './workspace-folders.ts'
