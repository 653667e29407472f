/** Types that a column can be given, as the server names them. */
export const columnTypes = {
  text: 'Text',
  integer: 'Whole number',
  double: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  timestamp: 'Date and time',
} as const

export type ColumnType = keyof typeof columnTypes

const forms: readonly [type: ColumnType, form: RegExp][] = [
  ['boolean', /^(?:true|false)$/i],
  ['integer', /^[+-]?\d{1,18}$/],
  // Whole numbers among others are numbers.
  ['double', /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i],
  ['date', /^\d{4}-\d{2}-\d{2}$|^\d{1,2}[./]\d{1,2}[./]\d{4}$/],
  ['timestamp', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/],
]
const missing = /^(?:|na|n\/a|null|nan)$/i

/** What all of these cells are that are not missing. */
export function columnType(cells: readonly string[]): ColumnType {
  const filled = cells.filter(cell => !missing.test(cell))
  if (filled.length === 0) return 'text'
  return forms.find(([, form]) => filled.every(cell => form.test(cell)))?.[0] ?? 'text'
}
