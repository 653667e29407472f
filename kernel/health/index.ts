export { createHealth } from './create-health.ts'
export type { Health } from './health.ts'
