/** Aligned text columns under a heading. */
export function columns(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, ...rows]
  const widths = heading.map((_, index) => Math.max(...lines.map(line => line[index]?.length ?? 0)))
  return lines
    .map(line =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
