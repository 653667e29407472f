import { Type } from 'typebox'
import { queryFault, UnprocessableError } from '@svc/plugin'
import type { Clock, RouteRegistrar } from '@svc/plugin'
import type { UsageMeter } from './usage-meter.ts'
import type { UsageGroup } from './usage-store.ts'

const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 30
const mostDaysOfEach = 92

const query = Type.Object({
  from: Type.Optional(Type.String({ format: 'date', description: 'First day, UTC. Default: 30 days ago.' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day, UTC. Default: today.' })),
  group_by: Type.Optional(
    Type.String({
      pattern: '^(key|route|model|day)(,(key|route|model|day))*$',
      description: 'One or more of `key`, `route`, `model` and `day`, separated by commas. Without it: `key,route`.',
    }),
  ),
})

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const milliseconds = Type.Union([Type.Number(), Type.Null()])

const answer = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        key_id: nullable('Null for a session, or when not grouped by key.'),
        route: nullable('Method and pattern; null when not grouped by route.'),
        model: nullable('Null when not grouped by model.'),
        day: nullable('Null when not grouped by day.'),
        requests: Type.Integer(),
        errors: Type.Integer({ description: 'Answers of 400 and above.' }),
        prompt_tokens: Type.Integer(),
        completion_tokens: Type.Integer(),
        cost_usd: Type.Number({ description: 'Of the models whose prices are known.' }),
        p50_ms: milliseconds,
        p95_ms: milliseconds,
      },
      { title: 'UsageRow' },
    ),
  ),
})

const example = {
  items: [
    {
      key_id: 'key_01hx3v9k2m8t5r7w4y6z0q1n3p',
      route: 'POST /api/agent-apps/:name/run',
      model: null,
      day: null,
      requests: 420,
      errors: 3,
      prompt_tokens: 0,
      completion_tokens: 0,
      cost_usd: 0,
      p50_ms: 4.21,
      p95_ms: 19.4,
    },
  ],
}

export function usageRoutes(app: RouteRegistrar, meter: UsageMeter, clock: Clock): void {
  app.route({
    method: 'GET',
    path: '/api/developer/usage',
    operationId: 'getUsage',
    summary: 'What this workspace used',
    description:
      'Requests, errors, tokens and latencies, per key, route, model or day. Latencies are estimates from a histogram, good to a tenth. An answer has at most 5,000 rows, and at most 92 days when grouped by day and another; 422 beyond.',
    permission: { role: 'user' },
    query,
    responses: { 200: { description: 'The busiest first', schema: answer, example } },
    errors: { 422: ['unprocessable'] },
    example: { query: { from: '2026-01-01', to: '2026-01-31', group_by: 'key' } },
    handler: async request => {
      const range = rangeOf(request.query, clock)
      const groups = groupsOf(request.query.group_by)
      if (groups.has('day') && groups.size > 1) assertFewDays(range)
      return { items: await meter.report(request.principal.workspace_id, range, groups) }
    },
  })
}

function groupsOf(groups = 'key,route'): ReadonlySet<UsageGroup> {
  return new Set(groups.split(',') as UsageGroup[])
}

/** @throws UnprocessableError */
function assertFewDays({ from, to }: { from: string; to: string }): void {
  if (Date.parse(to) - Date.parse(from) < mostDaysOfEach * dayMs) return
  const message = `Grouped by day and another, an answer has at most ${mostDaysOfEach} days. Ask for fewer days, or group by day alone.`
  throw new UnprocessableError('unprocessable', message)
}

function rangeOf(asked: { from?: string; to?: string }, clock: Clock): { from: string; to: string } {
  const to = asked.to ?? clock.timestamp().slice(0, 10)
  const from = asked.from ?? new Date(Date.parse(to) - defaultDays * dayMs).toISOString().slice(0, 10)
  if (from <= to) return { from, to }
  const message = `is after \`to\`, ${to}`
  throw queryFault('from', message)
}
