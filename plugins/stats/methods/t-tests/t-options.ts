import { Type } from 'typebox'
import { alternativeOption, confLevelOption, oneOf } from '../presenting/schemas.ts'

export const tSources = ['columns.R', 'effects.R', 'assumptions.R', 'plots.R', 't-tests.R']

export function tOptions(muDescription: string) {
  return {
    mu: Type.Optional(Type.Number({ default: 0, description: muDescription })),
    alternative: alternativeOption,
    conf_level: confLevelOption,
    effect_size: oneOf(
      ['cohens_d', 'hedges_g'],
      'Cohen’s d, or Hedges’ g, which is d corrected for its bias in small samples.',
    ),
  }
}
