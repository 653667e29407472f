import { readFileSync } from 'node:fs'
import type { JsonObject } from '@svc/plugin'
import { allMethods } from '../methods/all-methods.ts'
import type { AnalysisRequest, AnalysisVariable, RColumn, StatMethod } from '../methods/stat-method.ts'
import type { MethodCase } from './method-case.ts'

export interface PreparedCase {
  method: StatMethod
  request: AnalysisRequest
  columns: RColumn[]
  options: JsonObject
}

/** The case as the service hands it to the method and to R. */
export function prepareCase({ method: name, data, variables, options = {}, levels = {} }: MethodCase): PreparedCase {
  const method = allMethods.find(one => one.method === name)
  if (!method) throw new Error(`There is no method ${name}.`)
  const table = data === '' ? new Map<string, (string | null)[]>() : readTable(data)
  const known = new Map<string, AnalysisVariable>()
  const columns: RColumn[] = []
  for (const [role, given] of Object.entries(variables)) {
    const measures: string[] = roleMeasures(method, role)
    for (const column of [given].flat().map(String)) {
      const texts = table.get(column)
      if (!texts) throw new Error(`${data} has no column ${column}.`)
      const isNumber = texts.every(text => text === null || Number.isFinite(Number(text)))
      const asFactor = levels[column] !== undefined || !isNumber || !measures.includes('continuous')
      const own = asFactor ? (levels[column] ?? sortedLevels(texts, isNumber)) : null
      if (known.has(column)) continue
      known.set(column, { name: column, label: null, measure: own ? 'nominal' : 'continuous', levels: own })
      columns.push(own ? factorColumn(column, texts, own) : numberColumn(column, texts))
    }
  }
  const request: AnalysisRequest = { variables, options, columns: known, dataset: data }
  return { method, request, columns, options: method.arguments?.(request) ?? options }
}

function roleMeasures(method: StatMethod, role: string): string[] {
  return method.variables['properties'][role]['x-measures'] ?? ['continuous', 'ordinal', 'nominal']
}

// The files are written by R: quoted text without commas or line ends in it.
function readTable(data: string): Map<string, (string | null)[]> {
  const lines = readFileSync(new URL(`./${data}.csv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const rows = lines.map(line => line.split(',').map(cell => cell.replaceAll('"', '')))
  const [head = [], ...body] = rows
  return new Map(head.map((name, index) => [name, body.map(row => row[index] || null)]))
}

function sortedLevels(texts: readonly (string | null)[], isNumber: boolean): string[] {
  const levels = [...new Set(texts.filter(text => text !== null))]
  return isNumber ? levels.sort((a, b) => Number(a) - Number(b)) : levels.sort()
}

function numberColumn(name: string, texts: readonly (string | null)[]): RColumn {
  return { name, kind: 'number', values: Float64Array.from(texts, text => (text === null ? NaN : Number(text))) }
}

function factorColumn(name: string, texts: readonly (string | null)[], levels: string[]): RColumn {
  return {
    name,
    kind: 'factor',
    levels,
    codes: Int32Array.from(texts, text => (text === null ? -1 : levels.indexOf(text))),
  }
}
