import type { JsonObject } from '@svc/plugin'
import { numberAt, objectAt, textAt } from './answers.ts'
import { intervalAt, intervalInWords, shortNumber } from './numbers.ts'
import { effectLimits, sizeInWords } from './words.ts'

export interface Effect {
  name: string
  title: string
  value: number | null
  interval: [number | null, number | null]
}

const titles: Record<string, string> = {
  cohens_d: 'Cohen’s d',
  hedges_g: 'Hedges’ g',
  rank_biserial: 'rank-biserial correlation',
  matched_rank_biserial: 'matched-pairs rank-biserial correlation',
  epsilon_squared: 'epsilon squared',
  kendalls_w: 'Kendall’s W',
  cramers_v: 'Cramér’s V',
  cohens_w: 'Cohen’s w',
  cohens_g: 'Cohen’s g',
  cohens_h: 'Cohen’s h',
  odds_ratio: 'odds ratio',
}

const limits: Record<string, readonly [number, number, number]> = {
  cohens_d: effectLimits.d,
  hedges_g: effectLimits.d,
  cohens_h: effectLimits.d,
  cohens_g: effectLimits.g,
  epsilon_squared: effectLimits.etaSquared,
}

/** `effect_size` of a result. */
export function effectOf(result: JsonObject): Effect {
  const effect = objectAt(result, 'effect_size')
  const name = textAt(effect, 'name')
  return {
    name,
    title: titles[name] ?? name,
    value: numberAt(effect, 'value'),
    interval: intervalAt(effect, 'conf_int'),
  }
}

/** `Cohen’s d is 0.49 (95% confidence interval -0.02 to 1.01), a small effect by the usual rule of thumb.` */
export function effectInWords(effect: Effect, level: number): string {
  const value = `${capitalised(effect.title)} is ${shortNumber(effect.value)} (${intervalInWords(effect.interval, level)})`
  return `${value}, a ${sizeOf(effect)} effect by the usual rule of thumb.`
}

function sizeOf({ name, value }: Effect): string {
  // An odds ratio as d of a logistic distribution (Chinn 2000).
  if (name === 'odds_ratio' && value !== null) {
    return sizeInWords(value === 0 ? Infinity : (Math.log(value) * Math.sqrt(3)) / Math.PI, effectLimits.d)
  }
  return sizeInWords(value, limits[name] ?? effectLimits.r)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
