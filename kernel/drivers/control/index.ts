export {
  assertIndexed,
  assertRecord,
  controlSchema,
  controlTables,
  indexedColumns,
  isRecord,
  recordFaults,
  schemaOf,
} from './control-schema.ts'
export type { AnyRecord, Column, ColumnType, TableSchema } from './control-schema.ts'
export { alreadyExists, readerOf, TransactionTurns, withHandle } from './control-handles.ts'
export type { ChangingRows, ColumnValues, ControlRows } from './control-handles.ts'
