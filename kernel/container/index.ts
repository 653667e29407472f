export { ServiceTable } from './service-table.ts'
