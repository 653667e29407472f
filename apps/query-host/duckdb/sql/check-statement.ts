import { isNode, keepsOrder, takesAnyRows } from './statement-tree.ts'
import type { TreeNode, TreeValue } from './statement-tree.ts'
import { engineFailure } from '../../engine-failure.ts'
import { allowedFunctions, allowedTableFunctions, clockWords, isVolatile } from './allowed-functions.ts'
import { allowedClasses, allowedTypes } from './allowed-nodes.ts'
import type { SqlText } from './sql-text.ts'

export interface NamedTable {
  name: string
  position: TreeValue
}

export interface CheckedStatement {
  /** Each name that no WITH explains, once, as it was first written. */
  tables: NamedTable[]
  volatile: string[]
  /** Whether the first rows are the same ones on every run. */
  ordered: boolean
  /** Named parameters, as `$name`. */
  namedParameters: string[]
}

/** The names that WITH has given so far, innermost first. */
interface Scope {
  name: string
  /** Whether the name, behind `recurring.`, stands for all rows so far: in a recursive one with USING KEY. */
  recurs: boolean
  outer: Scope | null
}

interface Visit {
  value: TreeValue
  scope: Scope | null
  /** The member that holds the value is the function of a table function. */
  tableFunction?: boolean
}

/** More would only be a way to keep the engine busy with opening them. */
export const maxTables = 100

/**
 * Looks at every node of a statement's tree and refuses what is not on the lists: kinds of nodes, functions, qualified
 * names. A name counts as one of WITH only where the engine certainly takes it so, that is after its definition and, in
 * a recursive one, in the part behind UNION.
 */
export function checkStatement(
  sql: SqlText,
  statement: TreeNode,
  isFunction: (name: string) => boolean,
): CheckedStatement {
  const tables: NamedTable[] = []
  const volatile = new Set<string>()
  const namedParameters = new Set<string>()
  // Not by recursion: a statement may nest deeper than this program's stack.
  const visits: Visit[] = [{ value: statement, scope: null }]

  const visitNode = (node: TreeNode, visit: Visit): void => {
    checkKind(sql, node)
    const scope = withScope(node, visit.scope)
    if (node['class'] === 'FUNCTION' || node['class'] === 'WINDOW') {
      const name = checkFunction(sql, node, visit.tableFunction === true, isFunction)
      if (isVolatile(callOf(node, name))) volatile.add(name)
    }
    if (node['class'] === 'COLUMN_REF') {
      const word = onlyWord(node['column_names'])
      if (word !== null && clockWords.has(word)) volatile.add(word)
    }
    if (node['class'] === 'PARAMETER') {
      const identifier = String(node['identifier'])
      if (!/^\d+$/.test(identifier)) namedParameters.add(`$${identifier}`)
    }
    if (isSample(node) && node['seed'] === -1) volatile.add('sample')
    // Its quantiles are estimates of the kind that depends on the order of the rows.
    if (node['type'] === 'SHOW_REF' && node['show_type'] === 'SUMMARY') volatile.add('SUMMARIZE')
    if (node['type'] === 'BASE_TABLE') {
      const table = checkTable(sql, node, scope)
      if (table) tables.push(table)
    }
    if ('modifiers' in node && takesAnyRows(node, name => !isWithName(name, scope)))
      volatile.add('LIMIT without ORDER BY')
    for (const [member, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null || member === 'cte_map') continue
      if (node['type'] === 'RECURSIVE_CTE_NODE' && member === 'right')
        visits.push({
          value,
          scope: { name: asciiLower(String(node['cte_name'])), recurs: hasKey(node), outer: scope },
        })
      else visits.push({ value, scope, tableFunction: node['type'] === 'TABLE_FUNCTION' && member === 'function' })
    }
  }

  /** Each definition sees those before it; the query sees all. */
  const withScope = (node: TreeNode, outer: Scope | null): Scope | null => {
    const map = node['cte_map']
    if (!isNode(map)) return outer
    let scope = outer
    for (const entry of map['map'] as TreeNode[]) {
      const name = String(entry['key'])
      checkWithName(name)
      visits.push({ value: entry['value']!, scope })
      scope = { name: asciiLower(name), recurs: false, outer: scope }
    }
    return scope
  }

  for (;;) {
    const visit = visits.pop()
    if (visit === undefined) break
    if (Array.isArray(visit.value)) for (const value of visit.value) visits.push({ ...visit, value })
    else if (isNode(visit.value)) visitNode(visit.value, visit)
  }
  const named = onceEach(tables)
  if (named.length > maxTables)
    throw engineFailure(
      'query_limit',
      `The statement names ${named.length} tables. At most ${maxTables} may be read at once.`,
    )
  return {
    tables: named,
    volatile: [...volatile].toSorted(),
    ordered: keepsOrder(statement['node'], name => named.some(table => asciiLower(table.name) === asciiLower(name))),
    namedParameters: [...namedParameters],
  }
}

/** In the order in which they were written. */
function onceEach(tables: readonly NamedTable[]): NamedTable[] {
  const first = new Map<string, NamedTable>()
  for (const table of tables.toSorted((a, b) => Number(a.position) - Number(b.position)))
    if (!first.has(asciiLower(table.name))) first.set(asciiLower(table.name), table)
  return [...first.values()]
}

function checkKind(sql: SqlText, node: TreeNode): void {
  const { class: kind, type } = node
  if (typeof kind === 'string') {
    if (!allowedClasses.has(kind)) refuse(sql, node, `An expression of the kind ${kind} is not allowed.`)
  } else if (typeof type === 'string' && !allowedTypes.has(type)) {
    refuse(sql, node, `A part of the kind ${type} is not allowed in a query.`)
  }
  if (type === 'SHOW_REF' && (!isNode(node['query']) || !/^(DESCRIBE|SUMMARY)$/.test(String(node['show_type']))))
    refuse(sql, node, 'SHOW is not allowed: the list of datasets says which tables there are.')
  if (isNode(node['at_clause'])) refuse(sql, node, 'AT is not allowed: an older version of a table is named "table@2".')
  if (type === 'UNBOUND_TYPE_INFO' && (text(node['schema']) !== '' || text(node['catalog']) !== ''))
    refuse(sql, node, 'A type is named without a schema.')
  if (text(node['pivot_enum']) !== '') refuse(sql, node, 'A PIVOT names its values in IN (…).')
}

function checkFunction(sql: SqlText, node: TreeNode, inFrom: boolean, isFunction: (name: string) => boolean): string {
  const written = text(node['function_name'])
  const name = asciiLower(written)
  if ((inFrom ? allowedTableFunctions : allowedFunctions).has(name)) return name
  const place = sql.placeOf(node['query_location'])
  const where = place === null ? '' : ` (${place})`
  if (!isFunction(name)) throw engineFailure('sql_error', `There is no function ${written}${where}.`)
  if (inFrom)
    throw engineFailure(
      'sql_forbidden',
      `The function ${written} is not allowed in FROM${where}. Read datasets by their table names; of functions only ${[...allowedTableFunctions].join(', ')} may stand there.`,
    )
  throw engineFailure(
    'sql_forbidden',
    `The function ${written} is not allowed${where}. Functions for numbers, text, dates, lists, JSON, aggregates and windows are; those that read files, settings or the engine's catalogue are not.`,
  )
}

/** The table when it must be a dataset; null for a name of WITH. */
function checkTable(sql: SqlText, node: TreeNode, scope: Scope | null): NamedTable | null {
  const name = text(node['table_name'])
  const qualifiers = [text(node['catalog_name']), text(node['schema_name'])].filter(part => part !== '')
  const isRecurring = text(node['catalog_name']) === '' && asciiLower(text(node['schema_name'])) === 'recurring'
  if (isRecurring && isWithName(name, scope, true)) return null
  if (qualifiers.length > 0)
    refuse(
      sql,
      node,
      `The name ${[...qualifiers, name].join('.')} is not allowed: datasets are named by their table name alone, an older version as "table@2".`,
    )
  if (isWithName(name, scope)) return null
  return { name, position: node['query_location']! }
}

function isWithName(name: string, scope: Scope | null, recurs = false): boolean {
  const lower = asciiLower(name)
  for (let known = scope; known !== null; known = known.outer)
    if (known.name === lower && (known.recurs || !recurs)) return true
  return false
}

function hasKey(recursive: TreeNode): boolean {
  const keys = recursive['key_targets']
  return Array.isArray(keys) && keys.length > 0
}

/** A name that the engine could also take for a file or for a table of its own must not hide behind WITH. */
function checkWithName(name: string): void {
  if (/[./\\:*?[]/.test(name) || /^(duckdb_|pg_|pragma_|sqlite_|information_schema)/i.test(name))
    throw engineFailure(
      'sql_forbidden',
      `WITH may not define ${JSON.stringify(name)}. Choose a name of letters, digits and _.`,
    )
}

function callOf(node: TreeNode, name: string): { name: string; argumentCount: number; ordered: boolean } {
  const children = node['children']
  const orders = isNode(node['order_bys']) ? node['order_bys']['orders'] : node['arg_orders']
  const windowOrders = node['orders']
  const ordered = [orders, windowOrders].some(list => Array.isArray(list) && list.length > 0)
  return { name, argumentCount: Array.isArray(children) ? children.length : 0, ordered }
}

function refuse(sql: SqlText, node: TreeNode, sentence: string): never {
  const place = sql.placeOf(node['query_location'])
  throw engineFailure('sql_forbidden', place === null ? sentence : `${sentence} (${place})`)
}

function isSample(node: TreeNode): boolean {
  return 'sample_size' in node && 'seed' in node
}

function onlyWord(names: TreeValue | undefined): string | null {
  return Array.isArray(names) && names.length === 1 ? asciiLower(String(names[0])) : null
}

function text(value: TreeValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** As the engine compares names: other letters than these it keeps apart. */
export function asciiLower(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
}
