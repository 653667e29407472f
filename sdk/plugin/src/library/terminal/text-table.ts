const widest = 60
const unprintable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Columns side by side, for a terminal; numbers to the right. */
export function textTable(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map(row => row.map(shown))
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...cells.slice(0, 1000).map(row => (row[index] ?? '').length)),
  )
  const isNumber = columns.map((_, index) => rows.every(row => row[index] === null || typeof row[index] === 'number'))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => (isNumber[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(columns), line(widths.map(width => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

/** What would move a terminal's cursor, or turn its text around, is left out. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const plain = text.replace(/\s+/gu, ' ').replace(unprintable, '')
  return plain.length > widest ? `${plain.slice(0, widest - 1).toWellFormed()}…` : plain
}
