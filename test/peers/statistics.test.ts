import type { JsonObject, JsonValue } from '@svc/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestStats, type TestStats } from '../rooms/plugins/stats.ts'
import { readPeerCases, whereNot } from './peer-cases.ts'

interface PeerCase {
  id: string
  /** A key of the data sets; none for `power`. */
  data: string | null
  method: string
  variables: JsonObject
  options: JsonObject
  /** Where in the answer, what is published, and the largest relative error where it is not half of the last digit. */
  expect: [path: string, published: string, tolerance?: number][]
  tol?: number
}

interface PeerCases {
  data: Record<string, { csv: string; variables: JsonValue[] }>
  cases: PeerCase[]
}

const text = readPeerCases('stats/cases.json.gz')
const { data, cases } = text ? (JSON.parse(text) as PeerCases) : { data: {}, cases: [] }

/** What is otherwise here, by the ids of cases, and why. All else agrees. */
const differences: Record<string, { why: string; paths: readonly string[] }> = {
  'ttestIS student dep1': {
    why: 'jmv approximates the interval of d; docs/statistics.md',
    paths: ['effect_size.conf_int[0]'],
  },
  'ttestOneS dep2': {
    why: 'jmv approximates the interval of d; docs/statistics.md',
    paths: ['effect_size.conf_int[0]', 'effect_size.conf_int[1]'],
  },
  'anovaOneW levene mean': {
    why: 'the number is 0.732766, and 0.73276 is published',
    paths: ['rows[test=levene].statistic'],
  },
  logRegBin: {
    why: 'glm has the standard errors of the step before its last; docs/statistics.md',
    paths: [
      'coefficients[term=cov1].statistic',
      'coefficients[term=cov2].conf_int[1]',
      'coefficients[term=cov1].odds_ratio_conf_int[0]',
      'coefficients[term=cov1].odds_ratio_conf_int[1]',
    ],
  },
  reliability: { why: 'omega is defined otherwise; docs/statistics.md', paths: ['omega.value'] },
  'JASP one sample': {
    why: 'JASP stops at nine digits: the bounds are 1.65788291105 and 2.33846083639',
    paths: ['effect_size.conf_int[0]', 'effect_size.conf_int[1]'],
  },
  'sm Factor principal axis, varimax': {
    why: 'statsmodels rotates without Kaiser’s normalisation; docs/statistics.md',
    paths: ['Basal', 'Occ', 'Max', 'id'].map(name => `loadings[variable=${name}].loadings|sortabs[0]`),
  },
  'R power t n=20': {
    why: 'R leaves out the other tail, unless it is asked to be strict; docs/statistics.md',
    paths: ['power'],
  },
  'R factanal m1': {
    why: 'R stops varimax at 1e-5: 0.904482 at its end, 0.904720 there',
    paths: ['loadings[variable=v2].loadings|sortabs[0]'],
  },
}

describe.skipIf(!text)(`cases of jmv, JASP, pingouin, SciPy, statsmodels and R (${whereNot})`, () => {
  let test: TestStats
  const datasets = new Map<string, string>()

  beforeAll(async () => {
    test = await startTestStats()
  })
  afterAll(() => test?.svc.stop())

  async function datasetOf(name: string): Promise<string> {
    const known = datasets.get(name)
    if (known) return known
    const { csv, variables } = data[name]!
    const body = { name: `peer_${datasets.size}`, format: 'csv', content: csv, variables }
    const answer = await test.svc.request('POST', '/api/stats/import', { body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    datasets.set(name, answer.body.dataset_id)
    return answer.body.dataset_id
  }

  it.each(cases.map(one => [one.id, one] as const))('agrees: %s', async (id, one) => {
    const dataset: JsonObject = one.data === null ? {} : { dataset_id: await datasetOf(one.data) }
    const body = { ...dataset, method: one.method, variables: one.variables, options: one.options }
    const answer = await test.svc.request<JsonObject>('POST', '/api/stats/analyze', { body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const off = one.expect
      .map(([path, published, tolerance = one.tol]) => ({
        path,
        published,
        tolerance,
        found: valueAt(answer.body, path),
      }))
      .filter(({ found, published, tolerance }) => !agrees(found, published, tolerance))
    const paths = off.map(({ path }) => path)
    expect(paths, JSON.stringify(off)).toEqual(differences[id]?.paths ?? [])
  })
})

function agrees(found: number, published: string, tolerance: number | undefined): boolean {
  const expected = Number(published)
  // Where all digits of a double are published, the last ones are the peer's own rounding.
  const digits = Math.max(lastDigit(published) / 2, 1e-12 * Math.abs(expected))
  const allowed = tolerance === undefined ? digits : tolerance * Math.abs(expected)
  return Math.abs(found - expected) <= allowed
}

function lastDigit(published: string): number {
  const [mantissa = '', exponent = '0'] = published.toLowerCase().split('e')
  const decimals = mantissa.split('.')[1]?.length ?? 0
  return 10 ** (Number(exponent) - decimals)
}

/** `rows[0].mean`, `terms[term=dose].f`, `@assumptions[name=…].statistic` outside of the result, `statistic|abs` for what is made of a number. */
function valueAt(answer: JsonObject, path: string): number {
  const [place = '', change] = path.split('|')
  const outside = place.startsWith('@')
  const keys = place.slice(outside ? 1 : 0).split(/\.(?![^[]*\])/)
  const steps = keys.flatMap(key => [...key.matchAll(/^[^[]+|\[[^\]]*\]/g)].map(([step]) => step))
  const found = steps.reduce<JsonValue | undefined>(stepInto, outside ? answer : answer['result'])
  return change === undefined ? Number(found ?? NaN) : changed(found, change)
}

function stepInto(value: JsonValue | undefined, step: string): JsonValue | undefined {
  const condition = /^\[(.*)\]$/.exec(step)?.[1]
  if (condition === undefined) return (value as JsonObject | undefined)?.[step]
  const rows = (value ?? []) as JsonObject[]
  if (/^\d+$/.test(condition)) return rows[Number(condition)]
  const wanted = condition.split(',').map(one => one.split('='))
  return rows.find(row => wanted.every(([key = '', ...rest]) => String(row[key]) === rest.join('=')))
}

function changed(found: JsonValue | undefined, change: string): number {
  const [name, number = ''] = change.split(/[ [\]]/)
  const value = Number(found)
  const values = Array.isArray(found) ? found.filter(one => one !== null).map(Number) : []
  switch (name) {
    case 'abs':
      return Math.abs(value)
    case 'max':
      return Math.max(...values)
    case 'minus':
      return value - Number(number)
    // A statistic that counts pairs, of which the smaller side is published; without a number, the least of a list.
    case 'min':
      return number === '' ? Math.min(...values) : Math.min(value, Number(number) - value)
    case 'sortabs':
      return values.map(Math.abs).sort((a, b) => b - a)[Number(number)] ?? NaN
    default:
      throw new Error(`The case asks for "${change}", which this test does not know.`)
  }
}
