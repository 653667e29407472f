import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@svc/plugin'
import { afterAll, describe, expect, it } from 'vitest'
import type { TestColumn } from '../../../test/support/programs/run-r.ts'
import { cases } from '../reference/cases.ts'
import { cases2 } from '../reference/cases-2.ts'
import type { MethodCase } from '../reference/method-case.ts'
import { prepareCase, type PreparedCase } from '../reference/prepared-case.ts'
import { differences, isNear, numbersIn, presentationFaults } from '../reference/result-faults.ts'
import type { Refusal } from '../reference/refusal.ts'
import { refusals } from '../reference/refusals.ts'
import { refusals2 } from '../reference/refusals-2.ts'
import { printedByR, runPythonScripts, startScriptingR } from '../../../test/support/programs/run-scripts.ts'
import { allMethods } from './all-methods.ts'
import type { AnalysisRequest, RAnswer, StatMethod } from './stat-method.ts'

type References = Record<string, Record<string, number | string | boolean | null>>

const folder = fileURLToPath(new URL('../reference/', import.meta.url))
const stored = references(folder)
// Which versions of R and Python a machine has, and with which BLAS, this suite cannot know: it asks them only when it is asked to, with SVC_TEST_SCRIPTS=1.
const asksTheMachine = process.env['SVC_TEST_SCRIPTS'] !== undefined
const r = startScriptingR()
afterAll(() => r.stop())

const allCases: readonly MethodCase[] = [...cases, ...cases2]

const allRefusals: readonly Refusal[] = [...refusals, ...refusals2]

describe('every method', () => {
  it.each(allCases.map(one => [one.name, one] as const))('gives R’s own numbers: %s', async (name, one) => {
    const prepared = prepareCase(one)
    const answer = await run(prepared)
    expect(differences(answer.result, stored[name]!, one.tolerance)).toEqual([])
    expect(presentationFaults(prepared, answer)).toEqual([])
    const csv = one.data === '' ? '' : readFileSync(join(folder, `${one.data}.csv`), 'utf8')
    const printed = await printedByR(r, prepared.method.syntax(prepared.request, answer).r, csv)
    expect(unprinted(one.name, printed)).toEqual([])
  })

  it.each(allRefusals.map(one => [one.method, one.because, one] as const))(
    'refuses rather than give a number that is wrong: %s when %s',
    async (name, _because, { columns, variables, options = {}, message }) => {
      const { sources } = allMethods.find(method => method.method === name)!
      const refused = r.run({ method: name, sources, columns, variables, options })
      await expect(refused).rejects.toMatchObject({ code: 'unprocessable', message })
    },
  )

  it.runIf(asksTheMachine)('prints the same numbers by its script in Python', { timeout: 120_000 }, () => {
    const printed = runPythonScripts(cases)
    if (!printed) return
    expect(cases.flatMap(one => unprinted(one.name, printed.get(one.name)!, pythonLacks[one.method]))).toEqual([])
  })

  it.runIf(asksTheMachine)('is compared with references that Rscript still gives', { timeout: 60_000 }, () => {
    const fresh = mkdtempSync(join(tmpdir(), 'svc-reference-'))
    try {
      for (const script of ['make-reference.R', 'make-reference-2.R'])
        expect(spawnSync('Rscript', [join(folder, script), fresh], { cwd: folder }).status).toBe(0)
      const found = references(fresh)
      const faults = Object.keys(stored).flatMap(name =>
        differences(found[name]!, stored[name]!, allCases.find(one => one.name === name)?.tolerance),
      )
      expect(faults).toEqual([])
    } finally {
      rmSync(fresh, { recursive: true })
    }
  })

  it('counts ties by all digits of the values, not by fifteen', async () => {
    const x = [0, 2, 1, 1, 0, 2, 2, 1, 0, 1]
    const y = [3, 1, 2, 2, 1, 3, 3, 1, 2, 2]
    const group = ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']
    const results = async (columns: Record<string, number[]>) => [
      (await runOf('kruskal_wallis', { ...columns, group }, { dependent: 'x', group: 'group' })).result,
      (await runOf('correlation', columns, { variables: ['x', 'y'] }, { method: 'kendall' })).result,
    ]
    expect(await results({ x: x.map(value => 1e15 + value), y })).toEqual(await results({ x, y }))
  })

  it('gives the interval of a shift that R gives, from 50 values on too', async () => {
    const all = Array.from({ length: 100 }, (_, index) => (((index + 1) * 37) % 101) ** 1.5)
    const columns = { y: all, group: all.map((_, index) => (index % 2 === 0 ? 'a' : 'b')) }
    const variables = { dependent: 'y', group: 'group' }
    const pairs = { first: all.slice(0, 60), second: all.slice(0, 60).map(() => 400.5) }
    const bounds = async (answer: Promise<RAnswer>) =>
      ((await answer).result['conf_int'] as (number | null)[]).map(one => one && Number(one.toPrecision(9)))
    // By wilcox.test of R 4.6.0 with tol.root = 1e-10.
    expect([
      await bounds(runOf('mann_whitney', columns, variables)),
      await bounds(runOf('mann_whitney', columns, variables, { alternative: 'less' })),
      await bounds(runOf('wilcoxon_signed_rank', pairs, { first: 'first', second: 'second' })),
    ]).toEqual([
      [-163.825106, 66.127713],
      [null, 46.7412596],
      [-84.8811422, 93.050879],
    ])
  })

  // Seconds since 1970, and counts of a whole country. Expected by Newton's method with fifty digits.
  it('gives eleven digits of logistic and Poisson regressions whose predictors lie far from 0, or whose counts are large', async () => {
    const at = [12, 35, 58, 90, 121, 140, 166, 203, 229, 251, 280, 305, 333, 362, 390, 415].map(one => 1.7e9 + one)
    const outcome = [0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1, 1]
    const calls = [2, 1, 3, 0, 4, 3, 5, 4, 8, 6, 9, 12, 10, 15, 14, 19]
    const people = [1000012345, 1010234567, 1020654321, 1031000111, 1041222333, 1051777888, 1062333444, 1072999000]
    const year = [2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008]
    const coefficients = async (method: string, y: number[], x: number[]) => {
      const { result } = await runOf(method, { y, x }, { dependent: 'y', predictors: ['x'] })
      const rows = result['coefficients'] as { estimate: number; std_error: number }[]
      return rows.flatMap(row => [row.estimate, row.std_error]).map(one => Number(one.toPrecision(11)))
    }
    expect([
      await coefficients('logistic_regression', outcome, at),
      await coefficients('poisson_regression', calls, at),
      await coefficients('poisson_regression', people, year),
    ]).toEqual([
      [-17876843.757, 9432606.4371, 0.010515789342, 0.0055485913882],
      [-10552239.625, 1492524.0637, 0.0062071999978, 0.00087795517709],
      [0.60736183987, 0.0096100588637, 0.010053018396, 0.0000047941130407],
    ])
  })

  // The examples of R's factanal and of statsmodels' Factor: unique variances, and communalities of two axes of four variables.
  it('holds a variable that a factor explains at R’s bound and says so, and finds two axes of four variables', async () => {
    const m1 = {
      v1: [...'111111111133333456'].map(Number),
      v2: [...'121111212134333465'].map(Number),
      v3: [...'333331111111111546'].map(Number),
      v4: [...'334331121111211564'].map(Number),
      v5: [...'111113333311111645'].map(Number),
      v6: [...'111213334311121654'].map(Number),
    }
    const sas = {
      Basal: [2.068, 2.068, 2.09, 2.097, 2.117, 2.14, 2.045, 2.076, 2.09, 2.111, 2.093, 2.1, 2.104],
      Occ: [2.07, 2.074, 2.09, 2.093, 2.125, 2.146, 2.054, 2.088, 2.093, 2.114, 2.098, 2.106, 2.101],
      Max: [1.58, 1.602, 1.613, 1.613, 1.663, 1.681, 1.58, 1.602, 1.643, 1.643, 1.653, 1.623, 1.653],
      id: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    }
    const factors = async (columns: Record<string, number[]>, options: JsonObject) => {
      const names = Object.keys(columns)
      const answer = await runOf('factor_analysis', columns, { variables: names }, options)
      const request = requestOf(names, { variables: names }, options)
      const printed = await printedByR(r, methodOf('factor_analysis').syntax(request, answer).r, csvOf(columns))
      const loadings = answer.result['loadings'] as { uniqueness: number; loadings: number[] }[]
      const uniqueness = loadings.map(one => Number(one.uniqueness.toFixed(3)))
      const numbers = numbersIn(printed).map(Math.abs)
      const missing = loadings.filter(one => !numbers.some(number => isNear(number, Math.abs(one.loadings[0]!), 1e-7)))
      return { uniqueness, warnings: answer.warnings, printed: missing.length === 0 || printed }
    }
    expect(await factors(m1, { factors: 3 })).toEqual({
      uniqueness: [0.005, 0.101, 0.005, 0.224, 0.084, 0.005],
      warnings: [
        'v1, v3, v6: a factor explains nearly all of it, and its uniqueness is held at 0.005 (a Heywood case); read the loadings and the test with care, or take fewer factors.',
      ],
      printed: true,
    })
    expect(await factors(sas, { factors: 2, extraction: 'principal_axis', rotation: 'none' })).toEqual({
      uniqueness: [0.007, 0.027, 0.035, 0.649],
      warnings: [],
      printed: true,
    })
  })

  it('compares the levels of a factor with three or more by Tukey, unless it is asked otherwise', async () => {
    const variables = { dependent: 'mpg', factors: ['cyl', 'am'] }
    const ask = (options: JsonObject) => postHocOf({ name: '', method: 'anova', data: 'mtcars', variables, options })
    const pairs = ['cyl: 4 - 6', 'cyl: 4 - 8', 'cyl: 6 - 8']
    const asked = await ask({ post_hoc: 'tukey', terms: ['cyl', 'am'] })
    expect(await Promise.all([ask({}), ask({ post_hoc: 'none' })])).toMatchObject([{ pairs }, { pairs: [] }])
    expect(asked).toEqual({ pairs: [...pairs, 'am: 0 - 1'], unprinted: [] })
  })

  it.each([
    ['repeated measures between and within', 'tukey', 'conc'],
    ['repeated measures within', 'tukey', 'treatment'],
    ['Kruskal-Wallis', 'holm', 'Month'],
  ])('compares pairs without being asked: %s', async (name, post_hoc, term) => {
    const one = allCases.find(known => known.name === name)!
    const asked = await postHocOf({ ...one, options: { post_hoc } })
    const pairs = asked.pairs.filter(pair => pair.startsWith(`${term}: `))
    expect(pairs.length).toBeGreaterThan(2)
    expect(await postHocOf({ ...one, options: {} })).toEqual({ pairs, unprinted: [] })
    expect(await postHocOf({ ...one, options: { post_hoc: 'none' } })).toEqual({ pairs: [], unprinted: [] })
  })

  it('keeps an analysis whose pairs cannot be compared, and says so', async () => {
    const subjects = ['a', 'b', 'c', 'd'].flatMap(who => [who, who, who])
    const columns = { who: subjects, when: [...'123123123123'], y: [1, 2, 9, 4, 5, 3, 2, 3, 8, 7, 8, 1] }
    const roles = { subject: 'who', within: ['when'], dependent: 'y' }
    const { result, warnings } = await runOf('repeated_measures_anova', columns, roles)
    expect({ pairs: result['post_hoc'], warnings }).toEqual({
      pairs: [],
      warnings: [expect.stringMatching(/^when: two .*was made/)],
    })
  })

  it('gives omega an interval by the information of its likelihood', async () => {
    const variables = { variables: ['rating', 'complaints', 'learning'] }
    const { result } = await run(prepareCase({ name: 'omega', method: 'reliability', data: 'attitude', variables }))
    const { value, conf_int } = result['omega'] as { value: number; conf_int: number[] }
    // By a numeric Hessian of the likelihood in R 4.2.2 and the delta method.
    const expected = [0.878354, 0.803122, 0.953585]
    expect([value, ...conf_int].map((one, index) => Math.abs(one - expected[index]!) < 2e-5)).toEqual([
      true,
      true,
      true,
    ])
  })

  it('prints no omega by its script where there is none', async () => {
    const columns = { a: [1, 2, 3, 4, 5, 6, 7, 8], b: [1, 2, 3, 4, 5, 6, 7, 9], c: [2, 1, 2, 1, 3, 1, 2, 2] }
    const variables = { variables: ['a', 'b', 'c'] }
    const answer = await runOf('reliability', columns, variables)
    const script = methodOf('reliability').syntax(requestOf(variables.variables, variables, {}), answer)
    const printed = await printedByR(r, script.r, csvOf(columns))
    const { omega, alpha } = answer.result as { omega: null; alpha: { value: number } }
    const hasAlpha = numbersIn(printed).some(one => isNear(one, alpha.value, 1e-9))
    expect({ omega, hasAlpha, more: /omega|failed/.test(printed) }).toEqual({
      omega: null,
      hasAlpha: true,
      more: false,
    })
  })

  it.each([
    [
      'wilcoxon_signed_rank',
      { mu: 3 },
      'asked whether the differences “x” minus “y” lie around something other than 3.',
      'The differences tend to be smaller than 3, by more than chance explains well.',
    ],
    [
      't_test_paired',
      { alternative: 'less' },
      'it looked for smaller values of “x” than of “y” only.',
      'The other direction was not tested.',
    ],
  ])('says what was tested and which way it came out: %s %j', async (name, options, asked, found) => {
    const columns = { x: [4, 6, 5, 8, 7, 9, 6, 8, 5, 7], y: [3, 4, 4, 5, 5, 8, 5, 6, 5, 4] }
    const variables = { first: 'x', second: 'y' }
    const answer = await runOf(name, columns, variables, options)
    const { interpretation } = methodOf(name).present(answer, requestOf(Object.keys(columns), variables, options))
    expect(interpretation).toContain(asked)
    expect(interpretation).toContain(found)
  })

  it('gives its numbers where a check of the residuals, or a picture, has nothing to show', async () => {
    const outcome = [0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1].map(String)
    const doses = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4]
    const logistic = await runOf(
      'logistic_regression',
      { outcome, doses },
      { dependent: 'outcome', predictors: ['doses'] },
    )
    const season = { value: Array.from({ length: 24 }, (_, index) => [3, 8, 2, 5][index % 4]!) }
    const exact = await runOf('time_series', season, { value: 'value' }, { model: 'holt_winters', frequency: 4 })
    const apart = {
      a: [1, 3, 2, 5, 4, null, null, null, 1, 6, 3, 2],
      b: [2, 3, 1, 6, null, 4, 1, 5, null, null, null, null],
      c: [null, null, null, null, 3, 5, 1, 6, 2, 5, 4, 1],
    }
    const variables = { variables: ['a', 'b', 'c'] }
    const options = { missing: 'pairwise' }
    const pairs = await runOf('correlation', apart, variables, options)
    const { plots } = methodOf('correlation').present(pairs, requestOf(variables.variables, variables, options))
    expect({
      tested: logistic.assumptions.map(({ name, p_value }) => [name, typeof p_value]).slice(0, 1),
      exact: exact.assumptions.map(({ ok }) => ok),
      pairs: (pairs.result['pairs'] as { n: number }[]).map(({ n }) => n),
      plots: plots.length,
    }).toEqual({ tested: [['Calibration (Hosmer-Lemeshow)', 'number']], exact: [null], pairs: [4, 5, 3], plots: 2 })
  })

  it('reads the offset of times that are written as text', async () => {
    const value = [3, 1, 4, 1, 5, 9, 2, 6]
    const time = value.map((_, hour) => `2024-01-01 0${hour}:00:00.5${hour % 2 === 0 ? 'Z' : ''}`)
    time[3] = '2024-01-01T05:00:00.5+02:00'
    time[4] = '2023-12-31T22:30:00.50-0530'
    const { extra } = await runOf('time_series', { time, value }, { value: 'value', time: 'time' }, { model: 'arima' })
    expect((extra['series'] as { time: string[] }).time.slice(3, 5)).toEqual([
      '2024-01-01T03:00:00Z',
      '2024-01-01T04:00:00Z',
    ])
  })

  it('has a name, words and closed schemas of its own', () => {
    const names = allMethods.map(method => method.method)
    expect(new Set(names).size).toBe(names.length)
    for (const method of allMethods) {
      expect(method.variables['additionalProperties'], method.method).toBe(false)
      expect(method.options['additionalProperties'], method.method).toBe(false)
    }
  })
})

function methodOf(name: string): StatMethod {
  return allMethods.find(method => method.method === name)!
}

function csvOf(columns: Record<string, number[]>): string {
  const names = Object.keys(columns)
  return [names, ...columns[names[0]!]!.map((_, row) => names.map(name => columns[name]![row]))].join('\n')
}

function requestOf(names: readonly string[], variables: JsonObject, options: JsonObject): AnalysisRequest {
  const columns = names.map(name => [name, { name, label: null, measure: 'continuous', levels: null }] as const)
  return { variables, options, columns: new Map(columns), dataset: '' }
}

function runOf(
  method: string,
  columns: Readonly<Record<string, TestColumn>>,
  variables: JsonObject,
  options: JsonObject = {},
): Promise<RAnswer> {
  return r.run({ method, sources: methodOf(method).sources, columns, variables, options })
}

function references(from: string): References {
  return ['reference.json', 'reference-2.json'].reduce<References>(
    (all, file) => ({ ...all, ...(JSON.parse(readFileSync(join(from, file), 'utf8')) as References) }),
    {},
  )
}

/** The pairs that are compared, and those whose p-value the script in R does not print. */
async function postHocOf(one: MethodCase) {
  const prepared = prepareCase(one)
  const answer = await run(prepared)
  const rows = (answer.result['post_hoc'] ?? []) as { term: string; contrast: string; p_adjusted: number }[]
  const csv = readFileSync(join(folder, `${one.data}.csv`), 'utf8')
  const printed = numbersIn(await printedByR(r, prepared.method.syntax(prepared.request, answer).r, csv))
  const unprinted = rows.filter(row => !printed.some(number => isNear(number, row.p_adjusted, 1e-6)))
  return { pairs: rows.map(row => `${row.term}: ${row.contrast}`), unprinted }
}

async function run({ method, request, columns, options }: PreparedCase): Promise<RAnswer> {
  const signal = new AbortController().signal
  return r.engine.run(
    {
      workspaceId: 'ws_test',
      method: method.method,
      sources: method.sources,
      columns,
      variables: request.variables,
      options,
    },
    { signal, timeoutMs: 60_000 },
  )
}

// SciPy has no exact interval of a shift, and computes Shapiro and Wilk's test in single precision.
const pythonLacks: Record<string, RegExp> = {
  mann_whitney: /^conf_int/,
  wilcoxon_signed_rank: /^conf_int/,
  normality: /p_value/,
}

/** What of the case's main numbers is not among those printed, to six digits. */
function unprinted(name: string, text: string, lacking = /^$/): string[] {
  const fault = text.search(/failed:|Traceback/)
  if (fault >= 0) return [`${name}: ${text.slice(fault)}`]
  // The other scripts print fewer digits, as R does.
  if (cases2.some(one => one.name === name)) return []
  const numbers = numbersIn(text)
  return Object.entries(stored[name]!).flatMap(([path, value]) => {
    if (typeof value !== 'number' || /eta_sq|mean_sq|df_residual|effect_size\.conf_int|missing/.test(path)) return []
    if (lacking.test(path)) return []
    const digits = path === 'effect_size.value' ? 1e-4 : 1e-6
    return numbers.some(number => isNear(number, value, digits)) ? [] : [`${name}: ${path} ${value}`]
  })
}
