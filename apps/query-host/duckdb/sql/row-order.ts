import type { TreeNode, TreeValue } from './statement-tree.ts'

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

function isNode(value: TreeValue | undefined): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
