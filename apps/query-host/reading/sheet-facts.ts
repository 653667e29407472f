import { engineFailure } from '../engine-failure.ts'

export interface SheetFacts {
  formulas: number
  formulasWithoutValue: number
  merged: number
  /** Cells such as #DIV/0!. */
  errors: number
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
  const errors = count(xml, /<(?:\w+:)?c\b[^<>]*\bt\s*=\s*["']e["']/g)
  return { formulas, formulasWithoutValue, merged, errors }
}

function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  while (pattern.exec(text)) found += 1
  return found
}
