import { parseJson, ValidationError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import { oneLine } from '@svc/plugin/library/text/visible-text'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Analysis } from '../analyses/analysis.ts'
import { mostPrintedRows, printedTables } from '../exports/report.ts'
import { isNumberColumn, shownRows, wordOf } from '../exports/shown-values.ts'
import type { Commands } from '../generated/commands.ts'
import type { AnalysisTable } from '../methods/stat-method.ts'

interface Methods {
  items: { method: string; variables: { properties?: Record<string, { type?: unknown } | undefined> } }[]
}

/** `svc stats run` */
export async function runAnalysis(context: CommandContext<Commands['stats run']>): Promise<number> {
  const { method } = context.arguments
  const { dataset: dataset_id, filter, options } = context.options
  const given = context.options.variables === undefined ? undefined : readVariables(context.options.variables)
  const variables = await withLists(context, method, given)
  const body: JsonObject = {
    method,
    ...(dataset_id !== undefined && { dataset_id }),
    ...(variables !== undefined && { variables }),
    ...(options !== undefined && { options }),
    ...(filter !== undefined && { filter }),
  }
  const analysis = await context.client.request<Analysis>('POST', '/api/stats/analyze', body)
  context.io.result(analysis, shown(analysis, context.io.svc))
  return 0
}

/** One column where the method takes several is a list of one: `factors=light`. */
async function withLists(
  context: CommandContext,
  method: string,
  variables: JsonObject | undefined,
): Promise<JsonObject | undefined> {
  if (variables === undefined || !Object.values(variables).some(value => typeof value === 'string')) return variables
  const { items } = await context.client.request<Methods>('GET', '/api/stats/methods')
  const roles = items.find(item => item.method === method)?.variables.properties ?? {}
  const isList = (role: string): boolean => roles[role]?.type === 'array'
  return Object.fromEntries(
    Object.entries(variables).map(([role, value]) => [
      role,
      typeof value === 'string' && isList(role) ? [value] : value,
    ]),
  )
}

function shown(analysis: Analysis, svc: string): string {
  const { title, dataset_id, version, interpretation, assumptions, warnings, analysis_id } = analysis
  const source = dataset_id === null ? '' : `, ${dataset_id}@${version}`
  return [
    `${title}${source}\n\n${interpretation}`,
    ...printedTables(analysis).map(printed),
    assumptions.map(({ name, ok, note }) => `${name}: ${wordOf(ok)}. ${note}`).join('\n'),
    warnings.join('\n'),
    `${analysis_id}  (${svc} stats export report.pdf --analysis ${analysis_id})`,
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

function printed({ title, columns, rows }: AnalysisTable): string {
  const lines = [
    columns.map(({ name }) => oneLine(name)),
    ...shownRows({ columns, rows: rows.slice(0, mostPrintedRows) }),
  ]
  const widths = columns.map((_, at) => Math.max(...lines.map(line => line[at]?.length ?? 0)))
  const text = lines.map(line =>
    line
      .map((cell, at) => padded(cell, widths[at] ?? 0, columns[at]))
      .join('  ')
      .trimEnd(),
  )
  const more = rows.length > mostPrintedRows ? [`… and ${rows.length - mostPrintedRows} more`] : []
  return [title, ...text, ...more].join('\n')
}

function padded(cell: string, width: number, column: AnalysisTable['columns'][number] | undefined): string {
  return column && isNumberColumn(column) ? cell.padStart(width) : cell.padEnd(width)
}

/** `{"group": "supp"}`, or `group=supp predictors=a,b`. @throws ValidationError */
function readVariables(given: string): JsonObject {
  const text = given.trim()
  if (text.startsWith('{')) return readObject(text)
  const parts = text.split(/\s+/).map(part => /^(\w+)=(.+)$/.exec(part))
  if (parts.some(part => part === null)) {
    throw new ValidationError(
      '--variables must be JSON, or such as "dependent=len group=supp"; columns with spaces need JSON.',
    )
  }
  return Object.fromEntries(parts.map(part => [part?.[1] ?? '', columnsOf(part?.[2] ?? '')]))
}

function readObject(text: string): JsonObject {
  try {
    // What begins with a brace and is JSON is an object.
    return parseJson(text) as JsonObject
  } catch (cause) {
    const example = `'{"dependent": "len"}'`
    throw new ValidationError(`--variables must be a JSON object such as ${example}; it is ${text.slice(0, 80)}`, [], {
      cause,
    })
  }
}

/** A comma at the end makes a list of one. */
function columnsOf(text: string): string | string[] {
  return text.includes(',') ? text.split(',').filter(name => name !== '') : text
}
