import { Type } from 'typebox'
import type { TObject } from 'typebox'
import type { JsonObject } from '@svc/plugin'

export const closed = { additionalProperties: false }

const id = Type.String({ minLength: 1, maxLength: 200 })
const nullableText = Type.Union([Type.String(), Type.Null()])
const measures = ['continuous', 'ordinal', 'nominal'] as const
const anyObject = { type: 'object', additionalProperties: true }
const objectOf = (description: string) => Type.Unsafe<JsonObject>({ ...anyObject, description })
const nullableNumber = Type.Union([Type.Number(), Type.Null()])

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
    variables: Type.Optional(objectOf('Which columns take which part; by the method’s schema.')),
    options: Type.Optional(objectOf('By the method’s schema.')),
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
const analysisTable = Type.Object(
  {
    title: Type.String(),
    columns: Type.Array(
      Type.Object({ name: Type.String(), type: Type.Enum(['text', 'number', 'integer', 'p_value', 'boolean']) }),
    ),
    rows: Type.Array(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]))),
  },
  { title: 'AnalysisTable' },
)
const assumption = Type.Object(
  {
    name: Type.String(),
    statistic: nullableNumber,
    p_value: nullableNumber,
    ok: Type.Union([Type.Boolean(), Type.Null()], { description: 'Null: it cannot be said.' }),
    note: Type.String(),
  },
  { title: 'AnalysisAssumption' },
)
const analysisPlot = Type.Object(
  { title: Type.String(), spec: objectOf('Vega-Lite 6, its data within.') },
  { title: 'AnalysisPlot' },
)
export const analysis = Type.Object(
  {
    ...summaryFields,
    variables: objectOf('Which columns took which part.'),
    options: objectOf('With the defaults of those that were left out.'),
    filter: nullableText,
    result: objectOf('By the method; full doubles.'),
    tables: Type.Array(analysisTable),
    assumptions: Type.Array(assumption),
    plots: Type.Array(analysisPlot),
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
