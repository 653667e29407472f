import type { AnalysisRequest, StatMethod } from '../stat-method.ts'
import { boxesAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { boxPlot } from '../presenting/plots.ts'
import { checkDistinct, columnOf, titleOf } from '../presenting/requests.ts'
import { anyMeasure, categorical, closed, confLevelOption, oneColumn, ranked } from '../presenting/schemas.ts'
import { pythonFrame, pythonShow, rFrame, rShow, script } from '../presenting/scripts.ts'
import { notProvenEqual, quoted } from '../presenting/words.ts'
import { rankInterpretation, rankSources, ranksTable, rankTable } from './rank-presentation.ts'

const title = 'Friedman test'

/** Several conditions of the same subjects, by ranks within each. */
export const friedman: StatMethod = {
  method: 'friedman',
  title,
  description:
    'Whether several conditions differ within the same subjects, by ranks within each subject: the rank-based twin of the repeated-measures analysis of variance. One row a subject and condition.',
  variables: closed({
    subject: oneColumn(anyMeasure, 'The variable that names the subjects.'),
    within: oneColumn(categorical, 'The variable that names the conditions.'),
    dependent: oneColumn(ranked, 'The variable that is compared.'),
  }),
  options: closed({ conf_level: confLevelOption }),
  sources: [...rankSources, 'repeated-measures.R'],
  check: checkDistinct,
  present(answer, request) {
    const dependent = columnOf(request, 'dependent')
    const within = columnOf(request, 'within')
    const axes = { x: titleOf(request, within), y: titleOf(request, dependent) }
    return {
      tables: [rankTable(answer, request, 'Q'), ranksTable(answer, 'Condition'), checksTable(answer.assumptions)],
      plots: [boxPlot({ title: `${axes.y} by ${axes.x}`, ...axes }, boxesAt(answer.extra, 'boxes'))],
      interpretation: rankInterpretation(answer, request, {
        question: `A Friedman test asked whether ${quoted(dependent)} differs between the conditions of ${quoted(within)} within the same ${quoted(columnOf(request, 'subject'))}.`,
        statistic: 'Q',
        significant:
          'At least one condition tends to larger values than another, by more than chance explains well; which one, this test does not say.',
        notSignificant: `The data do not show that the conditions differ. ${notProvenEqual}`,
        caution:
          'Kendall’s W says how well the subjects agree in their order of the conditions. Where the order of the conditions was not random, practice or fatigue may have made a difference.',
        instead: '',
      }),
    }
  },
  syntax(request) {
    return { r: rScript(request), python: pythonScript(request) }
  },
}

function frameOf(request: AnalysisRequest) {
  return [
    { as: 'subject', column: columnOf(request, 'subject'), kind: 'text' as const },
    { as: 'within', column: columnOf(request, 'within'), kind: 'factor' as const },
    { as: 'y', column: columnOf(request, 'dependent'), kind: 'ranks' as const },
  ]
}

function rScript(request: AnalysisRequest): string {
  return script(
    rFrame(request, title, frameOf(request)),
    'wide <- tapply(d$y, list(d$subject, d$within), sum)',
    'wide <- wide[complete.cases(wide), ]',
    'test <- friedman.test(wide)',
    'print(test)',
    rShow(
      ['statistic', 'test$statistic'],
      ['df', 'test$parameter'],
      ['p_value', 'test$p.value'],
      ['kendalls_w', 'test$statistic / (nrow(wide) * (ncol(wide) - 1))'],
    ),
  )
}

function pythonScript(request: AnalysisRequest): string {
  return script(
    pythonFrame(request, title, frameOf(request), ['from scipy import stats']),
    'wide = d.pivot(index="subject", columns="within", values="y").dropna()',
    'test = stats.friedmanchisquare(*(wide[column] for column in wide))',
    pythonShow(
      ['statistic', 'test.statistic'],
      ['df', 'wide.shape[1] - 1'],
      ['p_value', 'test.pvalue'],
      ['kendalls_w', 'test.statistic / (len(wide) * (wide.shape[1] - 1))'],
    ),
  )
}
