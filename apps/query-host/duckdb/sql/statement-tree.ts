import type { DuckDBConnection } from '@duckdb/node-api'
import { engineFailure } from '../../engine-failure.ts'
import { engineError } from './engine-error.ts'
import { SqlText } from './sql-text.ts'

export type TreeValue = string | number | boolean | null | TreeValue[] | TreeNode
export interface TreeNode {
  [member: string]: TreeValue
}

export const maxSqlBytes = 32 * 1024
/** With the values that were put into it. */
export const maxPlannedBytes = 1024 * 1024

const whatIsAllowed =
  'A query is one SELECT, which may begin with WITH, FROM or VALUES, or one DESCRIBE or SUMMARIZE of a table or of a SELECT.'

/** The engine's own parse of a text that is one statement which only reads; nothing is looked up or run for it. */
export async function parseStatement(connection: DuckDBConnection, sql: SqlText): Promise<TreeNode> {
  checkLength(sql.text, sql.hasPlaces ? maxSqlBytes : maxPlannedBytes)
  // The engine's parser would stop there, and what is behind it would not be seen.
  if (sql.text.includes('\0')) throw engineFailure('sql_error', 'The SQL text holds a NUL character. Remove it.')
  const statements = await serialized(connection, sql)
  if (statements.length === 0) throw engineFailure('sql_error', 'The SQL text holds no statement.')
  if (statements.length > 1)
    throw engineFailure('sql_forbidden', `The SQL text holds ${statements.length} statements. ${whatIsAllowed}`)
  return statements[0]!
}

export function checkLength(sql: string, most = maxSqlBytes): void {
  const bytes = Buffer.byteLength(sql)
  if (bytes <= most) return
  throw engineFailure(
    'payload_too_large',
    `The SQL text has ${bytes} bytes. At most ${most} are taken: pass long lists as parameters or import them as a dataset.`,
  )
}

/** Whether the engine makes several statements of one, and shows the tree of none. */
export async function isWithoutTree(connection: DuckDBConnection, sql: string): Promise<boolean> {
  return hasNoTree(await parse(connection, new SqlText(sql)))
}

/** Whether the text, put in parentheses behind FROM, is still one statement. */
export async function fitsIntoFrom(connection: DuckDBConnection, sql: string): Promise<boolean> {
  const { error, statements } = await parse(connection, new SqlText(insideFrom(sql)))
  return error !== true && statements?.length === 1
}

/** A statement as a table of another one; a comment may be its last line. */
export function insideFrom(sql: string): string {
  return `from (\n${sql}\n)`
}

interface Serialized {
  error?: boolean
  error_type?: string
  error_message?: string
  position?: string
  statements?: TreeNode[]
}

async function serialized(connection: DuckDBConnection, sql: SqlText): Promise<TreeNode[]> {
  const answer = await parse(connection, sql)
  if (answer.error !== true) return answer.statements ?? []
  if (!hasNoTree(answer)) throw engineError(new Error(JSON.stringify(asException(answer))), { sql })
  throw engineFailure('sql_forbidden', `${notReading(sql.text, answer.error_message ?? '')} ${whatIsAllowed}`)
}

/** DuckDB's own type of error for statements that it runs and cannot show as a tree. */
function hasNoTree({ error, error_type: type }: Serialized): boolean {
  return error === true && type === 'not implemented'
}

/** A parser's error as the engine throws its others. */
function asException({ error_type: type, error_message: message, position }: Serialized): Record<string, unknown> {
  return { exception_type: type, exception_message: message, position }
}

async function parse(connection: DuckDBConnection, sql: SqlText): Promise<Serialized> {
  try {
    const result = await connection.runAndReadAll('select json_serialize_sql(cast(? as varchar))', [sql.whole])
    return JSON.parse(finiteJson(String(result.getRowsJS()[0]?.[0]))) as Serialized
  } catch (error) {
    throw engineError(error, { sql })
  }
}

/** The engine writes the constant `1e1000` as a bare word, which is no JSON. */
function finiteJson(text: string): string {
  if (!/Infinity|NaN/.test(text)) return text
  return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?Infinity|-?NaN/g, word => (word.startsWith('"') ? word : 'null'))
}

/** What the text begins with is for the message alone: what is allowed was decided by the parser. */
function notReading(sql: string, message: string): string {
  const start = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|[;(])*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? ''
  if (
    /^(select|with|from|values|describe|summarize|table|pivot|unpivot)$/i.test(start) &&
    !/only select/i.test(message)
  )
    return `${message}.`
  if (/^(select|with|from|values|describe|summarize|table|pivot|unpivot)$/i.test(start))
    return 'The SQL text holds a statement that is no SELECT.'
  return `${start === '' ? 'This statement' : start} is not allowed.`
}

/** What stands in FROM and comes in the same order each time. */
const steadySources: ReadonlySet<TreeValue | undefined> = new Set([
  'EMPTY',
  'EMPTY_FROM',
  'EXPRESSION_LIST',
  'SHOW_REF',
  'TABLE_FUNCTION',
])

/**
 * Whether a query's rows come in the same order on every run: it orders them, or it takes one table's rows as they
 * stand. Joins, groups and windows hand out rows as the engine's threads finish.
 */
export function keepsOrder(query: TreeValue | undefined, isTable: (name: string) => boolean): boolean {
  if (!isNode(query)) return false
  if (hasModifier(query, 'ORDER_MODIFIER')) return true
  if (query['type'] !== 'SELECT_NODE' || hasModifier(query, 'DISTINCT_MODIFIER') || isGrouped(query)) return false
  if (JSON.stringify(query['select_list']).includes('"class":"WINDOW"') || query['qualify'] !== null) return false
  const from = query['from_table']
  if (!isNode(from)) return false
  if (steadySources.has(from['type'])) return true
  if (from['type'] === 'BASE_TABLE') return isTable(String(from['table_name']))
  return from['type'] === 'SUBQUERY' && isNode(from['subquery']) && keepsOrder(from['subquery']['node'], isTable)
}

/** Whether it takes some of its rows, and which ones may differ from run to run. */
export function takesAnyRows(query: TreeNode, isTable: (name: string) => boolean): boolean {
  const limits = hasModifier(query, 'LIMIT_MODIFIER') || hasModifier(query, 'LIMIT_PERCENT_MODIFIER')
  return limits && !keepsOrder(query, isTable)
}

function isGrouped(query: TreeNode): boolean {
  const groups = query['group_expressions']
  // GROUP BY ALL names no expressions.
  return (Array.isArray(groups) && groups.length > 0) || query['aggregate_handling'] !== 'STANDARD_HANDLING'
}

function hasModifier(query: TreeNode, type: string): boolean {
  const modifiers = query['modifiers']
  return Array.isArray(modifiers) && modifiers.some(modifier => isNode(modifier) && modifier['type'] === type)
}

export function isNode(value: TreeValue | undefined): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
