import type { DuckDBConnection } from '@duckdb/node-api'
import { isNode, parseStatement } from './statement-tree.ts'
import type { TreeNode, TreeValue } from './statement-tree.ts'
import { engineFailure } from '../../engine-failure.ts'
import { checkStatement } from './check-statement.ts'
import { SqlText } from './sql-text.ts'

const rows = 'rows'

/**
 * People's condition over the rows of one version, which may stand in WHERE (…) afterwards: one expression, of the same
 * functions as queries, that reads no table. A line break goes before its closing parenthesis, for it may end in a
 * comment.
 */
export async function checkFilter(connection: DuckDBConnection, filter: string): Promise<SqlText> {
  const sql = new SqlText(filter, { before: `select * from ${rows} where (`, after: '\n)' })
  const statement = await parseStatement(connection, sql)
  const node = statement['node']
  if (!isPlainWhere(node))
    throw engineFailure(
      'sql_forbidden',
      'A filter is one condition over the columns, such as `age > 30 and city is not null`.',
    )
  // Which functions there are is of no matter: a name that is not allowed is refused in either case.
  const { tables, namedParameters } = checkStatement(sql, statement, () => true)
  if (tables.some(({ name }) => name !== rows) || tables.length !== 1)
    throw engineFailure('sql_forbidden', 'A filter reads the columns of its own dataset, and no other table.')
  if (namedParameters.length > 0 || hasParameters(statement))
    throw engineFailure('sql_error', 'A filter has no parameters: write its values in it.')
  return sql
}

/** Nothing of the text may have closed the parenthesis and gone on with other parts of a SELECT. */
function isPlainWhere(node: TreeValue | undefined): node is TreeNode {
  if (!isNode(node) || node['type'] !== 'SELECT_NODE' || !isNode(node['where_clause'])) return false
  const from = node['from_table']
  const nothingElse = ['modifiers', 'group_expressions', 'group_sets'].every(member => isEmpty(node[member]))
  const noClause = ['having', 'qualify', 'sample'].every(member => node[member] === null)
  const list = node['select_list']
  const ctes = isNode(node['cte_map']) ? node['cte_map']['map'] : null
  return (
    nothingElse &&
    noClause &&
    isEmpty(ctes) &&
    Array.isArray(list) &&
    list.length === 1 &&
    isNode(from) &&
    from['type'] === 'BASE_TABLE'
  )
}

function hasParameters(statement: TreeNode): boolean {
  return !isEmpty(statement['named_param_map'])
}

function isEmpty(value: TreeValue | undefined): boolean {
  return !Array.isArray(value) || value.length === 0
}
