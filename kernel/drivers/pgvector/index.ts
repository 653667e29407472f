export { openPgvector } from './open-pgvector.ts'
export type { Pgvector } from './open-pgvector.ts'
