/** The kinds of expressions a statement may be made of. */
export const allowedClasses: ReadonlySet<string> = new Set([
  'BETWEEN',
  'CASE',
  'CAST',
  'COLLATE',
  'COLUMN_REF',
  'COMPARISON',
  'CONJUNCTION',
  'CONSTANT',
  'FUNCTION',
  'LAMBDA',
  'LAMBDA_REF',
  'OPERATOR',
  'PARAMETER',
  'POSITIONAL_REFERENCE',
  'STAR',
  'SUBQUERY',
  'TYPE',
  'WINDOW',
])

/**
 * The kinds of everything else in a statement's tree that is told by its `type`: queries, what stands in FROM, what
 * changes a query, orders and types.
 */
export const allowedTypes: ReadonlySet<string> = new Set([
  'SELECT_NODE',
  'SET_OPERATION_NODE',
  'RECURSIVE_CTE_NODE',
  'CTE_NODE',

  'BASE_TABLE',
  'EMPTY',
  'EMPTY_FROM',
  'EXPRESSION_LIST',
  'JOIN',
  'PIVOT',
  'SHOW_REF',
  'SUBQUERY',
  'TABLE_FUNCTION',

  'DISTINCT_MODIFIER',
  'LIMIT_MODIFIER',
  'LIMIT_PERCENT_MODIFIER',
  'ORDER_MODIFIER',

  'ASCENDING',
  'DESCENDING',
  'ORDER_DEFAULT',

  'ARRAY_TYPE_INFO',
  'DECIMAL_TYPE_INFO',
  'ENUM_TYPE_INFO',
  'LIST_TYPE_INFO',
  'STRING_TYPE_INFO',
  'STRUCT_TYPE_INFO',
  'UNBOUND_TYPE_INFO',
])
