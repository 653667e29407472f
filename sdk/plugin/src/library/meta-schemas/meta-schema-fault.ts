import type { FieldError } from '../../errors.ts'
import type { JsonSchema } from '../../json-schema.ts'
import { validate as validateDraft07 } from './generated/draft-07.ts'
import { validate as validate2020 } from './generated/draft-2020-12.ts'

export type SchemaDialect = '2020-12' | 'draft-07'

type MetaValidator = ((schema: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] | null }

const validators: Readonly<Record<SchemaDialect, MetaValidator>> = {
  '2020-12': validate2020 as MetaValidator,
  'draft-07': validateDraft07 as MetaValidator,
}

/**
 * The first place where a schema breaks the meta-schema of its draft, as a JSON Pointer, with what must be there; null when there is none. Formats, such as
 * that of `pattern`, are not checked. Bound its size before: {@link schemaBoundsFault}.
 */
export function metaSchemaFault(schema: JsonSchema, dialect: SchemaDialect = '2020-12'): FieldError | null {
  const validate = validators[dialect]
  const { $schema: _, ...rest } = schema
  if (validate(rest)) return null
  const [error] = validate.errors ?? []
  return { path: error?.instancePath ?? '', message: error?.message ?? 'is no JSON Schema' }
}
