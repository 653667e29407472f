export { createJobRoutes } from './create-job-routes.ts'
export type { JobRoutes, JobRoutesOptions } from './create-job-routes.ts'
export type { DeclaredKind } from './job-access.ts'
