import type { AnalysisRequest, StatMethod } from '../stat-method.ts'
import { numberAt, objectsAt, textAt } from '../presenting/answers.ts'
import { boxesAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { pInWords } from '../presenting/numbers.ts'
import { boxPlot } from '../presenting/plots.ts'
import { checkDistinct, columnOf, columnsOf, textOption, titleOf } from '../presenting/requests.ts'
import { categorical, closed, continuous, manyColumns, oneColumn, oneOf } from '../presenting/schemas.ts'
import { pythonFrame, pythonShow, rFrame, rShow, script } from '../presenting/scripts.ts'
import { integerColumn, numberColumn, pColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { doubtsInWords, listed, paragraphs, quoted, rowsInWords, sentences } from '../presenting/words.ts'

const title = 'Homogeneity of variances'

/** Whether groups are spread alike. */
export const homogeneity: StatMethod = {
  method: 'homogeneity',
  title,
  description:
    'Whether the variances of groups are equal, by the tests of Levene (Brown and Forsythe’s about the medians by default), Bartlett and Fligner and Killeen.',
  variables: closed({
    variables: manyColumns(continuous, 'The variables whose variances are compared.', 1, 50),
    group: oneColumn(categorical, 'The variable that defines the groups.'),
  }),
  options: closed({ centre: oneOf(['median', 'mean'], 'What Levene’s test takes deviations from.') }),
  sources: ['columns.R', 'assumptions.R', 'plots.R', 'distribution-tests.R'],
  check: checkDistinct,
  present(answer, request) {
    const rows = objectsAt(answer.result, 'rows')
    const group = columnOf(request, 'group')
    const levene = rows.filter(row => textAt(row, 'test') === 'levene')
    const differing = levene.filter(row => (numberAt(row, 'p_value') ?? 1) < 0.05)
    return {
      tables: [
        tableFrom(
          'Homogeneity of variances',
          [
            { ...textColumn('Variable'), key: 'variable' },
            { ...textColumn('Test'), key: 'test' },
            { ...numberColumn('Statistic'), key: 'statistic' },
            { ...integerColumn('df'), key: 'df' },
            { ...integerColumn('df, residual'), key: 'df_residual' },
            { ...pColumn(), key: 'p_value' },
          ],
          rows,
        ),
        tableFrom(
          'Spread',
          [
            { ...textColumn('Variable'), key: 'variable' },
            { ...textColumn('Group'), key: 'group' },
            { ...integerColumn('N'), key: 'n' },
            { ...numberColumn('SD'), key: 'sd' },
          ],
          objectsAt(answer.extra, 'spreads'),
        ),
        checksTable(answer.assumptions),
      ],
      plots: objectsAt(answer.extra, 'boxes').map(entry => {
        const name = titleOf(request, textAt(entry, 'variable'))
        return boxPlot({ title: name, x: titleOf(request, group), y: name }, boxesAt(entry, 'boxes'))
      }),
      interpretation: paragraphs(
        sentences(
          `This asked whether the variance of ${listed(columnsOf(request, 'variables').slice(0, 10).map(quoted))} is the same in all groups of ${quoted(group)}.`,
          rowsInWords(answer.n, answer.excluded),
        ),
        differing.length === 0
          ? 'By Levene’s test the variances do not differ significantly at 5%. That does not show that they are equal.'
          : `By Levene’s test the variances differ significantly at 5%: ${listed(
              differing.map(row => `${quoted(textAt(row, 'variable'))} (${pInWords(numberAt(row, 'p_value'))})`),
            )}. Tests that take equal variances for granted are then not to be relied on; Welch’s t test and rank tests do not.`,
        doubtsInWords(answer.assumptions, ''),
      ),
    }
  },
  syntax(request) {
    return { r: rScript(request), python: pythonScript(request) }
  },
}

function framesOf(request: AnalysisRequest) {
  const group = columnOf(request, 'group')
  return columnsOf(request, 'variables').map(column => [
    { as: 'x', column, kind: 'number' as const },
    { as: 'group', column: group, kind: 'factor' as const },
  ])
}

function rScript(request: AnalysisRequest): string {
  const centre = textOption(request, 'centre', 'median')
  return script(
    ...framesOf(request).flatMap(frame => [
      rFrame(request, title, frame),
      `levene <- anova(lm(abs(d$x - ave(d$x, d$group, FUN = ${centre})) ~ d$group))`,
      rShow(
        ['levene', 'levene[1, "F value"]'],
        ['levene_p', 'levene[1, "Pr(>F)"]'],
        ['bartlett', 'unlist(bartlett.test(x ~ group, data = d)[c("statistic", "p.value")])'],
        ['fligner', 'unlist(fligner.test(x ~ group, data = d)[c("statistic", "p.value")])'],
      ),
    ]),
  )
}

function pythonScript(request: AnalysisRequest): string {
  const centre = textOption(request, 'centre', 'median')
  return script(
    ...framesOf(request).flatMap(frame => [
      pythonFrame(request, title, frame, ['from scipy import stats']),
      'groups = [values for _, values in d.groupby("group")["x"]]',
      pythonShow(
        ['levene', `*stats.levene(*groups, center="${centre}")`],
        ['bartlett', '*stats.bartlett(*groups)'],
        ['fligner', '*stats.fligner(*groups)'],
      ),
    ]),
  )
}
