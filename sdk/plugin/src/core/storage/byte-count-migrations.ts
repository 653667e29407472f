/**
 * Statements of a migration that keep count of the bytes of texts, in the table `<table>_bytes`: adding them up at each write would read them
 * all. What stands there already is counted once. Columns that may be NULL stand in `nullable`.
 */
export function countBytes(table: string, columns: readonly string[], nullable: readonly string[] = []): string[] {
  const bytesOf = (row: string): string =>
    [
      ...columns.map(column => `octet_length(${row}.${column})`),
      ...nullable.map(column => `coalesce(octet_length(${row}.${column}), 0)`),
    ].join(' + ')
  const add = (bytes: string): string => `UPDATE ${table}_bytes SET bytes = bytes + ${bytes};`
  return [
    `CREATE TABLE ${table}_bytes (one INTEGER PRIMARY KEY CHECK (one = 1), bytes INTEGER NOT NULL) STRICT`,
    `INSERT INTO ${table}_bytes SELECT 1, coalesce(sum(${bytesOf(table)}), 0) FROM ${table}`,
    `CREATE TRIGGER ${table}_more_bytes AFTER INSERT ON ${table} BEGIN ${add(bytesOf('new'))} END`,
    `CREATE TRIGGER ${table}_less_bytes AFTER DELETE ON ${table} BEGIN ${add(`-(${bytesOf('old')})`)} END`,
    `CREATE TRIGGER ${table}_other_bytes AFTER UPDATE OF ${[...columns, ...nullable].join(', ')} ON ${table}
     BEGIN ${add(`(${bytesOf('new')}) - (${bytesOf('old')})`)} END`,
  ]
}
