import { dirname } from 'node:path/posix'
import type { ImportedTable } from '@svc/plugin'
import type { HostImport } from '../../../../kernel/index.ts'
import { messageOf } from '@svc/plugin/child'
import type { EngineParent } from '../../engine.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { CellType } from '../../reading/cell-types.ts'
import { cleanColumnNames } from '../../reading/column-names.ts'
import { givenType } from '../../reading/column-types.ts'
import { overridden } from '../../reading/csv/csv-plan.ts'
import { checkOptions } from '../../reading/open-upload.ts'
import type { OpenedText } from '../../reading/open-upload.ts'
import { RejectedRows } from '../../reading/rejected-rows.ts'
import { RepeatedKeys } from '../../reading/repeated-keys.ts'
import { tooManyRows } from '../../reading/csv/tidy-csv.ts'
import { tidyJson } from '../../reading/tidy-json.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { VersionWriter } from '../tables/version-writer.ts'
import { storedTypeName } from './cell-value.ts'
import { checkColumnCount, jsonValue, JsonColumn } from './json-columns.ts'
import { jsonValues } from './json-values.ts'
import type { JsonText } from './json-values.ts'

interface Column {
  /** In the objects. */
  key: string
  name: string
  type: CellType
}

/** JSON (an array of objects, or one object) and NDJSON: once over it for names and types, once for the rows. */
export async function importJson(request: HostImport, text: OpenedText, parent: EngineParent): Promise<ImportedTable> {
  const format = text.format === 'ndjson' ? 'ndjson' : 'json'
  checkOptions(format, request.options)
  const rejected = new RejectedRows()
  const repeated = new RepeatedKeys()
  // What is not one array of objects is put in order first, an object a line.
  const isArray = format === 'json' && /^\s*\[/.test(text.head)
  const staging = dirname(request.output)
  const path = isArray ? text.path : await tidyJson(text, `${staging}/tidy`, request.limits, rejected, repeated)
  const found = await membersOf(request, path, repeated)
  const { columns, warnings } = namedColumns(found, request)
  const stored = columns.map(({ name, type }) => ({ name, type: storedTypeName(type) }))
  const writer = new VersionWriter(request.output, stored)
  for await (const one of jsonValues(path)) {
    const row = rowOf(one, columns)
    if ('row' in row) writer.add(row.row)
    else rejected.add({ line: one.line, column: row.column, reason: row.reason, text: one.text })
    if (writer.rows % 50_000 === 0) parent.progress(0.5, 'Writing the table.')
  }
  rejected.check(writer.rows)
  const written = await writer.finish()
  return {
    columns: stored,
    ...written,
    reading: {
      format,
      encoding: text.encoding,
      delimiter: null,
      header: null,
      decimal_separator: null,
      sheet: null,
      compression: text.compression,
      columns: columns.map(({ name, type }) => ({ name, type: storedTypeName(type), source: type.source })),
    },
    warnings: [...text.warnings, ...repeated.warnings(), ...warnings, ...rejected.warnings()],
    rejected: { count: rejected.count, sample: rejected.sample },
  }
}

async function membersOf(request: HostImport, path: string, repeated: RepeatedKeys): Promise<JsonColumn[]> {
  const members = new Map<string, JsonColumn>()
  let rows = 0
  for await (const one of jsonValues(path)) {
    const object = objectOf(one) ?? {}
    repeated.find(one.text, one.line)
    for (const [key, value] of Object.entries(object)) {
      const member = members.get(key) ?? new JsonColumn(key)
      if (!members.has(key)) checkColumnCount(members.set(key, member).size, request)
      member.add(value)
    }
    rows += 1
    if (rows > request.limits.max_rows) throw tooManyRows(request.limits)
  }
  if (members.size === 0)
    throw engineFailure('import_failed', 'The file has no objects with members, and so no columns.')
  return [...members.values()]
}

function namedColumns(
  found: readonly JsonColumn[],
  { options }: HostImport,
): { columns: Column[]; warnings: string[] } {
  const { names, warnings } = cleanColumnNames(found.map(({ name }) => name))
  const columns = overridden(names, options.columns).map(({ name, given }, index): Column => {
    const member = found[index] ?? new JsonColumn(name)
    return { key: member.name, name, type: given === null ? member.type() : typeGiven(name, given) }
  })
  return { columns, warnings }
}

function typeGiven(name: string, given: string): CellType {
  const type = givenType(name, given)
  const isDate = type.name === 'DATE' || type.name === 'TIMESTAMP'
  if (isDate) return { name: type.name, source: 'given', order: type.order ?? 'iso', separator: '/' }
  return { name: type.name, source: 'given', isWide: type.name === 'BIGINT' }
}

/** Null for what is no object. */
function objectOf({ text, line }: JsonText): Record<string, unknown> | null {
  let value: unknown
  try {
    value = /\d{16}/.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text)
  } catch (error) {
    const reason = messageOf(error).slice(0, 200)
    throw engineFailure('import_failed', `The JSON value that begins on line ${line} cannot be read: ${reason}.`)
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : null
}

// What a double cannot hold is kept whole, as long as SQLite can.
function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(context?.source ?? '')) return value
  const integer = BigInt(context?.source ?? '')
  return integer === BigInt.asIntN(64, integer) ? integer : value
}

function rowOf(
  one: JsonText,
  columns: readonly Column[],
): { row: SqlValue[] } | { column: string | null; reason: string } {
  const object = objectOf(one)
  if (!object) return { column: null, reason: 'is no JSON object' }
  const row: SqlValue[] = []
  for (const { key, name, type } of columns) {
    const value = jsonValue(Object.hasOwn(object, key) ? object[key] : null, type)
    if (value === undefined) return { column: name, reason: `is no ${type.name}` }
    row.push(value)
  }
  return { row }
}
