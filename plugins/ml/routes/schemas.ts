import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { limits } from '../tracking/limits.ts'
import { runStatuses } from '../tracking/records.ts'

export const closed = { additionalProperties: false }
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const id = Type.String({ minLength: 1, maxLength: 100 })
export const experimentParams = Type.Object({ experiment_id: id }, closed)
export const runParams = Type.Object({ run_id: id }, closed)
export const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 8192 })),
}

export function pageOfItems<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item), next_cursor: orNull(Type.String()) })
}

export const metricValue = Type.Union([Type.Number(), Type.Enum(['NaN', 'Infinity', '-Infinity'])], {
  description: 'JSON has no number for NaN and the infinities: they are text.',
})
const labels = (characters: number) => Type.Record(Type.String(), Type.String({ maxLength: characters }))
const state = Type.Enum(['active', 'deleted'])
export const stateQuery = Type.Enum(['active', 'deleted'], { default: 'active' })

export const experiment = Type.Object(
  {
    experiment_id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    tags: Type.Record(Type.String(), Type.String()),
    state,
    runs: Type.Integer({ description: 'How many it has, deleted ones apart.' }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { title: 'Experiment' },
)

export const experimentBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: limits.experimentName }),
    description: Type.Optional(Type.String({ maxLength: limits.experimentTag })),
    tags: Type.Optional(labels(limits.experimentTag)),
  },
  closed,
)
export const experimentChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: limits.experimentName })),
    description: Type.Optional(Type.String({ maxLength: limits.experimentTag })),
    tags: Type.Optional(labels(limits.experimentTag)),
  },
  { ...closed, minProperties: 1 },
)

const runFields = {
  run_id: Type.String(),
  experiment_id: Type.String(),
  name: Type.String(),
  status: Type.Enum([...runStatuses]),
  failure: orNull(Type.String({ description: 'Why it failed or was killed.' })),
  params: Type.Record(Type.String(), Type.String()),
  metrics: Type.Record(Type.String(), metricValue, {
    description: 'The last value of each: of the highest step, then time, then value.',
  }),
  tags: Type.Record(Type.String(), Type.String()),
  dataset: orNull(
    Type.Object(
      { dataset_id: Type.String(), name: Type.String(), version: Type.Integer(), sha256: Type.String() },
      { title: 'RunDataset' },
    ),
  ),
  job_id: orNull(Type.String()),
  session_id: orNull(Type.String()),
  parent_run_id: orNull(Type.String()),
  artifact_count: Type.Integer(),
  state,
  created_at: Type.String(),
  started_at: orNull(Type.String()),
  finished_at: orNull(Type.String()),
}
export const run = Type.Object(runFields, { title: 'MlRun' })
export const wholeRun = Type.Object(
  {
    ...runFields,
    result: orNull(
      Type.Record(Type.String(), Type.Unknown(), { description: 'What a trainer wrote of the run; else null.' }),
    ),
  },
  { title: 'WholeMlRun' },
)

const time = Type.String({ format: 'date-time', maxLength: 40 })

export const runBody = Type.Object(
  {
    experiment_id: Type.Optional(id),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: limits.runName })),
    params: Type.Optional(labels(limits.param)),
    tags: Type.Optional(labels(limits.tag)),
    dataset: Type.Optional(
      Type.Object(
        { dataset_id: id, version: Type.Optional(Type.Integer({ minimum: 1 })) },
        { ...closed, title: 'RunDatasetReference' },
      ),
    ),
    job_id: Type.Optional(id),
    session_id: Type.Optional(id),
    parent_run_id: Type.Optional(id),
    status: Type.Optional(
      Type.Enum([...runStatuses], { description: 'Default: running, or finished where `finished_at` is given.' }),
    ),
    started_at: Type.Optional(time),
    finished_at: Type.Optional(time),
  },
  closed,
)
export const runChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: limits.runName })),
    status: Type.Optional(Type.Enum([...runStatuses])),
    finished_at: Type.Optional(time),
    tags: Type.Optional(labels(limits.tag)),
  },
  { ...closed, minProperties: 1 },
)

export const logBody = Type.Object(
  {
    metrics: Type.Optional(
      Type.Array(
        Type.Object(
          {
            key: Type.String({ minLength: 1, maxLength: limits.key }),
            value: metricValue,
            step: Type.Optional(Type.Integer({ default: 0 })),
            timestamp: Type.Optional(Type.Integer({ description: 'Milliseconds since 1970; default: now.' })),
          },
          { ...closed, title: 'LoggedMetric' },
        ),
      ),
    ),
    params: Type.Optional(labels(limits.param)),
    tags: Type.Optional(labels(limits.tag)),
  },
  { ...closed, minProperties: 1 },
)
export const logCounts = Type.Object(
  { metrics: Type.Integer(), params: Type.Integer(), tags: Type.Integer() },
  { title: 'LoggedCounts' },
)

export const history = Type.Object(
  {
    key: Type.String(),
    points: Type.Array(
      Type.Object(
        { step: Type.Integer(), timestamp: Type.Integer(), value: metricValue },
        { title: 'MetricHistoryPoint' },
      ),
    ),
    total: Type.Integer({ description: 'Points from `from_step` on.' }),
    sampled: Type.Boolean({ description: 'Whether points were left out.' }),
  },
  { title: 'MetricHistory' },
)

export const artifactEntry = Type.Object(
  {
    path: Type.String(),
    size: orNull(Type.Integer()),
    sha256: orNull(Type.String()),
    is_dir: Type.Boolean(),
  },
  { title: 'MlArtifact' },
)

export const comparison = Type.Object(
  {
    runs: Type.Array(run),
    params: Type.Array(
      Type.Object(
        { key: Type.String(), values: Type.Array(orNull(Type.String())), differs: Type.Boolean() },
        { title: 'ComparedParam' },
      ),
      { description: 'What differs comes first.' },
    ),
    metrics: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          values: Type.Array(orNull(metricValue)),
          best: orNull(
            Type.String({
              description:
                'The run with the best value; of losses and errors the least. Null: one run alone has it, or its name does not say which is better.',
            }),
          ),
        },
        { title: 'ComparedMetric' },
      ),
    ),
    dataset_same: Type.Boolean({ description: 'Whether all of them used the same version of a dataset.' }),
  },
  { title: 'RunComparison' },
)
