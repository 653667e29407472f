/** A name as SQL writes it; a name cannot hold NUL. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A leading `'` keeps a spreadsheet from running a text. */
export function csvSafe(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** A text as a cell of CSV, quoted where it must be. */
export function csvText(text: string): string {
  const safe = csvSafe(text)
  // Quotes distinguish an empty text from a missing one.
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvHeader(columns: readonly { name: string }[]): string {
  return `${columns.map(({ name }) => csvText(name)).join(',')}\n`
}
