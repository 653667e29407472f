export { writeDurably } from './durable-file.ts'
export { pendingMigrations, planMigrations } from './migration-plan.ts'
export { MigrationError, NewerDataError } from './storage-errors.ts'
export { createWorkspaceFolders, namesIn, workspaceIdPattern } from './workspace-folders.ts'
