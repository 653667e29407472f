import { columnType } from './column-types.ts'
import type { ColumnType } from './column-types.ts'

/** The beginning of a table, as it will probably be read; the server has the last word. */
export interface TablePreview {
  /** As the columns will be called: unique, and none without a name. */
  columns: readonly { name: string; guess: ColumnType }[]
  rows: readonly (readonly string[])[]
  /** Whether the names are those of the table, so that a type can be given by name alone. */
  hasOwnNames: boolean
  /** Null: a format without a line of names. */
  isHeader: boolean | null
}

export interface PreviewOptions {
  format: 'delimited' | 'json'
  /** Whether the text ends before the table does. */
  isCut: boolean
  /** Whether the first line has the names; undefined: as it looks. */
  isHeader?: boolean | undefined
}

/** Rows that are looked at for the types. */
const mostRead = 200
const mostColumns = 10_000

/** Reads the beginning of a table; null: nothing in it can be shown. */
export function previewOf(text: string, options: PreviewOptions): TablePreview | null {
  return options.format === 'json' ? previewOfJson(text) : previewOfLines(text, options)
}

function previewOfLines(text: string, { isCut, isHeader }: PreviewOptions): TablePreview | null {
  const read = cellsOf(text, delimiterOf(text))
  // The last line may go on behind the cut.
  const lines = (isCut && read.length > 1 ? read.slice(0, -1) : read).filter(cells => cells.some(cell => cell !== ''))
  const [first] = lines
  if (first === undefined) return null
  const isNames = isHeader ?? looksLikeNames(first)
  const names = isNames ? first : first.map((_, index) => `column_${index + 1}`)
  return tableOf(names, isNames ? lines.slice(1) : lines, isNames)
}

function previewOfJson(text: string): TablePreview | null {
  const records = objectsOf(text)
  if (records.length === 0) return null
  const names = [...new Set(records.flatMap(record => Object.keys(record)))]
  const rows = records.map(record => names.map(name => textOf(record[name])))
  return tableOf(names, rows, null)
}

function tableOf(found: readonly string[], rows: readonly string[][], isHeader: boolean | null): TablePreview | null {
  if (found.length === 0 || found.length > mostColumns) return null
  const names = uniqueNames(found)
  return {
    columns: names.map((name, index) => ({ name, guess: columnType(rows.map(row => row[index] ?? '')) })),
    rows,
    hasOwnNames: names.every((name, index) => name === found[index]) || isHeader === false,
    isHeader,
  }
}

/** No name twice, whatever its case, and none that is empty. */
function uniqueNames(found: readonly string[]): string[] {
  const taken = new Set<string>()
  return found.map((each, index) => {
    const wanted = each.trim() === '' ? `column_${index + 1}` : each.trim()
    let name = wanted
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted}_${number}`
    taken.add(name.toLowerCase())
    return name
  })
}

/** The one of the usual delimiters that the first line has most of. */
function delimiterOf(text: string): string {
  const line = text.split(/\r?\n/, 1)[0] ?? ''
  const plain = line.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counted = [',', '\t', ';', '|'].map(each => ({ each, count: plain.split(each).length }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).each
}

/** Lines of cells, which may stand in quotes. */
function cellsOf(text: string, delimiter: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  const endLine = (): void => {
    lines.push(cells)
    cells = []
  }
  while (at < text.length && lines.length <= mostRead) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter)
    cells.push(cell)
    at = end
    if (text[at] === delimiter) {
      at += 1
      // A delimiter at the very end is followed by an empty cell.
      if (at === text.length || text[at] === '\n' || text[at] === '\r') cells.push('')
      else continue
    }
    if (text.startsWith('\r\n', at)) at += 2
    else at += 1
    endLine()
  }
  if (cells.length > 0) endLine()
  return lines
}

function quotedCell(text: string, start: number): { cell: string; end: number } {
  let end = start + 1
  for (;;) {
    const quote = text.indexOf('"', end)
    if (quote === -1) return { cell: text.slice(start + 1).replaceAll('""', '"'), end: text.length }
    end = quote + 1
    if (text[end] !== '"') return { cell: text.slice(start + 1, quote).replaceAll('""', '"'), end }
    end += 1
  }
}

function plainCell(text: string, start: number, delimiter: string): { cell: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end).trim(), end }
}

/** Names are words: a line with a number or an empty cell has values. */
function looksLikeNames(cells: readonly string[]): boolean {
  return cells.every(cell => cell !== '' && columnType([cell]) === 'text')
}

/** The objects of a list or of lines, as far as they are whole. */
function objectsOf(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  let depth = 0
  let start = -1
  for (let at = 0; at < text.length && found.length < mostRead; at += 1) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '{') {
      if (depth === 0) start = at
      depth += 1
    } else if (sign === '}') {
      depth -= 1
      const record = depth === 0 ? parsed(text.slice(start, at + 1)) : null
      if (record !== null) found.push(record)
    }
  }
  return found
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
