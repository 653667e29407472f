import { Type } from 'typebox'
import { ValidationError } from '@svc/plugin'
import { valueTable } from '../fitting/coefficients.ts'
import { numberAt, objectsAt, textAt } from '../presenting/answers.ts'
import { percent, shortNumber } from '../presenting/numbers.ts'
import { linePlot } from '../presenting/plots.ts'
import { numberOption, textOption } from '../presenting/requests.ts'
import { alternativeOption, closed } from '../presenting/schemas.ts'
import { paragraphs } from '../presenting/words.ts'
import type { AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { powerScripts } from './power-scripts.ts'

/** What each test is called, its effect size, and what n counts. */
const tests = {
  t_test_one_sample: { title: 'a t test of one sample', effect: "Cohen's d", n: 'rows' },
  t_test_independent: { title: 'a t test of two groups', effect: "Cohen's d", n: 'rows in each group' },
  t_test_paired: { title: 'a paired t test', effect: "Cohen's d of the differences", n: 'pairs' },
  anova: { title: 'a one-way analysis of variance', effect: "Cohen's f", n: 'rows in each group' },
  proportion_one: { title: 'a test of one proportion', effect: "Cohen's h", n: 'rows' },
  proportions_two: { title: 'a test of two proportions', effect: "Cohen's h", n: 'rows in each group' },
  correlation: { title: 'a test of a correlation', effect: 'r', n: 'rows' },
  chi_square: { title: 'a chi-squared test', effect: "Cohen's w", n: 'rows' },
  linear_regression: { title: 'the F test of a linear regression', effect: "Cohen's f²", n: 'rows' },
} as const
type Test = keyof typeof tests

const sides: readonly Test[] = [
  't_test_one_sample',
  't_test_independent',
  't_test_paired',
  'proportion_one',
  'proportions_two',
  'correlation',
]
const given = ['effect', 'n', 'alpha', 'power'] as const

export const power: StatMethod = {
  method: 'power',
  title: 'Power analysis',
  description:
    'How many rows a test needs, or what power it has: of effect, n, alpha and power give three, and the fourth is computed. Needs no data.',
  variables: closed({}),
  options: closed({
    test: Type.String({ enum: Object.keys(tests), description: 'The test that is planned.' }),
    effect: Type.Optional(
      Type.Number({
        minimum: -1000,
        maximum: 1000,
        description:
          'The effect size after Cohen: d of t tests, f of anova, h of proportions, r, w of chi_square, f² of linear_regression.',
      }),
    ),
    n: Type.Optional(
      Type.Number({ minimum: 1, maximum: 1e9, description: 'Rows: in each group where there are groups, else all.' }),
    ),
    alpha: Type.Optional(
      Type.Number({ minimum: 1e-10, maximum: 0.5, description: 'The level of the test, such as 0.05.' }),
    ),
    power: Type.Optional(
      Type.Number({ minimum: 0.001, maximum: 0.999999, description: 'The chance to find the effect, such as 0.8.' }),
    ),
    alternative: alternativeOption,
    groups: Type.Optional(
      Type.Integer({ minimum: 2, maximum: 1000, default: 2, description: 'anova: how many groups.' }),
    ),
    df: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10000, default: 1, description: 'chi_square: the degrees of freedom.' }),
    ),
    predictors: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 1,
        description: 'linear_regression: how many predictors are tested.',
      }),
    ),
  }),
  sources: ['design.R', 'power.R'],

  check(request) {
    const missing = given.filter(name => request.options[name] === undefined)
    const refuse = (path: string, message: string) => new ValidationError(message, [{ path, message }])
    if (missing.length !== 1) {
      const reason = missing.length === 0 ? 'all four were given' : `${missing.join(', ')} are missing`
      throw refuse(
        '/options',
        `Give all but one of effect, n, alpha and power, and the one left out is computed; ${reason}`,
      )
    }
    const test = testOf(request)
    const effect = request.options['effect']
    if (!sides.includes(test) && typeof effect === 'number' && effect <= 0)
      throw refuse('/options/effect', `The effect size of ${test}, ${tests[test].effect}, must be greater than 0`)
    if (!sides.includes(test) && textOption(request, 'alternative', 'two_sided') !== 'two_sided')
      throw refuse('/options/alternative', `${test} has no direction; leave alternative out`)
  },

  present(answer, request) {
    const about = tests[testOf(request)]
    const { result } = answer
    return {
      tables: [
        valueTable('Power', result, [
          ['effect', `Effect size (${about.effect})`],
          ['n', `n (${about.n})`],
          ['alpha', 'Alpha'],
          ['power', 'Power'],
          ['n_required', `n, rounded up (${about.n})`],
          ['n_total', 'Rows in all'],
          ['power_at_n_required', 'Power at n rounded up'],
        ]),
      ],
      plots: [
        linePlot(
          { title: `Power of ${about.title} by n`, x: `n (${about.n})`, y: 'Power' },
          objectsAt(result, 'curve').map(point => ({ x: numberAt(point, 'n'), y: numberAt(point, 'power') })),
        ),
      ],
      interpretation: interpret(answer, request),
    }
  },

  syntax: powerScripts,
}

function testOf(request: AnalysisRequest): Test {
  return textOption(request, 'test', 't_test_independent') as Test
}

function isOnTheOtherSide(request: AnalysisRequest): boolean {
  const effect = numberOption(request, 'effect', 0)
  const alternative = textOption(request, 'alternative', 'two_sided')
  return (alternative === 'less' && effect > 0) || (alternative === 'greater' && effect < 0)
}

function interpret(answer: RAnswer, request: AnalysisRequest): string {
  const { result } = answer
  const test = testOf(request)
  const about = tests[test]
  const value = (key: string) => shortNumber(numberAt(result, key))
  const share = percent(Number((numberAt(result, 'power') ?? 0).toPrecision(3)))
  const groups = numberOption(request, 'groups', 2)
  const many = test === 'anova' ? ` of ${groups} groups` : ''
  const sentences: Record<string, string> = {
    n: `${value('n_required')} ${about.n} are needed (${value('n_total')} rows in all) for ${about.title}${many} to find an effect of ${about.effect} = ${value('effect')} with a power of ${share} at alpha ${value('alpha')}.`,
    power: `With ${value('n')} ${about.n}, ${about.title}${many} finds an effect of ${about.effect} = ${value('effect')} with a chance of ${share} at alpha ${value('alpha')}.`,
    effect: `With ${value('n')} ${about.n}, ${about.title}${many} finds an effect of ${about.effect} = ${value('effect')} or more with a power of ${share} at alpha ${value('alpha')}; smaller effects are likely to be missed.`,
    alpha: `For a power of ${share} with ${value('n')} ${about.n} and an effect of ${about.effect} = ${value('effect')}, ${about.title}${many} needs alpha ${value('alpha')}.`,
  }
  const approximate =
    test === 'proportion_one' || test === 'proportions_two' || test === 'correlation'
      ? 'It rests on a normal approximation, which is rough for few rows.'
      : ''
  return paragraphs(
    sentences[textAt(result, 'solved')] ?? '',
    isOnTheOtherSide(request)
      ? 'The effect lies on the side that the test does not look at: what it finds there, it finds by chance.'
      : '',
    approximate,
    'This holds if the effect is as large as assumed and the assumptions of the test are met. Plan with the smallest effect that would matter, not with the one that is hoped for; the power of a test that was already made, computed from its own result, tells nothing new.',
  )
}
