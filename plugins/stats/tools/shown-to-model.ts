import type { JsonObject, JsonValue } from '@svc/plugin'
import type { Analysis } from '../analyses/analysis.ts'

const mostItems = 40
const mostRows = 40
const mostTables = 8
const longestText = 2000

/** What a model sees of an analysis: the text, the numbers, and short tables. */
export function shownToModel(analysis: Analysis): JsonObject {
  const {
    analysis_id,
    method,
    dataset_id,
    version,
    n,
    excluded,
    interpretation,
    result,
    assumptions,
    tables,
    warnings,
  } = analysis
  return {
    analysis_id,
    method,
    ...(dataset_id !== null && { dataset: `${dataset_id}@${version}` }),
    n,
    excluded,
    interpretation,
    result: cut(result),
    assumptions: cut(assumptions),
    tables: tables.slice(0, mostTables).map(({ title, columns, rows }) => ({
      title,
      columns: columns.map(({ name }) => name),
      rows: rows.slice(0, mostRows).map(row => row.map(cut)),
      ...(rows.length > mostRows && { left_out: rows.length - mostRows }),
    })),
    warnings: warnings.slice(0, mostItems),
  }
}

function cut(value: JsonValue): JsonValue {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText).toWellFormed()}…` : value
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostItems).map(cut)
    return value.length > mostItems ? [...shown, `… and ${value.length - mostItems} more`] : shown
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cut(part)]))
}
