export { systemClock } from './clock.ts'
export { createIds } from './ids.ts'
