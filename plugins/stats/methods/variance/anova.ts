import { Type } from 'typebox'
import type { AnalysisPlot, AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { numberAt, numbersAt, objectAt, objectsAt, textAt, textsAt } from '../presenting/answers.ts'
import { boxesAt, qqAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { intervalAt, percent } from '../presenting/numbers.ts'
import { boxPlot, intervalPlot, qqPlot, residualPlot } from '../presenting/plots.ts'
import {
  checkDistinct,
  columnOf,
  columnsOf,
  confLevel,
  numberOption,
  textOption,
  titleOf,
} from '../presenting/requests.ts'
import { categorical, closed, confLevelOption, continuous, manyColumns, oneColumn } from '../presenting/schemas.ts'
import {
  integerColumn,
  intervalColumns,
  intervalColumnsAt,
  numberColumn,
  pColumn,
  tableFrom,
  tableOf,
  textColumn,
} from '../presenting/tables.ts'
import {
  doubtsInWords,
  isSignificant,
  listed,
  notCausal,
  paragraphs,
  quoted,
  rowsInWords,
  sentences,
} from '../presenting/words.ts'
import { anovaSyntax } from './anova-syntax.ts'
import { termsOf } from './anova-terms.ts'
import { postHocInWords, postHocOption, postHocTable, termsInWords } from './variance-presentation.ts'

const typeNames: Record<number, string> = { 1: 'I', 2: 'II', 3: 'III' }

/** Means of groups by one or more factors, covariates held the same. */
export const anova: StatMethod = {
  method: 'anova',
  title: 'Analysis of variance',
  description:
    'Whether the means of a variable differ by one or more factors and their interactions, with covariates held the same (ANOVA, ANCOVA); post-hoc comparisons of each pair of means.',
  variables: closed({
    dependent: oneColumn(continuous, 'The variable whose means are compared.'),
    factors: manyColumns(categorical, 'The factors.', 1, 6),
    covariates: Type.Optional(manyColumns(continuous, 'Variables that are held the same.', 0, 20)),
  }),
  options: closed({
    type: Type.Optional(
      Type.Integer({
        enum: [1, 2, 3],
        default: 3,
        description:
          'Sums of squares: I, each term after those before it; II, after all that do not contain it; III, after all others.',
      }),
    ),
    terms: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: 63,
        description:
          'The model’s terms, "a:b" for an interaction; by default the covariates and every combination of the factors.',
      }),
    ),
    post_hoc: postHocOption,
    conf_level: confLevelOption,
  }),
  sources: ['columns.R', 'effects.R', 'assumptions.R', 'plots.R', 'anova.R'],
  check(request) {
    checkDistinct(request)
    termsOf(request)
  },
  arguments(request) {
    return { ...request.options, terms: termsOf(request) }
  },
  present(answer, request) {
    const post = objectsAt(answer.result, 'post_hoc')
    const residual = objectAt(answer.result, 'residual')
    const table = tableFrom(
      `Analysis of variance, type ${typeNames[numberOption(request, 'type', 3)]}`,
      [
        { ...textColumn('Term'), key: 'term' },
        { ...numberColumn('Sum of squares'), key: 'sum_sq' },
        { ...integerColumn('df'), key: 'df' },
        { ...numberColumn('Mean square'), key: 'mean_sq' },
        { ...numberColumn('F'), key: 'f' },
        { ...pColumn(), key: 'p_value' },
        { ...numberColumn('Partial η²'), key: 'partial_eta_sq' },
        ...intervalColumnsAt('partial_eta_sq_conf_int', confLevel(request)),
      ],
      [...objectsAt(answer.result, 'terms'), { term: 'Residual', ...residual }],
    )
    const means = objectsAt(answer.extra, 'means').flatMap(entry =>
      objectsAt(entry, 'means').map(mean => {
        const [low, high] = intervalAt(mean, 'conf_int')
        return [
          textAt(entry, 'term'),
          textAt(mean, 'level'),
          numberAt(mean, 'mean'),
          numberAt(mean, 'std_error'),
          low,
          high,
        ]
      }),
    )
    return {
      tables: [
        table,
        tableOf(
          'Means as the model has them',
          [
            textColumn('Term'),
            textColumn('Level'),
            numberColumn('Mean'),
            numberColumn('SE'),
            ...intervalColumns(confLevel(request)),
          ],
          means,
        ),
        ...(post.length > 0 ? [postHocTable(post, confLevel(request))] : []),
        checksTable(answer.assumptions),
      ],
      plots: plots(answer, request),
      interpretation: interpretation(answer, request),
    }
  },
  syntax: anovaSyntax,
}

function plots(answer: RAnswer, request: AnalysisRequest): AnalysisPlot[] {
  const { extra } = answer
  const dependent = titleOf(request, columnOf(request, 'dependent'))
  const factors = columnsOf(request, 'factors')
  const boxes = boxesAt(extra, 'boxes')
  const { points, line } = qqAt(extra, 'qq')
  const residuals = numbersAt(extra, 'residuals')
  const fitted = numbersAt(extra, 'fitted').map((x, index) => ({ x, y: residuals[index] ?? null }))
  const x = listed(factors.map(factor => titleOf(request, factor)))
  return [
    ...meansPlot(answer, request),
    ...(boxes.length > 0 ? [boxPlot({ title: `${dependent} by group`, x, y: dependent }, boxes)] : []),
    qqPlot('Normal quantiles of the residuals', points, line),
    residualPlot('Residuals by fitted value', fitted),
  ]
}

// The interaction of the first two factors where it is in the model, else the first factor.
function meansPlot(answer: RAnswer, request: AnalysisRequest): AnalysisPlot[] {
  const entries = objectsAt(answer.extra, 'means')
  const found = entries.find(entry => textsAt(objectsAt(entry, 'means')[0] ?? {}, 'parts').length === 2) ?? entries[0]
  if (!found) return []
  const means = objectsAt(found, 'means').map(mean => {
    const [low, high] = intervalAt(mean, 'conf_int')
    const [level = '', group] = textsAt(mean, 'parts')
    return { x: level, y: numberAt(mean, 'mean'), low, high, ...(group !== undefined && { group }) }
  })
  const [first, second] = columnsOf(request, 'factors')
  const axes = {
    title: `Means of ${textAt(found, 'term')}, with ${percent(confLevel(request))} confidence intervals`,
    x: titleOf(request, first ?? ''),
    y: titleOf(request, columnOf(request, 'dependent')),
  }
  const grouped = means.some(mean => 'group' in mean)
  return [intervalPlot(grouped ? { ...axes, group: titleOf(request, second ?? '') } : axes, means)]
}

function interpretation(answer: RAnswer, request: AnalysisRequest): string {
  const level = confLevel(request)
  const terms = objectsAt(answer.result, 'terms')
  const residual = numberAt(objectAt(answer.result, 'residual'), 'df')
  const covariates = columnsOf(request, 'covariates')
  const held = covariates.length > 0 ? `, with ${listed(covariates.map(quoted))} held the same,` : ''
  const interaction = terms.some(
    term => textAt(term, 'term').includes(':') && isSignificant(numberAt(term, 'p_value'), 1 - level),
  )
  const some = terms.some(term => isSignificant(numberAt(term, 'p_value'), 1 - level))
  return paragraphs(
    sentences(
      `An analysis of variance (type ${typeNames[numberOption(request, 'type', 3)]} sums of squares) asked whether the mean of ${quoted(columnOf(request, 'dependent'))}${held} differs by ${listed(columnsOf(request, 'factors').map(quoted))}.`,
      rowsInWords(answer.n, answer.excluded),
    ),
    termsInWords(
      terms,
      level,
      term => numberAt(term, 'p_value'),
      () => residual,
    ),
    sentences(
      postHocInWords(objectsAt(answer.result, 'post_hoc'), textOption(request, 'post_hoc', 'tukey'), level),
      interaction
        ? 'An interaction is significant: the effect of one factor depends on the level of the other, so read the effects of its factors alone with care.'
        : '',
      some
        ? 'A significant term says that some means differ, not which.'
        : 'A term that is not significant is not evidence of equal means.',
      notCausal,
    ),
    doubtsInWords(
      answer.assumptions,
      columnsOf(request, 'factors').length === 1 && covariates.length === 0
        ? 'The Kruskal-Wallis test compares the groups by ranks and needs no normal values.'
        : '',
    ),
  )
}
