import type { HostImport } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { CellType } from '../../reading/cell-types.ts'
import { fitsType } from '../../reading/cell-types.ts'
import { ColumnForms } from '../../reading/column-forms.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { cellValue } from './cell-value.ts'

/** What the values of one member of the objects are. */
export class JsonColumn {
  readonly name: string
  readonly #texts = new ColumnForms('.')
  #booleans = 0
  #integers = 0
  #numbers = 0
  #strings = 0
  #nested = 0

  constructor(name: string) {
    this.name = name
  }

  add(value: unknown): void {
    if (value === null || value === undefined) return
    if (typeof value === 'boolean') this.#booleans += 1
    else if (typeof value === 'bigint' || Number.isSafeInteger(value)) this.#integers += 1
    else if (typeof value === 'number') this.#numbers += 1
    else if (typeof value === 'string') {
      this.#strings += 1
      this.#texts.add(value)
    } else this.#nested += 1
  }

  /** `JSON` for values of several kinds, and for lists and objects. */
  type(): CellType {
    const source = 'inferred'
    const numbers = this.#integers + this.#numbers
    const kinds = [this.#booleans, numbers, this.#strings, this.#nested].filter(count => count > 0).length
    if (kinds === 0) return { name: 'VARCHAR', source }
    if (kinds > 1 || this.#nested > 0) return { name: 'JSON', source }
    if (this.#booleans > 0) return { name: 'BOOLEAN', source }
    if (numbers > 0) return { name: this.#numbers > 0 ? 'DOUBLE' : 'BIGINT', source }
    return this.#textType()
  }

  // Text that looks like a number was written as text, and a word is not a missing value. Only dates have no other way.
  #textType(): CellType {
    const type = this.#texts.type()
    const isWhole = this.#texts.values === this.#strings
    const isDate = (type.name === 'DATE' || type.name === 'TIMESTAMP') && type.order === 'iso'
    return isDate && isWhole ? type : { name: 'VARCHAR', source: 'inferred' }
  }
}

/** The value as it is stored; undefined for one that does not fit the type it was given. */
export function jsonValue(value: unknown, type: CellType): SqlValue | undefined {
  if (value === null || value === undefined) return null
  if (type.name === 'JSON') return jsonText(value)
  if (typeof value === 'bigint' && type.name === 'BIGINT') return value
  if (typeof value === 'string' && type.name === 'VARCHAR') return value
  if (typeof value === 'number' && type.name === 'DOUBLE') return value
  const text = typeof value === 'object' ? jsonText(value) : String(value)
  if (type.name === 'VARCHAR') return text
  return fitsType(text, type, '.') ? cellValue(text, type, '.') : undefined
}

/** Integers that no JSON number holds exactly become text, as in answers. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return Number.isSafeInteger(Number(part)) ? Number(part) : String(part)
    return part instanceof Uint8Array ? Buffer.from(part).toString('base64') : part
  })
}

export function checkColumnCount(columns: number, { limits }: HostImport): void {
  if (columns <= limits.max_columns) return
  throw engineFailure('import_failed', `The table has more than ${limits.max_columns} columns, the most that are read.`)
}
