import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { formats, importLimits } from '../imports/import-settings.ts'

export const closed = { additionalProperties: false }

const id = Type.String({ minLength: 1, maxLength: 100 })
export const datasetParams = Type.Object({ dataset_id: id }, closed)
export const queryParams = Type.Object({ query_id: id }, closed)
export const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 8192 })),
}
export const versionNumber = Type.Integer({ minimum: 1, maximum: 999_999_999 })

export function pageOfItems(item: TSchema) {
  return Type.Object({ items: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })
}

export const column = Type.Object({ name: Type.String(), type: Type.String() }, { title: 'Column' })
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const anything = Type.Unknown()

const number = Type.Number()
export const columnProfile = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    missing: Type.Integer(),
    distinct: Type.Integer(),
    distinct_is_exact: Type.Boolean({ description: 'False above a million rows: `distinct` is an estimate.' }),
    min: anything,
    max: anything,
    mean: orNull(number),
    sd: orNull(number),
    quantiles: Type.Array(Type.Object({ q: number, value: anything }, { title: 'Quantile' })),
    histogram: Type.Array(Type.Object({ from: number, to: number, count: Type.Integer() }, { title: 'HistogramBin' }), {
      description: 'Of numbers: at most 20 bins of equal width; `to` is excluded but in the last.',
    }),
    top: Type.Array(Type.Object({ value: anything, count: Type.Integer() }, { title: 'FrequentValue' }), {
      description: 'The ten most frequent values, most frequent first.',
    }),
  },
  { title: 'ColumnProfile' },
)

export const schemaChanges = Type.Object(
  {
    added: Type.Array(column),
    removed: Type.Array(column),
    changed: Type.Array(
      Type.Object({ name: Type.String(), from: Type.String(), to: Type.String() }, { title: 'ColumnChange' }),
    ),
  },
  { title: 'DatasetSchemaChanges' },
)
const rejected = Type.Object(
  {
    count: Type.Integer(),
    sample: Type.Array(
      Type.Object(
        {
          line: Type.Integer(),
          column: orNull(Type.String()),
          reason: Type.String(),
          text: Type.String(),
        },
        { title: 'RejectedRow' },
      ),
    ),
  },
  { title: 'RejectedRows', description: 'Rows that could not be taken, and the first of them.' },
)
const origin = Type.Object(
  { kind: Type.Enum(['import', 'query', 'restore', 'run', 'analysis']), detail: Type.Record(Type.String(), anything) },
  { title: 'DatasetOrigin', description: 'What made it: an import, a query, a restore, a run, an analysis.' },
)

const labels = {
  description: Type.String(),
  tags: Type.Array(Type.String()),
  key: orNull(Type.Array(Type.String(), { description: 'Columns that identify a row.' })),
}

export const summary = Type.Object(
  {
    dataset_id: Type.String(),
    name: Type.String(),
    table: Type.String({ description: 'The name in SQL.' }),
    ...labels,
    latest_version: Type.Integer(),
    rows: Type.Integer(),
    columns: Type.Integer({ description: 'How many there are.' }),
    bytes: Type.Integer(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { title: 'DatasetSummary' },
)

const named = {
  dataset_id: Type.String(),
  name: Type.String(),
  table: Type.String({ description: 'The name in SQL; an older version is `"sales@2"`.' }),
}
const held = {
  rows: Type.Integer(),
  columns: Type.Array(column),
  bytes: Type.Integer(),
  sha256: Type.String({ description: 'Of the file.' }),
  warnings: Type.Array(Type.String()),
  rejected,
  reading: orNull(Type.Record(Type.String(), anything, { description: 'How the file was read.' })),
  schema_changes: orNull(schemaChanges),
  origin,
  created_at: Type.String(),
}
export const version = Type.Object(
  {
    ...named,
    version: Type.Integer(),
    ...held,
    created_by: orNull(Type.Object({ user_id: Type.String(), username: Type.String() })),
  },
  { title: 'DatasetVersion' },
)
export const dataset = Type.Object(
  {
    ...named,
    ...labels,
    latest_version: Type.Integer(),
    ...held,
    updated_at: Type.String(),
  },
  { title: 'Dataset' },
)

const label = Type.String({ minLength: 1, maxLength: importLimits.name })
const tagList = Type.Array(Type.String({ minLength: 1, maxLength: importLimits.tag }), {
  maxItems: importLimits.tags,
  uniqueItems: true,
})
const keyList = Type.Array(Type.String({ minLength: 1, maxLength: importLimits.column }), {
  minItems: 1,
  maxItems: importLimits.key,
  uniqueItems: true,
  description: 'Columns that identify a row, for diffs.',
})
export const datasetChange = Type.Object(
  {
    name: Type.Optional(label),
    table: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    description: Type.Optional(Type.String({ maxLength: importLimits.description })),
    tags: Type.Optional(tagList),
    key: Type.Optional(orNull(keyList)),
  },
  { ...closed, minProperties: 1 },
)

export const importBody = Type.Object(
  {
    name: Type.Optional(label),
    dataset_id: Type.Optional(id),
    file_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'A file of the workspace.' })),
    content: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.Unknown())], {
        description: 'The file as text; for JSON also the rows themselves.',
      }),
    ),
    description: Type.Optional(Type.String({ maxLength: importLimits.description })),
    tags: Type.Optional(tagList),
    key: Type.Optional(keyList),
    mode: Type.Optional(Type.Enum(['request', 'job'])),
    format: Type.Optional(Type.Enum([...formats])),
    header: Type.Optional(Type.Boolean({ description: 'Whether the first line has the names of the columns.' })),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 4 })),
    encoding: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    decimal_separator: Type.Optional(Type.Enum(['.', ','])),
    columns: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String({ minLength: 1 }), type: Type.Optional(Type.String({ minLength: 1 })) },
          closed,
        ),
        { maxItems: importLimits.columns, description: 'Names (of all columns, in order) and types (by name).' },
      ),
    ),
    sheet: Type.Optional(Type.Union([Type.String({ minLength: 1 }), Type.Integer({ minimum: 1 })])),
  },
  closed,
)
