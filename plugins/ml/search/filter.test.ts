import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { parseFilter } from './filter.ts'
import type { Comparison } from './filter.ts'
import { runVocabulary } from './run-search-store.ts'

interface Known {
  run_id: string
  name: string
  metrics: Record<string, number>
  params: Record<string, string>
  tags: Record<string, string>
}

const keys = ['a', 'a b', 'x.y', 'd"q']
const texts = ['', 'a', 'A', 'ab', '50%', 'a_b', '*[x]', "o'k", 'Ünï']
let svc: TestKernel
const known: Known[] = []

beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['developer', 'ml'] })
  const labels = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...texts), { noNullPrototype: true })
  const values = fc.constantFrom(-1, 0, 0.5, 1, 2, NaN, Infinity, -Infinity)
  const metrics = fc.dictionary(fc.constantFrom(...keys), values, { noNullPrototype: true })
  const shape = fc.record({ name: fc.constantFrom('a', 'B', 'run_1', 'x%'), metrics, params: labels, tags: labels })
  for (const run of fc.sample(shape, { numRuns: 25, seed: 7 })) {
    const { name, params, tags } = run
    const made = await svc.request('POST', '/api/ml/runs', { body: { name, params, tags } })
    const { run_id } = made.body as { run_id: string }
    const points = Object.entries(run.metrics).map(([key, value]) => ({
      key,
      value: Number.isFinite(value) ? value : String(value),
    }))
    if (points.length > 0) await svc.request('POST', `/api/ml/runs/${run_id}/log`, { body: { metrics: points } })
    known.push({ run_id, ...run })
  }
})
afterAll(() => svc.stop())

/** What a comparison means, in memory. */
function fits(run: Known, { scope, key, operator, value }: Comparison): boolean {
  const found = {
    metric: run.metrics[key],
    param: run.params[key],
    tag: run.tags[key],
    attribute: run.name,
    dataset: undefined,
  }[scope]
  if (found === undefined || Number.isNaN(found)) return false
  if (operator === 'IN') return (value as string[]).includes(found as string)
  if (operator === 'NOT IN') return !(value as string[]).includes(found as string)
  if (operator === 'LIKE') return like(String(value), false).test(String(found))
  if (operator === 'ILIKE') return like(String(value), true).test(String(found))
  const results = {
    '=': found === value,
    '!=': found !== value,
    '>': found > value,
    '>=': found >= value,
    '<': found < value,
    '<=': found <= value,
  }
  return results[operator]
}

function like(pattern: string, isLoose: boolean): RegExp {
  const escaped = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll('%', '[^]*').replaceAll('_', '[^]')}$`, isLoose ? 'i' : '')
}

const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`)
const keyText = fc.constantFrom(...keys).map(key => `\`${key}\``)
const text = fc.constantFrom(...texts)
const comparison = fc.oneof(
  fc
    .tuple(keyText, fc.constantFrom('=', '!=', '>', '>=', '<', '<='), fc.constantFrom('-1', '0', '.5', '1e0', '2'))
    .map(([key, operator, value]) => `metrics.${key} ${operator} ${value}`),
  fc
    .tuple(fc.constantFrom('params', 'tags'), keyText, fc.constantFrom('=', '!=', 'LIKE', 'ilike'), text)
    .map(([scope, key, operator, value]) => `${scope}.${key} ${operator} ${quoted(value)}`),
  fc
    .tuple(fc.constantFrom('run_name', 'attributes.run_name'), fc.constantFrom('=', '!=', 'LIKE', 'ILIKE'), text)
    .map(([name, operator, value]) => `${name} ${operator} ${quoted(value)}`),
  fc
    .tuple(fc.constantFrom('IN', 'not in'), fc.array(text, { minLength: 1, maxLength: 3 }))
    .map(([operator, values]) => `attributes.run_name ${operator} (${values.map(quoted).join(', ')})`),
)

it('finds what the same filter finds in memory', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(comparison, { minLength: 1, maxLength: 3 }), async comparisons => {
      const filter = comparisons.join(' AND ')
      const query = new URLSearchParams({ filter, limit: '200' })
      const { status, body } = await svc.request('GET', `/api/ml/runs?${query}`)
      expect(status, filter).toBe(200)
      const parsed = parseFilter(filter, runVocabulary)
      const wanted = known.filter(run => parsed.every(each => fits(run, each))).map(({ run_id }) => run_id)
      const found = (body as { items: { run_id: string }[] }).items.map(({ run_id }) => run_id)
      expect(found.toSorted(), filter).toEqual(wanted.toSorted())
    }),
    { numRuns: 150 },
  )
})

it('says where a filter is not one', () => {
  const faults = [
    `metrics.a > 'x'`,
    `params.a = 1`,
    `metrics.a = 1 OR metrics.b = 2`,
    `params.a IN ('x')`,
    `nothing = 'x'`,
    `tags.a = 'x`,
    `metrics.a >`,
    `datasets.size = 'x'`,
  ].map(filter => {
    try {
      return parseFilter(filter, runVocabulary)
    } catch (error) {
      return /at character (\d+)/.exec(String(error))?.[1]
    }
  })
  expect(faults).toEqual(['13', '12', '15', '1', '1', '10', '12', '1'])
})
