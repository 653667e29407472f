export { removalRoom } from './room.ts'
