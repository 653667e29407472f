export { createJobs } from './create-jobs.ts'
export type { JobsOptions } from './create-jobs.ts'
export { createWorkerJobs } from './create-worker-jobs.ts'
export type { WorkerJobsOptions } from './create-worker-jobs.ts'
export { jobMigrations } from './job-migrations.ts'
export type { DeclaredKind, JobKind, Jobs } from './jobs.ts'
export { queueLimits } from './queue-limits.ts'
export {
  clearJobs,
  createPostgresQueue,
  postgresJobMigrations,
  PostgresJobStore,
} from '../drivers/postgres/jobs/index.ts'
export { copyStoredJobs } from './move-stored-jobs.ts'
export type { MovedJobs } from './move-stored-jobs.ts'
export { leftStore } from '../drivers/sqlite/index.ts'
export { jobsOffer, jobsRoom, workerLinkRoom } from './room.ts'
export type { ServerNotes, WorkerServer } from './worker-server.ts'
export type { StoreCall } from './worker/store-calls.ts'
