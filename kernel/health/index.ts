export { createHealth } from './create-health.ts'
export type { Health } from './health.ts'
export { healthRoom } from './room.ts'
