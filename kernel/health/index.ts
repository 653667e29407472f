export { healthRoom } from './room.ts'
