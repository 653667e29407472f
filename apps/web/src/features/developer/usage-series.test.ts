import { expect, it } from 'vitest'
import { lastDays, usageSeries } from './usage-series.ts'
import type { UsageRow } from './usage-series.ts'

const row = (route: string, day: string, requests: number): UsageRow => ({
  key_id: null,
  route,
  model: null,
  day,
  requests,
  errors: 1,
  prompt_tokens: 2,
  completion_tokens: 3,
  cost_usd: 0,
  p50_ms: null,
  p95_ms: null,
})
const days = ['2026-01-01', '2026-01-02']
const by = { title: 'Route', nameOf: (each: UsageRow): string => each.route ?? '' }
const valuesOf = (spec: Readonly<Record<string, unknown>>): unknown[] => (spec['data'] as { values: unknown[] }).values

it('draws a line for each name, and days without use as nothing', () => {
  const rows = [row('GET /a', '2026-01-02', 5), row('GET /b', '2026-01-01', 2)]
  expect(valuesOf(usageSeries(rows, { measure: 'requests', title: 'Requests', days, by }))).toEqual([
    { Day: '2026-01-01', Requests: 0, Route: 'GET /a' },
    { Day: '2026-01-02', Requests: 5, Route: 'GET /a' },
    { Day: '2026-01-01', Requests: 2, Route: 'GET /b' },
    { Day: '2026-01-02', Requests: 0, Route: 'GET /b' },
  ])
})

it('sums the smallest of many names in one line, and tokens of both kinds', () => {
  const rows = Array.from({ length: 12 }, (_, index) => row(`GET /${index}`, '2026-01-01', 100 - index))
  const values = valuesOf(usageSeries(rows, { measure: 'requests', title: 'Requests', days, by }))
  expect(values).toContainEqual({ Day: '2026-01-01', Requests: 93 + 92 + 91 + 90 + 89, Route: 'The others' })
  expect(new Set(values.map(each => (each as { Route: string }).Route)).size).toBe(8)
  const total = valuesOf(usageSeries(rows, { measure: 'tokens', title: 'Tokens', days, by: null }))
  expect(total[0]).toEqual({ Day: '2026-01-01', Tokens: 60 })
})

it('has the last thirty days, today the last', () => {
  const last = lastDays(Date.UTC(2026, 0, 31, 23))
  expect([last.length, last[0], last.at(-1)]).toEqual([30, '2026-01-02', '2026-01-31'])
})
