import { engineFailure } from '../engine-failure.ts'
import { ZipTooLargeError, ZipWriter } from './zip-writer.ts'

export const maxSheetRows = 1_048_576
export const maxSheetColumns = 16_384
const maxCellLength = 32_767

/** A date or a time is given in milliseconds since 1970, whatever the zone. */
export type XlsxValue = string | number | boolean | null | { date: number } | { time: number }

export interface XlsxOptions {
  path: string
  /** The name of the sheet; what a spreadsheet does not take is left out of it. */
  sheet: string
  columns: readonly string[]
  maxBytes: number
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Spreadsheets count days from here; before March 1900 they count one that there never was. */
const epochMs = Date.UTC(1899, 11, 30)
const firstSafeMs = Date.UTC(1900, 2, 1)
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const msPerDay = 86_400_000

/** Writes one sheet, row by row. Text is text, never a formula: a cell says so of itself. */
export class XlsxFile {
  readonly #zip: ZipWriter
  readonly #options: XlsxOptions
  readonly #letters: readonly string[]
  #rows = 0

  constructor(options: XlsxOptions) {
    const { columns, path } = options
    if (columns.length > maxSheetColumns)
      throw engineFailure(
        'query_limit',
        `A spreadsheet has at most ${maxSheetColumns} columns, and there are ${columns.length}. Export as CSV or Parquet.`,
      )
    this.#options = options
    this.#letters = columns.map((_, index) => columnLetters(index))
    this.#zip = new ZipWriter(path)
    this.#zip.begin('xl/worksheets/sheet1.xml')
    this.#zip.add(`${head}<worksheet xmlns="${main}"><sheetData>`)
    this.#row(columns, 2)
  }

  add(values: readonly XlsxValue[]): void {
    this.#row(values, 0)
    const { maxBytes } = this.#options
    if (this.#zip.bytes > maxBytes) throw this.#tooLarge()
  }

  /** Without the header. */
  get rows(): number {
    return this.#rows - 1
  }

  /** @returns the size of the file. */
  finish(): number {
    try {
      this.#zip.add('</sheetData></worksheet>')
      for (const [name, text] of frameParts(this.#options.sheet)) {
        this.#zip.begin(name)
        this.#zip.add(`${head}${text}`)
      }
      return this.#zip.finish()
    } catch (error) {
      throw this.#failure(error)
    }
  }

  close(): void {
    this.#zip.close()
  }

  #row(values: readonly XlsxValue[], textStyle: number): void {
    if (this.#rows === maxSheetRows)
      throw engineFailure(
        'query_limit',
        `A spreadsheet has at most ${maxSheetRows} rows, the header among them, and there are more. Export as CSV or Parquet.`,
      )
    this.#rows += 1
    let text = `<row r="${this.#rows}">`
    for (let index = 0; index < values.length; index += 1) text += this.#cell(values[index]!, index, textStyle)
    try {
      this.#zip.add(`${text}</row>`)
    } catch (error) {
      throw this.#failure(error)
    }
  }

  #cell(value: XlsxValue, column: number, textStyle: number): string {
    if (value === null) return ''
    const place = `r="${this.#letters[column]!}${this.#rows}"`
    if (typeof value === 'number' && Number.isFinite(value)) return `<c ${place}><v>${value}</v></c>`
    if (typeof value === 'boolean') return `<c ${place} t="b"><v>${value ? 1 : 0}</v></c>`
    if (typeof value === 'object') return this.#moment(value, place, column, textStyle)
    const text = String(value)
    if (text.length > maxCellLength)
      throw engineFailure(
        'query_limit',
        `A cell of the column ${JSON.stringify(this.#options.columns[column])} has ${text.length} characters, and a spreadsheet takes ${maxCellLength}. Export as CSV or Parquet.`,
      )
    const style = textStyle === 0 ? '' : ` s="${textStyle}"`
    return `<c ${place} t="inlineStr"${style}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
  }

  #moment(value: { date: number } | { time: number }, place: string, column: number, textStyle: number): string {
    const ms = 'date' in value ? value.date : value.time
    if (ms >= firstSafeMs && ms <= lastMs)
      return `<c ${place} s="${'date' in value ? 1 : 3}"><v>${(ms - epochMs) / msPerDay}</v></c>`
    const iso = new Date(ms).toISOString()
    return this.#cell('date' in value ? iso.slice(0, iso.indexOf('T')) : iso.slice(0, -1), column, textStyle)
  }

  #failure(error: unknown): unknown {
    const meetsLimit = error instanceof Error && 'code' in error && error.code === 'EFBIG'
    return meetsLimit || error instanceof ZipTooLargeError ? this.#tooLarge() : error
  }

  #tooLarge(): Error {
    return engineFailure(
      'query_limit',
      `The spreadsheet is too large: at most ${this.#options.maxBytes} bytes may be written. Export fewer rows or columns, or as CSV or Parquet.`,
    )
  }
}

/** `A`, …, `Z`, `AA`, … */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : `${columnLetters(Math.floor(index / 26) - 1)}${last}`
}

function frameParts(sheet: string): [name: string, text: string][] {
  const part = (name: string, type: string): string =>
    `<Override PartName="${name}" ContentType="${types}.${type}+xml"/>`
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}${part('/xl/styles.xml', 'styles')}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${relations}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${relations}">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xmlText(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ]
}

/** At most 31 characters, none of `[]:*?/\\`, no quote at an end. */
function sheetName(name: string): string {
  const taken = name.replaceAll(/[[\]:*?/\\]/g, ' ').trim()
  const short = [...taken]
    .slice(0, 31)
    .join('')
    .replaceAll(/^'+|'+$/g, '')
  return short === '' ? 'Sheet1' : short
}

function xmlText(text: string): string {
  if (!/[&<>"_\p{Cc}\ufffe\uffff]/u.test(text)) return text
  return (
    text
      // What looks like an escape of the format is none.
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, controlText)
  )
}

/** XML has no control characters but line breaks and tabs; the format has an escape for the others. */
function controlText(character: string): string {
  if (character === '\n' || character === '\t') return character
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
