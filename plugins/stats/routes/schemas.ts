import { Type } from 'typebox'
import type { TObject } from 'typebox'

export const closed = { additionalProperties: false }

const id = Type.String({ minLength: 1, maxLength: 200 })
const nullableText = Type.Union([Type.String(), Type.Null()])
const measures = ['continuous', 'ordinal', 'nominal'] as const
const anyObject = Type.Unsafe<Record<string, never>>({ type: 'object' })

export const datasetReference = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'Its id, also as `ds_…@2` for that version, or the name of its table.',
})

export function pageOfItems(item: TObject) {
  return Type.Object({ items: Type.Array(item), next_cursor: nullableText })
}

export const givenVariable = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 1000, description: 'The column.' }),
    measure: Type.Enum([...measures]),
    levels: Type.Optional(
      Type.Array(Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]), {
        minItems: 1,
        maxItems: 1000,
        description: 'Of nominal and ordinal variables, in order; the first is the reference.',
      }),
    ),
    missing_values: Type.Optional(
      Type.Array(Type.Union([Type.String({ maxLength: 1000 }), Type.Number()]), {
        maxItems: 100,
        description: 'Values that mean that there is none, such as -99.',
      }),
    ),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'What people read.' })),
  },
  { ...closed, title: 'StatVariableInput' },
)
export const givenVariables = Type.Array(givenVariable, { maxItems: 2000 })

export const variable = Type.Object(
  {
    name: Type.String(),
    type: Type.String({ description: 'In SQL.' }),
    measure: Type.Enum([...measures]),
    levels: Type.Union([Type.Array(Type.String()), Type.Null()]),
    missing_values: Type.Array(Type.Union([Type.String(), Type.Number()])),
    label: nullableText,
    source: Type.Enum(['given', 'inferred'], { description: '`given` by somebody, or `inferred` from the column.' }),
  },
  { title: 'StatVariable' },
)

export const analysisBody = Type.Object(
  {
    dataset_id: Type.Optional(datasetReference),
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    method: Type.String({ minLength: 1, maxLength: 100 }),
    variables: Type.Optional({ ...anyObject, description: 'Which columns take which part; by the method’s schema.' }),
    options: Type.Optional({ ...anyObject, description: 'By the method’s schema.' }),
    filter: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 10_000 }), Type.Null()], {
        description: 'A condition in SQL: the rows for which it is true are analysed.',
      }),
    ),
    mode: Type.Optional(Type.Enum(['request', 'job'], { default: 'request' })),
  },
  closed,
)

const summaryFields = {
  analysis_id: Type.String(),
  method: Type.String(),
  title: Type.String(),
  dataset_id: nullableText,
  version: Type.Union([Type.Integer(), Type.Null()]),
  dataset: nullableText,
  n: Type.Number({ description: 'Rows that were analysed.' }),
  excluded: Type.Number({ description: 'Rows left out because something is missing in them.' }),
  interpretation: Type.String({ description: 'In plain words.' }),
  duration_ms: Type.Number(),
  created_at: Type.String(),
  created_by: Type.Object({ user_id: Type.String(), username: Type.String() }),
}
export const analysisSummary = Type.Object(summaryFields, { title: 'AnalysisSummary' })
export const analysis = Type.Object(
  {
    ...summaryFields,
    variables: Type.Unknown(),
    options: Type.Unknown({ description: 'With the defaults of those that were left out.' }),
    filter: nullableText,
    result: Type.Unknown({ description: 'By the method; full doubles.' }),
    tables: Type.Unknown(),
    assumptions: Type.Unknown(),
    plots: Type.Unknown({ description: 'Vega-Lite 6, their data within.' }),
    syntax: Type.Object({ r: Type.String(), python: Type.String() }),
    engine: Type.Object({ name: Type.String(), version: Type.String() }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'Analysis' },
)

export const analysisParams = Type.Object({ analysis_id: id }, closed)
export const datasetParams = Type.Object({ dataset_id: Type.String({ minLength: 1, maxLength: 300 }) }, closed)
export const analysisQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    cursor: Type.Optional(Type.String({ maxLength: 8192 })),
    dataset_id: Type.Optional(id),
    method: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  closed,
)

export const exportFormats = ['html', 'pdf', 'md', 'csv', 'json', 'r'] as const
export const exportBody = Type.Object(
  {
    analysis_ids: Type.Array(id, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'In the order of the report.',
    }),
    format: Type.Enum([...exportFormats]),
    cover: Type.Optional(
      Type.Object(
        {
          title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          author: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          date: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'As it is to be printed.' })),
          text: Type.Optional(
            Type.String({ minLength: 1, maxLength: 10_000, description: 'Paragraphs, an empty line between.' }),
          ),
        },
        { ...closed, title: 'ReportCover' },
      ),
    ),
  },
  closed,
)
