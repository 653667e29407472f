import { Type } from 'typebox'
import { label, modeField, warnings } from './training-schemas.ts'

const closed = { additionalProperties: false }
const cell = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()])
const id = Type.String({ minLength: 1, maxLength: 200 })
const which = {
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Default: that of the alias `champion`, else the highest.' }),
  ),
  alias: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
}

export const modelParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) }, closed)
export const versionParams = Type.Object({ ...modelParams.properties, version: Type.Integer({ minimum: 1 }) }, closed)

export const predictBody = Type.Object(
  {
    rows: Type.Optional(Type.Array(Type.Record(Type.String(), cell), { minItems: 1, maxItems: 10_000 })),
    dataset_id: Type.Optional(id),
    dataset_version: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the latest.' })),
    ...which,
    probabilities: Type.Optional(Type.Boolean({ default: true })),
    dataset_name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'With `mode: "job"`: of the new dataset.' }),
    ),
    mode: modeField,
  },
  closed,
)
export const predicted = Type.Object(
  {
    model: Type.Object(
      { name: Type.String(), version: Type.Integer(), sha256: Type.String() },
      { title: 'PredictingModel' },
    ),
    predictions: Type.Array(Type.Union([...label.anyOf, Type.Null()])),
    probabilities: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()])))),
    warnings,
    elapsed_ms: Type.Number(),
  },
  { title: 'Predictions' },
)
export const startedJob = Type.Object({ job_id: Type.String() }, { title: 'StartedMlJob' })

export const driftBody = Type.Object(
  {
    dataset_id: id,
    dataset_version: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the latest.' })),
    ...which,
    threshold: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 10, default: 0.2, description: 'Of the PSI.' }),
    ),
    mode: modeField,
  },
  closed,
)
const versioned = Type.Object({ dataset_id: Type.String(), version: Type.Integer() }, { title: 'DriftDataset' })
export const driftReport = Type.Object(
  {
    model: Type.Object({ name: Type.String(), version: Type.Integer() }, { title: 'DriftModel' }),
    baseline: versioned,
    dataset: versioned,
    features: Type.Array(
      Type.Object(
        {
          feature: Type.String(),
          kind: Type.String(),
          psi: Type.Number(),
          statistic: Type.Number(),
          test: Type.Enum(['ks', 'chi_square']),
          p_value: Type.Number(),
          drifted: Type.Boolean(),
        },
        { title: 'FeatureDrift' },
      ),
    ),
    prediction: Type.Object({ psi: Type.Number(), drifted: Type.Boolean() }, { title: 'PredictionDrift' }),
    performance: Type.Union(
      [
        Type.Record(
          Type.String(),
          Type.Object({ baseline: Type.Number(), now: Type.Number() }, { title: 'MetricThenAndNow' }),
        ),
        Type.Null(),
      ],
      { description: 'Where the dataset has the target: held-out rows of the training, and now.' },
    ),
    drifted: Type.Boolean(),
    warnings,
  },
  { title: 'DriftReport' },
)
