import { engineFailure } from '../../engine-failure.ts'

export interface SheetFacts {
  formulas: number
  formulasWithoutValue: number
  merged: number
  /** Cells such as #DIV/0!. */
  errors: number
  /** The numbers of the rows that they stand in. */
  errorRows: ReadonlySet<number>
}

/** A sheet is read into memory with all its empty cells. */
const maxCells = 20_000_000

/** What a reader of values passes over. @throws RemoteError for a sheet that reaches too far, which a few cells can make it do */
export function sheetFacts(content: Buffer): SheetFacts {
  const xml = content.toString('latin1')
  let rows = 0
  let columns = 0
  for (const [, letters, digits] of xml.matchAll(
    /<(?:\w+:)?(?:c|row)\b[^<>]*?\br\s*=\s*["']([A-Z]{0,4})(\d{1,9})["']/g,
  )) {
    rows = Math.max(rows, Number(digits))
    columns = Math.max(columns, columnNumber(letters ?? ''))
  }
  if (rows * Math.max(columns, 1) > maxCells)
    throw engineFailure(
      'import_failed',
      `The sheet reaches to row ${rows} and column ${columns}: more than ${maxCells} cells with the empty ones between. Delete what stands far out, or save the sheet as CSV.`,
    )
  const merged = count(xml, /<(?:\w+:)?mergeCell\s/g)
  const formulas = count(xml, /<(?:\w+:)?f(?=[\s>/])/g)
  const formulasWithoutValue = count(xml, /(?:<\/(?:\w+:)?f>|<(?:\w+:)?f[^<>]*\/>)\s*<\/(?:\w+:)?c>/g)
  const errors = [...xml.matchAll(/<(?:\w+:)?c\b[^<>]*\bt\s*=\s*["']e["'][^<>]*/g)].map(([cell]) => cell)
  const errorRows = errors.flatMap(cell => Number(/\br\s*=\s*["'][A-Z]{1,4}(\d{1,9})["']/.exec(cell)?.[1] ?? []))
  return { formulas, formulasWithoutValue, merged, errors: errors.length, errorRows: new Set(errorRows) }
}

/** Where numbers of these styles stand: columns by row, both from 0. Of a sheet whose cells say where they are. */
export function cellsOfStyles(content: Buffer, styles: ReadonlySet<number>): Map<number, number[]> {
  const found = new Map<number, number[]>()
  if (styles.size === 0) return found
  for (const [, attributes = ''] of content.toString('latin1').matchAll(/<(?:\w+:)?c\s([^<>]*)>/g)) {
    const style = /\bs\s*=\s*["'](\d+)["']/.exec(attributes)?.[1]
    if (style === undefined || !styles.has(Number(style)) || /\bt\s*=\s*["'](?!n["'])/.test(attributes)) continue
    const [, letters = '', digits = ''] = /\br\s*=\s*["']([A-Z]{1,4})(\d{1,9})["']/.exec(attributes) ?? []
    const row = Number(digits) - 1
    const columns = found.get(row) ?? []
    columns.push(columnNumber(letters) - 1)
    found.set(row, columns)
  }
  return found
}

const isoCell =
  /(<(?:\w+:)?c\b[^<>]*?\s)t\s*=\s*["']d["']([^<>]*>\s*(?:<(?:\w+:)?f\b[^<>]*>[^<]*<\/(?:\w+:)?f>\s*)?<(?:\w+:)?v\s*>)([^<]*)/g

/** A sheet as the reader of sheets takes it: with the place of each cell, and times it knows. */
export function plainSheet(content: Buffer): Buffer {
  const xml = content.toString('utf8')
  const isPlain = !/<(?:\w+:)?c\b(?![^<>]*\sr\s*=)/.test(xml) && !/\st\s*=\s*["']d["']/.test(xml)
  return isPlain ? content : Buffer.from(withPlainTimes(withPlaces(xml)))
}

/** Rows and cells need not say where they are: each is then the next. */
function withPlaces(xml: string): string {
  let row = 0
  let column = 0
  return xml.replaceAll(/<(?:\w+:)?(row|c)(?=[\s/>])([^<>]*)/g, (tag: string, name: string, attributes: string) => {
    const [, letters = '', digits = ''] = /\sr\s*=\s*["']([A-Z]{0,4})(\d{0,9})["']/.exec(attributes) ?? []
    if (name === 'row') {
      row = digits === '' ? row + 1 : Number(digits)
      column = 0
      return tag
    }
    column = letters === '' ? column + 1 : columnNumber(letters)
    const start = tag.length - attributes.length
    return letters === '' ? `${tag.slice(0, start)} r="${columnLetters(column)}${row}"${attributes}` : tag
  })
}

/** The reader knows no time without a date, and takes a time without a zone for one of this machine's. */
function withPlainTimes(xml: string): string {
  return xml.replaceAll(isoCell, (_, before: string, between: string, text: string) => {
    const time = text.trim()
    if (Number.isNaN(Date.parse(time))) return `${before}t="str"${between}${text}`
    return `${before}t="d"${between}${time}${/T[\d:.,]+$/.test(time) ? 'Z' : ''}`
  })
}

function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

function columnLetters(number: number): string {
  const before = Math.floor((number - 1) / 26)
  return (before > 0 ? columnLetters(before) : '') + String.fromCharCode(65 + ((number - 1) % 26))
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  while (pattern.exec(text)) found += 1
  return found
}
