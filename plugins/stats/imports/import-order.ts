import { Type } from 'typebox'
import type { Static } from 'typebox'
import { faultSentences, parseJson, ValidationError } from '@svc/plugin'
import { schemaFaults } from '@svc/plugin/library/schemas/schema-faults'
import { closed, datasetReference, givenVariables } from '../routes/schemas.ts'

const formats = ['csv', 'tsv', 'json', 'ndjson', 'parquet', 'xlsx'] as const

const readingFields = {
  format: Type.Optional(Type.Enum([...formats])),
  header: Type.Optional(Type.Boolean()),
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 4 })),
  encoding: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  decimal_separator: Type.Optional(Type.Enum(['.', ','])),
  columns: Type.Optional(
    Type.Array(
      Type.Object({ name: Type.String({ minLength: 1, maxLength: 1000 }), type: Type.Optional(Type.String()) }, closed),
      { maxItems: 10_000 },
    ),
  ),
  sheet: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Integer({ minimum: 1 })])),
}

const importFields = {
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Of the dataset; of a file, its name.' }),
  ),
  dataset_id: Type.Optional(datasetReference),
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'Of an existing dataset; else the latest.' })),
  variables: Type.Optional(givenVariables),
  ...readingFields,
}
export const importBody = Type.Object({ ...importFields, content: Type.Optional(Type.String()) }, closed)
export const importForm = Type.Object({
  ...importFields,
  file: Type.Unsafe<string>({ type: 'string', format: 'binary' }),
})

/** What an import into statistics asks for. */
export type ImportOrder = Static<typeof importBody>

const readAsJson = new Set(['header', 'columns', 'variables', 'version', 'sheet'])

/** The fields of a form as the JSON body that they stand for; a sheet of digits is a number. @throws ValidationError */
export async function orderOfForm(fields: ReadonlyMap<string, string>): Promise<ImportOrder> {
  const order: Record<string, unknown> = {}
  for (const [name, text] of fields) order[name] = readAsJson.has(name) ? jsonOrText(text) : text
  if (order['delimiter'] === 'tab' || order['delimiter'] === '\\t') order['delimiter'] = '\t'
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const validate = new Ajv2020({ strict: false, allErrors: true, verbose: true }).compile<ImportOrder>(importBody)
  if (validate(order)) return order
  const faults = schemaFaults(validate.errors ?? [])
  throw new ValidationError(faultSentences(faults), faults)
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
