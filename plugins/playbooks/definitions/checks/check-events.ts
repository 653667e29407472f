import type { JsonObject, JsonValue } from '@svc/plugin'
import { linearRegExp } from '@svc/plugin/library/schemas/bounded-schemas'
import { below } from '../../interpreter/frame.ts'
import { expressionIn } from '../../interpreter/rules/template.ts'
import { isObject } from '../mistakes.ts'
import type { Mistake } from '../mistakes.ts'

const strategies = ['one', 'all', 'any'] as const

/** A filter of events with its place. */
export interface PlacedFilter {
  path: string
  filter: JsonObject
}

/** What is wrong with what a task listens to, beyond its schema. */
export function listenMistakes(task: JsonObject, path: string): Mistake[] {
  const { listen } = task
  if ('foreach' in task)
    return [
      {
        code: 'unsupported',
        path: below(path, 'foreach'),
        message: 'svc reads all events before the next task begins: write a for behind the listen.',
        isKey: true,
      },
    ]
  return isObject(listen) && isObject(listen['to'])
    ? consumptionMistakes(listen['to'], below(path, 'listen', 'to'))
    : []
}

/** The same of any strategy. */
export function consumptionMistakes(to: JsonObject, path: string): Mistake[] {
  const given = strategies.filter(each => to[each] !== undefined)
  const mistakes: Mistake[] = []
  if (given.length !== 1)
    mistakes.push({ code: 'invalid', path, message: 'Events are waited for by one of one, all and any.' })
  if (to['until'] !== undefined && to['any'] === undefined)
    mistakes.push({ code: 'invalid', path: below(path, 'until'), message: 'until stands beside any.', isKey: true })
  if (isObject(to['until'])) mistakes.push(...consumptionMistakes(to['until'], below(path, 'until')))
  for (const { filter, path: at } of filtersIn(to, path)) mistakes.push(...patternMistakes(filter, at))
  return mistakes
}

/** The filters of a strategy, those of its `until` too. */
export function filtersIn(to: JsonObject, path: string): PlacedFilter[] {
  const found = strategies.flatMap(name => {
    const value: JsonValue | undefined = to[name]
    if (Array.isArray(value)) return value.map((filter, index) => ({ path: below(path, name, index), filter }))
    return value === undefined ? [] : [{ path: below(path, name), filter: value }]
  })
  const inner = isObject(to['until']) ? filtersIn(to['until'], below(path, 'until')) : []
  return [...found.filter((each): each is PlacedFilter => isObject(each.filter)), ...inner]
}

function patternMistakes({ with: attributes }: JsonObject, path: string): Mistake[] {
  return Object.entries(isObject(attributes) ? attributes : {}).flatMap(([name, value]) => {
    if (typeof value !== 'string' || expressionIn(value) !== null || !/[\\^$|*+()[\]{}]/.test(value)) return []
    try {
      linearRegExp(`^(?:${value})$`)
      return []
    } catch {
      const message = `"${value}" is no regular expression that svc reads (RE2). Escape its signs with a backslash.`
      return [{ code: 'invalid', path: below(path, 'with', name), message }]
    }
  })
}
