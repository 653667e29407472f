export { readObject, writeDurably } from './durable-file.ts'
export { MigrationError, NewerDataError, pendingMigrations, planMigrations } from './migration-plan.ts'
