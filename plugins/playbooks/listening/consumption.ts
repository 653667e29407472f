import type { JsonObject, JsonValue } from '@svc/plugin'
import type { EventConsumption, EventFilter } from '../definitions/workflow.ts'
import { expressionOf } from '../interpreter/rules/template.ts'
import { usualLimits } from '../interpreter/limits.ts'
import { isTrue } from '../interpreter/step.ts'
import { readAs } from './cloud-events.ts'
import { fittingEvent, typesOf } from './event-filters.ts'
import type { Correlations, FilterTools } from './event-filters.ts'

/** What was consumed so far; it is kept with the place in the log. */
export interface Consumed {
  values: JsonValue[]
  /** Filters of `all` that have had their event, by their place. */
  met: number[]
  correlations: Correlations
  /** The same of `until`, where that is a strategy of its own. */
  until: { met: number[]; correlations: Correlations }
}

/** As many bytes as the events that belong together may have: more than that is no input of a run. */
export const mostConsumedBytes = usualLimits.valueBytes

export const nothingConsumed: Consumed = { values: [], met: [], correlations: {}, until: { met: [], correlations: {} } }

export function isOverBytes({ values }: Consumed): boolean {
  return Buffer.byteLength(JSON.stringify(values)) > mostConsumedBytes
}

export interface Listening {
  to: EventConsumption
  read: 'data' | 'envelope' | 'raw'
}

/** What an event means: it changes what was consumed, and may be the last; null: it is for somebody else. */
export async function consume(
  { to, read }: Listening,
  event: JsonObject,
  before: Consumed,
  tools: FilterTools,
): Promise<{ consumed: Consumed; isLast: boolean } | null> {
  const { until } = to
  if (to.any && until !== undefined && typeof until === 'object') {
    const found = await meets(until, event, before.until, tools)
    if (found) {
      const consumed = { ...before, until: { met: found.met, correlations: found.correlations } }
      if (found.isLast) return { consumed, isLast: true }
      before = consumed
    }
  }
  const found = await meets(to, event, before, tools)
  if (!found) return null
  const { met, correlations, isLast } = found
  const consumed = { ...before, met, correlations, values: [...before.values, readAs(read, event)] }
  if (!to.any || until === undefined) return { consumed, isLast }
  if (typeof until !== 'string') return { consumed, isLast: false }
  return { consumed, isLast: isTrue(await tools.evaluate(`\${ ${expressionOf(until)} }`, consumed.values)) }
}

/** Whether an event is for one of the filters, and whether all that have to be are met then. */
async function meets(
  to: EventConsumption,
  event: JsonObject,
  { met, correlations }: { met: readonly number[]; correlations: Correlations },
  tools: FilterTools,
): Promise<{ met: number[]; correlations: Correlations; isLast: boolean } | null> {
  const filters = filtersOf(to)
  if (to.any?.length === 0) return { met: [...met], correlations, isLast: true }
  for (const [index, filter] of filters.entries()) {
    if (to.all && met.includes(index)) continue
    const found = await fittingEvent(filter, event, correlations, tools)
    if (found === null) continue
    if (!to.all) return { met: [...met], correlations: found, isLast: true }
    const all = [...met, index]
    return { met: all, correlations: found, isLast: all.length === filters.length }
  }
  return null
}

export function filtersOf({ one, all, any }: EventConsumption): readonly EventFilter[] {
  return one ? [one] : (all ?? any ?? [])
}

/** The patterns of types that may be consumed; null: all. */
export function consumedTypes(to: EventConsumption): string[] | null {
  const types = typesOf(filtersOf(to))
  if (typeof to.until !== 'object') return types
  const ending = typesOf(filtersOf(to.until))
  return types === null || ending === null ? null : [...types, ...ending]
}
