export interface CsvTable {
  delimiter: string
  names: string[]
  rows: string[][]
  warnings: string[]
}

const delimiters = [',', ';', '\t', '|']
const maxWarnings = 20

/**
 * Reads CSV as RFC 4180 has it: quoted values with doubled quotes, line ends inside quotes, CRLF or LF; a byte order mark and
 * empty lines are skipped.
 */
export function readCsv(text: string, options: { delimiter: string; header: boolean }): CsvTable {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const delimiter = options.delimiter === 'auto' ? detectDelimiter(content) : options.delimiter
  const { records, warnings } = readRecords(content, delimiter)
  const [first = [], ...rest] = records
  const names = uniqueNames(options.header ? first : first.map((_, index) => `column_${index + 1}`), warnings)
  const rows = options.header ? rest : records
  for (const [index, row] of rows.entries()) {
    if (row.length === names.length || warnings.length >= maxWarnings) continue
    warnings.push(`Row ${index + 1} has ${row.length} values for ${names.length} columns.`)
  }
  return { delimiter, names, rows, warnings }
}

/** The delimiter that stands most often, outside of quotes, in the first lines, as often in each. */
function detectDelimiter(text: string): string {
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const counts = readRecords(text.slice(0, 20_000), delimiter)
      .records.slice(0, 20)
      .map(record => record.length - 1)
    const fewest = Math.min(...counts)
    const score = fewest * 1000 - (Math.max(...counts) - fewest)
    if (counts.length > 0 && score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function readRecords(text: string, delimiter: string): { records: string[][]; warnings: string[] } {
  const records: string[][] = []
  const warnings: string[] = []
  let record: string[] = []
  let at = 0
  while (at <= text.length) {
    const value = text[at] === '"' ? readQuoted(text, at, delimiter, warnings) : readPlain(text, at, delimiter)
    record.push(value.text)
    at = value.end
    const next = text[at]
    if (next === delimiter) {
      at += 1
      continue
    }
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
    if (next === undefined) break
    at += next === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
  return { records, warnings }
}

function readPlain(text: string, start: number, delimiter: string): { text: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

function readQuoted(text: string, start: number, delimiter: string, warnings: string[]): { text: string; end: number } {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) {
      warnings.push('A quote is opened and not closed; the rest of the text is taken as one value.')
      return { text: value + text.slice(from), end: text.length }
    }
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      // Text behind the closing quote is against the rule; it is kept, as spreadsheets do.
      const rest = readPlain(text, quote + 1, delimiter)
      return { text: value + rest.text, end: rest.end }
    }
    value += '"'
    from = quote + 2
  }
}

function uniqueNames(names: string[], warnings: string[]): string[] {
  const seen = new Set<string>()
  return names.map((given, index) => {
    const name = given.trim() || `column_${index + 1}`
    let unique = name
    for (let copy = 2; seen.has(unique); copy += 1) unique = `${name}_${copy}`
    if (unique !== name) warnings.push(`There are several columns named "${name}"; one is shown as "${unique}".`)
    seen.add(unique)
    return unique
  })
}
