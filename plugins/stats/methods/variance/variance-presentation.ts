import { Type } from 'typebox'
import type { JsonObject } from '@svc/plugin'
import type { AnalysisTable } from '../stat-method.ts'
import { numberAt, textAt } from '../presenting/answers.ts'
import { intervalAt, intervalInWords, pInWords, shortNumber } from '../presenting/numbers.ts'
import { integerColumn, intervalColumnsAt, numberColumn, pColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { effectLimits, isSignificant, listed, quoted, sizeInWords } from '../presenting/words.ts'

export function postHocTable(rows: JsonObject[], level: number): AnalysisTable {
  return tableFrom(
    'Post-hoc comparisons',
    [
      { ...textColumn('Term'), key: 'term' },
      { ...textColumn('Contrast'), key: 'contrast' },
      { ...numberColumn('Difference'), key: 'estimate' },
      { ...numberColumn('SE'), key: 'std_error' },
      { ...numberColumn('t'), key: 'statistic' },
      { ...integerColumn('df'), key: 'df' },
      ...intervalColumnsAt('conf_int', level),
      { ...pColumn('p, adjusted'), key: 'p_adjusted' },
    ],
    rows,
  )
}

/** A sentence for each term of the table. */
export function termsInWords(
  terms: JsonObject[],
  level: number,
  pOf: (term: JsonObject) => number | null,
  errorOf: (term: JsonObject) => number | null,
): string {
  return terms
    .map(term => {
      const p = pOf(term)
      const eta = numberAt(term, 'partial_eta_sq')
      const test = `F(${shortNumber(numberAt(term, 'df'))}, ${shortNumber(errorOf(term))}) = ${shortNumber(numberAt(term, 'f'))}, ${pInWords(p)}`
      const size = `partial eta squared ${shortNumber(eta)} (${intervalInWords(intervalAt(term, 'partial_eta_sq_conf_int'), level)}), a ${sizeInWords(eta, effectLimits.etaSquared)} effect by the usual rule of thumb`
      const verdict = isSignificant(p, 1 - level) ? 'is significant' : 'is not significant'
      return `${quoted(textAt(term, 'term'))} ${verdict}: ${test}; ${size}.`
    })
    .join(' ')
}

export const postHocOption = Type.Optional(
  Type.String({
    enum: ['none', 'tukey', 'bonferroni', 'holm'],
    description:
      'Compare each pair of means, adjusted for their number within each term. By default tukey, for each factor of three or more levels; where it is given, for every term.',
  }),
)

const adjustments: Record<string, string> = { tukey: 'Tukey', bonferroni: 'Bonferroni', holm: 'Holm' }

export function postHocInWords(rows: JsonObject[], adjust: string, level: number): string {
  if (rows.length === 0) return ''
  const different = rows.filter(row => isSignificant(numberAt(row, 'p_adjusted'), 1 - level))
  const how = `adjusted by ${adjustments[adjust] ?? adjust} within each term`
  if (different.length === 0) return `No pair of means differs significantly (${how}).`
  const shown = different
    .slice(0, 8)
    .map(
      row =>
        `${quoted(textAt(row, 'contrast'))} by ${shortNumber(numberAt(row, 'estimate'))} (${pInWords(numberAt(row, 'p_adjusted'))})`,
    )
  const more = different.length > shown.length ? `, and ${different.length - shown.length} more` : ''
  return `Pairs of means that differ significantly (${how}): ${listed(shown)}${more}.`
}
