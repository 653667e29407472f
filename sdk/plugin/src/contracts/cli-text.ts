/** Rows in columns, the first row being the heads, numbers to the right; no spaces at the ends of lines. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  const numeric = widths.map((_, index) => rows.slice(1).every(row => /^\d+$/.test(row[index] ?? '')))
  return rows
    .map(row =>
      row
        .map((cell, index) => (numeric[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `1 job`, `2 jobs` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
