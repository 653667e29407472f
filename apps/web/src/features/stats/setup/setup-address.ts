import type { Chosen, Options, Setup } from '../types.ts'

/** The address's search values of this page; all are text. */
export interface StatsSearch {
  dataset?: string
  method?: string
  variables?: string
  options?: string
  filter?: string
  /** The analyses of the report, in its order. */
  report?: string
}

/** What the address says; what somebody wrote into it that makes no sense counts as nothing. */
export function setupOf({ dataset, method, variables, options, filter }: StatsSearch): Setup {
  const chosen = Object.entries(objectIn(variables)).flatMap(([role, names]): [string, string[]][] =>
    Array.isArray(names) ? [[role, [...new Set(names.filter(name => typeof name === 'string'))]]] : [],
  )
  return {
    dataset: dataset ?? null,
    method: method ?? null,
    variables: Object.fromEntries(chosen),
    options: objectIn(options),
    filter: filter ?? '',
  }
}

/** The other way round: nothing stands in the address that says nothing. */
export function searchOf({ dataset, method, variables, options, filter }: Setup): StatsSearch {
  return {
    ...(dataset !== null && { dataset }),
    ...(method !== null && { method }),
    ...textOf(
      'variables',
      Object.entries(variables).filter(([, names]) => names.length > 0),
    ),
    ...textOf(
      'options',
      Object.entries(options).filter(([, value]) => value !== undefined),
    ),
    ...(filter !== '' && { filter }),
  }
}

export function reportOf({ report = '' }: StatsSearch): string[] {
  return [...new Set(report.split(',').filter(id => id !== ''))]
}

/** Options that differ from what the method takes without them. */
export function changedOptions(options: Options, schema: unknown): Options {
  const { properties = {} } = schema as { properties?: Record<string, { default?: unknown }> }
  return Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => value !== null && JSON.stringify(value) !== JSON.stringify(properties[name]?.default),
    ),
  )
}

function objectIn(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

function textOf(name: 'variables' | 'options', entries: readonly [string, Chosen[string] | unknown][]): StatsSearch {
  return entries.length === 0 ? {} : { [name]: JSON.stringify(Object.fromEntries(entries)) }
}
