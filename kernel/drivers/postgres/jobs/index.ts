export { clearJobs } from './clear-store.ts'
export { createPostgresQueue } from './create-postgres-queue.ts'
export { postgresJobMigrations } from './postgres-job-migrations.ts'
export { PostgresJobStore } from './postgres-job-store.ts'
