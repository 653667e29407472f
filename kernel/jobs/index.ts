export { createJobs } from './create-jobs.ts'
export type { JobsOptions } from './create-jobs.ts'
export { jobMigrations } from './job-migrations.ts'
export type { JobKind, Jobs } from './jobs.ts'
