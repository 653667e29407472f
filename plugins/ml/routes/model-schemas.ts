import { Type } from 'typebox'
import { limits } from '../tracking/limits.ts'
import { closed, orNull, pageFields } from './schemas.ts'

const key = Type.String({ minLength: 1, maxLength: limits.modelName, description: 'Its name, or its id (`rm_…`).' })
const number = Type.Integer({ minimum: 1 })
export const modelParams = Type.Object({ name: key }, closed)
export const versionParams = Type.Object({ name: key, version: number }, closed)
export const aliasParams = Type.Object({ name: key, alias: Type.String({ minLength: 1, maxLength: 255 }) }, closed)
export const listQuery = Type.Object(pageFields, closed)
export const confirmQuery = Type.Object(
  { confirm: Type.Optional(Type.String({ description: 'The name of the model, when it has an alias.' })) },
  closed,
)

const labels = Type.Record(Type.String(), Type.String({ maxLength: limits.registryText }))
const stage = Type.Enum(['None', 'Staging', 'Production', 'Archived'])
const description = Type.String({ maxLength: limits.registryText })

export const model = Type.Object(
  {
    model_id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    tags: Type.Record(Type.String(), Type.String()),
    aliases: Type.Record(Type.String(), Type.Integer(), { description: 'The version behind each.' }),
    latest_version: orNull(Type.Integer()),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { title: 'RegisteredModel' },
)

export const modelVersion = Type.Object(
  {
    model_id: Type.String(),
    name: Type.String(),
    version: Type.Integer(),
    run_id: orNull(Type.String()),
    source: Type.String({ description: 'Where its files came from.' }),
    sha256: Type.String({ description: 'Of its only file, or of the list of the names and hashes of its files.' }),
    inputs: Type.Unknown({ description: 'What it takes, as its trainer said.' }),
    outputs: Type.Unknown({ description: 'What it gives.' }),
    dataset: orNull(
      Type.Object(
        { dataset_id: Type.String(), name: Type.String(), version: Type.Integer(), sha256: Type.String() },
        { title: 'RunDataset' },
      ),
    ),
    stage,
    aliases: Type.Array(Type.String()),
    state: Type.Enum(['pending', 'ready', 'failed']),
    description: Type.String(),
    tags: Type.Record(Type.String(), Type.String()),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { title: 'RegisteredModelVersion' },
)

export const modelBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: limits.modelName }),
    description: Type.Optional(description),
    tags: Type.Optional(labels),
  },
  closed,
)
export const modelChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: limits.modelName })),
    description: Type.Optional(description),
    tags: Type.Optional(labels),
  },
  { ...closed, minProperties: 1 },
)
export const versionBody = Type.Object(
  {
    run_id: Type.String({ minLength: 1, maxLength: 100 }),
    path: Type.Optional(
      Type.String({
        maxLength: 1024,
        default: 'model',
        description: 'A file or a folder among the artifacts of the run.',
      }),
    ),
    description: Type.Optional(description),
    tags: Type.Optional(labels),
  },
  closed,
)
export const versionForm = Type.Object({
  file: Type.String({ format: 'binary', description: 'The ONNX file.' }),
  description: Type.Optional(description),
  tags: Type.Optional(Type.String({ description: 'An object of texts, as JSON.' })),
})
export const versionChange = Type.Object(
  { description: Type.Optional(description), stage: Type.Optional(stage), tags: Type.Optional(labels) },
  { ...closed, minProperties: 1 },
)
export const aliasChangesQuery = Type.Object(
  {
    ...pageFields,
    alias: Type.Optional(Type.String({ maxLength: limits.alias, description: 'Of this alias alone.' })),
  },
  closed,
)
export const aliasChange = Type.Object(
  {
    alias: Type.String(),
    version: orNull(Type.Integer({ description: 'Null: the alias was taken away.' })),
    previous_version: orNull(Type.Integer({ description: 'Null: the alias was new.' })),
    changed_by: Type.Object({ user_id: Type.String(), username: Type.String() }),
    changed_at: Type.String(),
  },
  { title: 'ModelAliasChange' },
)

export const aliasBody = Type.Object({ version: number }, closed)

const at = '2026-01-31T12:00:00.000Z'
export const exampleModel = {
  model_id: 'rm_01kq3v8d2m5w7x9y1z3a5b7c9d',
  name: 'house-prices',
  description: 'What a house sells for',
  tags: { team: 'pricing' },
  aliases: { champion: 3 },
  latest_version: 3,
  created_at: at,
  updated_at: at,
} as const
export const exampleAliasChange = {
  alias: 'champion',
  version: 3,
  previous_version: 2,
  changed_by: { user_id: 'usr_01kq3v8d2m5w7x9y1z3a5b7c9d', username: 'ada' },
  changed_at: at,
} as const
export const exampleVersion = {
  model_id: exampleModel.model_id,
  name: exampleModel.name,
  version: 3,
  run_id: 'mlr_01kq3v8d2m5w7x9y1z3a5b7c9d',
  source: 'runs:/mlr_01kq3v8d2m5w7x9y1z3a5b7c9d/model',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  inputs: [],
  outputs: [],
  dataset: null,
  stage: 'None',
  aliases: ['champion'],
  state: 'ready',
  description: '',
  tags: {},
  created_at: at,
  updated_at: at,
} as const
