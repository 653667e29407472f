import { Type } from 'typebox'
import type { JsonObject } from '@svc/plugin'
import type { AnalysisPlot, AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { numberAt, objectsAt, textAt } from '../presenting/answers.ts'
import { qqAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { intervalPlot, qqPlot } from '../presenting/plots.ts'
import { checkDistinct, columnOf, columnsOf, confLevel, textOption, titleOf } from '../presenting/requests.ts'
import {
  anyMeasure,
  categorical,
  closed,
  confLevelOption,
  continuous,
  manyColumns,
  oneColumn,
} from '../presenting/schemas.ts'
import { integerColumn, intervalColumnsAt, numberColumn, pColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { counted, percent } from '../presenting/numbers.ts'
import { doubtsInWords, listed, paragraphs, quoted, rowsInWords, sentences } from '../presenting/words.ts'
import { repeatedMeasuresSyntax } from './repeated-measures-syntax.ts'
import { postHocInWords, postHocOption, postHocTable, termsInWords } from './variance-presentation.ts'

/** Means of several conditions of the same subjects. */
export const repeatedMeasuresAnova: StatMethod = {
  method: 'repeated_measures_anova',
  title: 'Repeated-measures analysis of variance',
  description:
    'Whether the means of a variable differ between conditions that the same subjects were measured under, with factors between subjects where there are some; Mauchly’s test and the corrections of Greenhouse and Geisser and of Huynh and Feldt. One row a subject and condition.',
  variables: closed({
    subject: oneColumn(anyMeasure, 'The variable that names the subjects.'),
    within: manyColumns(categorical, 'The factors that vary within each subject: the conditions.', 1, 3),
    dependent: oneColumn(continuous, 'The variable whose means are compared.'),
    between: Type.Optional(manyColumns(categorical, 'Factors that are the same in all rows of a subject.', 0, 3)),
  }),
  options: closed({
    post_hoc: postHocOption,
    conf_level: confLevelOption,
  }),
  sources: ['columns.R', 'effects.R', 'assumptions.R', 'plots.R', 'anova.R', 'repeated-measures.R'],
  check: checkDistinct,
  present(answer, request) {
    const post = objectsAt(answer.result, 'post_hoc')
    const shape = objectsAt(answer.result, 'sphericity')
    const { points, line } = qqAt(answer.extra, 'qq')
    return {
      tables: [
        tableFrom(
          'Repeated-measures analysis of variance, type III',
          [...termColumns, ...intervalColumnsAt('partial_eta_sq_conf_int', confLevel(request))],
          [
            ...objectsAt(answer.result, 'terms'),
            ...objectsAt(answer.result, 'residuals').map(row => ({
              ...row,
              term: `Residual (${textAt(row, 'term')})`,
            })),
          ],
        ),
        ...(shape.length > 0 ? [tableFrom('Sphericity', sphericityColumns, shape)] : []),
        tableFrom(
          'Means',
          [
            { ...textColumn('Condition'), key: 'condition' },
            ...(columnsOf(request, 'between').length > 0 ? [{ ...textColumn('Group'), key: 'group' }] : []),
            { ...integerColumn('Subjects'), key: 'n' },
            { ...numberColumn('Mean'), key: 'mean' },
            { ...numberColumn('SD'), key: 'sd' },
          ],
          objectsAt(answer.extra, 'means'),
        ),
        ...(post.length > 0 ? [postHocTable(post, confLevel(request))] : []),
        checksTable(answer.assumptions),
      ],
      plots: [meansPlot(answer, request), qqPlot('Normal quantiles of the residuals', points, line)],
      interpretation: interpretation(answer, request),
    }
  },
  syntax: repeatedMeasuresSyntax,
}

const termColumns = [
  { ...textColumn('Term'), key: 'term' },
  { ...numberColumn('Sum of squares'), key: 'sum_sq' },
  { ...integerColumn('df'), key: 'df' },
  { ...numberColumn('Mean square'), key: 'mean_sq' },
  { ...numberColumn('F'), key: 'f' },
  { ...integerColumn('df, residual'), key: 'df_residual' },
  { ...pColumn(), key: 'p_value' },
  { ...pColumn('p, Greenhouse-Geisser'), key: 'p_value_gg' },
  { ...pColumn('p, Huynh-Feldt'), key: 'p_value_hf' },
  { ...numberColumn('Partial η²'), key: 'partial_eta_sq' },
]

const sphericityColumns = [
  { ...textColumn('Term'), key: 'term' },
  { ...numberColumn('Mauchly’s W'), key: 'w' },
  { ...pColumn(), key: 'p_value' },
  { ...numberColumn('Greenhouse-Geisser ε'), key: 'gg_epsilon' },
  { ...numberColumn('Huynh-Feldt ε'), key: 'hf_epsilon' },
]

function meansPlot(answer: RAnswer, request: AnalysisRequest): AnalysisPlot {
  const between = columnsOf(request, 'between')
  const points = objectsAt(answer.extra, 'means').map(row => ({
    x: textAt(row, 'condition'),
    y: numberAt(row, 'mean'),
    low: numberAt(row, 'low'),
    high: numberAt(row, 'high'),
    group: textAt(row, 'group'),
  }))
  const axes = {
    title: `Means, with ${percent(confLevel(request))} confidence intervals`,
    x: listed(columnsOf(request, 'within').map(name => titleOf(request, name))),
    y: titleOf(request, columnOf(request, 'dependent')),
  }
  if (between.length === 0) return intervalPlot(axes, points)
  return intervalPlot({ ...axes, group: listed(between.map(name => titleOf(request, name))) }, points)
}

/** The p-value to use: corrected when sphericity fails or cannot be tested. */
function decisiveP(term: JsonObject, shape: JsonObject[]): number | null {
  const parts = textAt(term, 'term')
  const own = shape
    .filter(one => parts === textAt(one, 'term') || parts.endsWith(`:${textAt(one, 'term')}`))
    .sort((a, b) => textAt(b, 'term').length - textAt(a, 'term').length)[0]
  if (!own || numberAt(term, 'p_value_gg') === null) return numberAt(term, 'p_value')
  const p = numberAt(own, 'p_value')
  if (p !== null && p >= 0.05) return numberAt(term, 'p_value')
  const strict = p === null || (numberAt(own, 'gg_epsilon') ?? 0) < 0.75
  return numberAt(term, strict ? 'p_value_gg' : 'p_value_hf')
}

function interpretation(answer: RAnswer, request: AnalysisRequest): string {
  const level = confLevel(request)
  const shape = objectsAt(answer.result, 'sphericity')
  const between = columnsOf(request, 'between')
  const by = between.length > 0 ? ` and between the groups of ${listed(between.map(quoted))}` : ''
  const corrected = shape.some(one => (numberAt(one, 'p_value') ?? 0) < 0.05)
  return paragraphs(
    sentences(
      `A repeated-measures analysis of variance (type III sums of squares) asked whether the mean of ${quoted(columnOf(request, 'dependent'))} differs between the conditions of ${listed(columnsOf(request, 'within').map(quoted))}${by}, on ${counted(numberAt(answer.extra, 'subjects') ?? 0, 'subject')}.`,
      rowsInWords(answer.n, answer.excluded),
    ),
    sentences(
      termsInWords(
        objectsAt(answer.result, 'terms'),
        level,
        term => decisiveP(term, shape),
        term => numberAt(term, 'df_residual'),
      ),
      corrected ? 'The p-values here are corrected where sphericity does not hold or cannot be tested.' : '',
    ),
    sentences(
      postHocInWords(objectsAt(answer.result, 'post_hoc'), textOption(request, 'post_hoc', 'tukey'), level),
      'A term that is not significant is not evidence of equal means. Where the order of the conditions was not random, practice or fatigue may have made a difference.',
    ),
    doubtsInWords(
      answer.assumptions,
      columnsOf(request, 'within').length === 1 && between.length === 0
        ? 'The Friedman test compares the conditions by ranks and needs no normal values.'
        : '',
    ),
  )
}
