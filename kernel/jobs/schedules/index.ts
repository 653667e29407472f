export { createJobSchedules } from './create-job-schedules.ts'
export type { JobSchedulesOptions, StartableJobSchedules } from './create-job-schedules.ts'
export { assertNotReserved } from './schedule-keys.ts'
