export {
  assertIndexed,
  assertRecord,
  controlSchema,
  controlTables,
  indexedColumns,
  isRecord,
  recordFaults,
  recordsOf,
  schemaOf,
} from './control-schema.ts'
export type { AnyRecord, Column, ColumnType, TableSchema } from './control-schema.ts'
export { assertOpen, TransactionScope } from './transaction-scope.ts'
