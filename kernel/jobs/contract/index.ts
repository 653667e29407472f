export { jobEvent } from './job-events.ts'
export { statsOf } from './job-stats.ts'
export type { CountRow } from './job-stats.ts'
export { refusedSettlement } from './refused-settlement.ts'
