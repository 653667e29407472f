import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { trainerNames } from '../training/trainers.ts'

const closed = { additionalProperties: false }
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const column = Type.String({ minLength: 1, maxLength: 500 })
const id = Type.String({ minLength: 1, maxLength: 200 })
const numbers = (description: string) => Type.Record(Type.String(), Type.Number(), { description })

export const modeField = Type.Optional(
  Type.Enum(['wait', 'job'], {
    description: '`job`: answers at once; else the answer waits for the end, 60 s at most.',
  }),
)
export const preprocess = {
  impute: Type.Enum(['median', 'mean', 'most_frequent', 'indicator', 'none'], {
    description:
      'What stands for a missing number. `indicator`: the median, and a feature that says so. `none` is for gradient_boosting.',
  }),
  scale: Type.Enum(['standard', 'robust', 'none'], { description: 'Trees ignore it.' }),
  encode: Type.Enum(['one_hot', 'ordinal', 'target'], { description: 'How categories become numbers.' }),
  max_categories: Type.Integer({ minimum: 2, maximum: 1000, description: 'Rarer ones than these are taken as one.' }),
  dates: Type.Enum(['parts', 'drop'], { description: '`parts`: days since 1970, month, day, weekday, hour.' }),
}
const optional = <T extends Record<string, TSchema>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [Name in keyof T]: ReturnType<typeof Type.Optional<T[Name]>>
  }

export const trainBody = Type.Object(
  {
    dataset_id: Type.String({ minLength: 1, maxLength: 200, description: 'Its id, or the name of its table.' }),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the latest.' })),
    filter: Type.Optional(Type.String({ minLength: 1, maxLength: 6000, description: 'A condition in SQL.' })),
    task: Type.Enum(['classification', 'regression']),
    target: column,
    features: Type.Optional(
      Type.Array(column, {
        minItems: 1,
        maxItems: 2000,
        uniqueItems: true,
        description: 'Default: all other columns, but for ids and free text.',
      }),
    ),
    weights: Type.Optional(column),
    trainer: Type.Enum([...trainerNames]),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'As GET /api/ml/trainers lists them; names of scikit-learn.',
      }),
    ),
    preprocess: Type.Optional(Type.Object(optional(preprocess), { ...closed, title: 'PreprocessOptions' })),
    validation: Type.Optional(
      Type.Object(
        {
          scheme: Type.Optional(Type.Enum(['k_fold', 'stratified_k_fold', 'group_k_fold', 'time_series', 'holdout'])),
          folds: Type.Optional(Type.Integer({ minimum: 2, maximum: 100, default: 5 })),
          repeats: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 1 })),
          shuffle: Type.Optional(Type.Boolean({ default: true })),
          group: Type.Optional(column),
          order: Type.Optional(column),
          test_size: Type.Optional(Type.Number({ minimum: 0.01, maximum: 0.99, default: 0.2 })),
          fold_column: Type.Optional(column),
        },
        { ...closed, title: 'ValidationScheme' },
      ),
    ),
    calibrate: Type.Optional(Type.Enum(['none', 'sigmoid', 'isotonic'], { default: 'none' })),
    importance: Type.Optional(
      Type.Object(
        { repeats: Type.Integer({ minimum: 0, maximum: 50, default: 5, description: '0: none.' }) },
        { ...closed, title: 'ImportanceOptions' },
      ),
    ),
    threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 0.5 })),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: 0 })),
    threads: Type.Optional(Type.Integer({ minimum: 1, maximum: 64, default: 1 })),
    experiment_id: Type.Optional(id),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 250 })),
    register_as: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[^/:]*$',
        description: 'A registered model that gets a new version; it is made where there is none.',
      }),
    ),
    session_id: Type.Optional(id),
    mode: modeField,
  },
  closed,
)

export const startedTraining = Type.Object(
  { run_id: Type.String(), job_id: Type.String() },
  { title: 'StartedTraining' },
)

export const warnings = Type.Array(
  Type.Object(
    { code: Type.String(), message: Type.String(), columns: Type.Optional(Type.Array(Type.String())) },
    { title: 'MlWarning' },
  ),
)
export const label = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

export const trainingResult = Type.Object(
  {
    task: Type.Enum(['classification', 'regression']),
    classes: Type.Optional(Type.Array(label)),
    features: Type.Array(Type.Object({ name: Type.String(), kind: Type.String() }, { title: 'TrainedFeature' })),
    rows: Type.Integer(),
    excluded: Type.Integer({ description: 'Rows without a target.' }),
    validation: Type.Object(
      {
        scheme: Type.String(),
        folds: Type.Array(
          Type.Object(
            {
              fold: Type.Integer(),
              n_train: Type.Integer(),
              n_test: Type.Integer(),
              metrics: numbers('Of its held-out rows.'),
            },
            { title: 'TrainedFold' },
          ),
        ),
        metrics: Type.Record(
          Type.String(),
          Type.Object({ mean: Type.Number(), sd: Type.Number(), pooled: Type.Number() }, { title: 'MetricSpread' }),
        ),
      },
      { title: 'ValidationResult' },
    ),
    baseline: numbers('What the majority, or the mean, would score.'),
    training: numbers('Of the rows that the model was fitted on.'),
    importance: Type.Array(
      Type.Object({ feature: Type.String(), mean: Type.Number(), sd: Type.Number() }, { title: 'FeatureImportance' }),
      { description: 'By how much roc_auc, or r2, falls when the held-out values of a feature are shuffled.' },
    ),
    calibration: orNull(
      Type.Object(
        {
          brier: Type.Number(),
          ece: Type.Number(),
          bins: Type.Array(
            Type.Object(
              { predicted: Type.Number(), observed: Type.Number(), n: Type.Integer() },
              { title: 'ReliabilityBin' },
            ),
          ),
          brier_before: Type.Optional(Type.Number()),
        },
        { title: 'CalibrationResult' },
      ),
    ),
    confusion: Type.Optional(Type.Array(Type.Array(Type.Integer()))),
    coefficients: Type.Optional(
      Type.Array(
        Type.Object(
          { term: Type.String(), estimate: Type.Number(), class: Type.Optional(label) },
          { title: 'Coefficient' },
        ),
      ),
    ),
    iterations: Type.Integer(),
    model: Type.Object(
      {
        path: Type.String(),
        sha256: Type.String(),
        bytes: Type.Integer(),
        onnx: Type.Boolean({ description: 'Whether it can be exported.' }),
      },
      { title: 'TrainedModelFile' },
    ),
    warnings,
    duration_ms: Type.Integer(),
    cpu_ms: Type.Integer(),
    engine: Type.Object({ name: Type.String(), version: Type.String() }, { title: 'MlEngine' }),
  },
  { title: 'TrainingResult' },
)

export const trainerList = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        trainer: Type.String(),
        title: Type.String(),
        tasks: Type.Array(Type.String()),
        params: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema.' }),
        preprocess: Type.Object(preprocess, { title: 'Preprocess' }),
      },
      { title: 'Trainer' },
    ),
  ),
})

export const predictionPage = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        row: Type.Integer({ description: 'Of the dataset, from 1.' }),
        fold: Type.Integer(),
        y: label,
        prediction: label,
        probabilities: Type.Optional(Type.Record(Type.String(), Type.Number())),
      },
      { title: 'HeldOutPrediction' },
    ),
  ),
  next_cursor: orNull(Type.String()),
})
export const predictionQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
)
