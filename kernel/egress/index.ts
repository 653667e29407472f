export { createEgress } from './egress.ts'
export { isHostPort } from './target.ts'
export type { EgressInternals } from './egress.ts'
export { egressRoom } from './room.ts'
