export { createSealer } from './create-sealer.ts'
