export { clearControl } from './clear-store.ts'
export { openPostgres } from './open-postgres.ts'
