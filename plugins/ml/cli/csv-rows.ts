import { ValidationError } from '@svc/plugin'

type Cell = string | number | null

/** Rows of a CSV with a header (RFC 4180); an empty field is null, what reads as a number is one. @throws ValidationError naming the line */
export function csvRows(content: string): Record<string, Cell>[] {
  const [head, ...lines] = records(content.replace(/^\ufeff/, ''))
  if (!head) return []
  return lines.map((cells, index) => {
    if (cells.length !== head.length)
      throw new ValidationError(`Line ${index + 2} has ${cells.length} fields; the header has ${head.length}.`)
    return Object.fromEntries(head.map((name, place) => [name, valueOf(cells[place]!)]))
  })
}

function records(content: string): string[][] {
  const found: string[][] = []
  let cells: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|((?!")[^,\r\n]*))(,|\r?\n|$)/gy
  while (field.lastIndex < content.length) {
    const match = field.exec(content)
    if (!match) throw new ValidationError(`Line ${found.length + 1} has a quotation mark that is not closed.`)
    const [, quoted, plain = '', end] = match
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (cells.length > 1 || cells[0] !== '') found.push(cells)
    cells = []
  }
  return found
}

function valueOf(text: string): Cell {
  if (text === '') return null
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : text
}
