import type { JsonSchema } from '@svc/plugin'
import type { Preprocess, Trainer, TrainerName } from '@svc/plugin/contracts/ml/learning'

const usual: Preprocess = { impute: 'median', scale: 'none', encode: 'one_hot', max_categories: 50, dates: 'parts' }
const positive = (fallback: number, maximum: number, description: string): JsonSchema => ({
  type: 'integer',
  minimum: 1,
  maximum,
  default: fallback,
  description,
})
const amount = (fallback: number, maximum: number, description: string): JsonSchema => ({
  type: 'number',
  minimum: 0,
  maximum,
  default: fallback,
  description,
})
const depth: JsonSchema = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 1000,
  default: null,
  description: 'The most splits one below the other; null: as many as it takes.',
}
const paramsOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties,
})

/** The trainers that there are. Names and meanings of parameters are those of scikit-learn. */
export const trainers: readonly Trainer[] = [
  {
    trainer: 'linear_regression',
    title: 'Linear regression',
    tasks: ['regression'],
    params: paramsOf({
      alpha: amount(0, 1e9, 'Weight of the penalty; 0: none.'),
      l1_ratio: {
        ...amount(0, 1, 'Share of the penalty on sizes rather than squares: 0 is Ridge, above it is ElasticNet.'),
      },
    }),
    preprocess: usual,
  },
  {
    trainer: 'logistic_regression',
    title: 'Logistic regression',
    tasks: ['classification'],
    params: paramsOf({
      c: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 1e9,
        default: 1,
        description: 'Inverse of the penalty’s weight.',
      },
      max_iter: positive(200, 10_000, 'The most iterations of L-BFGS.'),
    }),
    preprocess: { ...usual, scale: 'standard' },
  },
  {
    trainer: 'gradient_boosting',
    title: 'Gradient boosting',
    tasks: ['classification', 'regression'],
    params: paramsOf({
      max_iter: positive(100, 10_000, 'Rounds: trees, for each class where there are more than two.'),
      learning_rate: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 10,
        default: 0.1,
        description: 'How much of each tree counts.',
      },
      max_leaf_nodes: {
        type: 'integer',
        minimum: 2,
        maximum: 4096,
        default: 31,
        description: 'The most leaves of a tree.',
      },
      max_depth: depth,
      min_samples_leaf: positive(20, 1_000_000, 'The fewest rows of a leaf.'),
      l2_regularization: amount(0, 1e9, 'Draws the values of leaves to zero.'),
      max_bins: { type: 'integer', minimum: 2, maximum: 255, default: 255, description: 'Bins of a feature’s values.' },
      early_stopping: {
        type: 'boolean',
        default: false,
        description: 'Stops when a part of the training rows is predicted no better.',
      },
      validation_fraction: {
        type: 'number',
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        default: 0.1,
        description: 'That part, with early_stopping.',
      },
      n_iter_no_change: positive(10, 10_000, 'Rounds without progress, with early_stopping.'),
    }),
    preprocess: { ...usual, impute: 'none', encode: 'ordinal' },
  },
  {
    trainer: 'random_forest',
    title: 'Random forest',
    tasks: ['classification', 'regression'],
    params: paramsOf({
      n_estimators: positive(100, 10_000, 'Trees.'),
      max_depth: depth,
      min_samples_leaf: positive(1, 1_000_000, 'The fewest rows of a leaf.'),
      max_features: {
        anyOf: [{ enum: ['sqrt', 'third'] }, { type: 'number', exclusiveMinimum: 0, maximum: 2000 }],
        default: 'sqrt',
        description: 'Features that each split looks at: a whole number, or a share below 1.',
      },
      bootstrap: {
        type: 'boolean',
        default: true,
        description: 'Each tree has a sample of the rows, drawn with replacement.',
      },
      oob_score: { type: 'boolean', default: false, description: 'Also judge by the rows that each tree did not see.' },
    }),
    preprocess: { ...usual, encode: 'ordinal' },
  },
  {
    trainer: 'knn',
    title: 'Nearest neighbours',
    tasks: ['classification', 'regression'],
    params: paramsOf({
      n_neighbors: positive(5, 10_000, 'Neighbours that are asked.'),
      weights: {
        enum: ['uniform', 'distance'],
        default: 'uniform',
        description: 'Whether nearer ones count for more.',
      },
      metric: { enum: ['euclidean', 'manhattan'], default: 'euclidean', description: 'How distance is measured.' },
    }),
    preprocess: { ...usual, scale: 'standard' },
  },
]

export const trainerNames: readonly TrainerName[] = trainers.map(({ trainer }) => trainer)
