/** What is drawn of a cell; the rest of a longer one would only slow the page. */
const mostShown = 200

/** A value of a table as text: NULL for none, JSON for what has parts. */
export function cellText(value: unknown, most = mostShown): string {
  const text = textOf(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}

export function isNumeric(type: string): boolean {
  return /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U[A-Z]*INT|FLOAT|DOUBLE|REAL|DECIMAL|NUMERIC)/i.test(type)
}

export function isTime(type: string): boolean {
  return /^(DATE|TIMESTAMP)/i.test(type)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value as number | boolean | bigint)
}
