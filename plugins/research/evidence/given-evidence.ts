import { Type } from 'typebox'
import type { JsonObject } from '@svc/plugin'
import { relations } from './evidence.ts'
import type { GivenEvidence } from './evidence.ts'

const id = Type.String({ minLength: 1, maxLength: 100 })
const closed = { additionalProperties: false }
const common = {
  relation: Type.Optional(Type.Enum([...relations], { description: 'Default `supports`.' })),
  note: Type.Optional(Type.String({ maxLength: 5000 })),
}
const quote = Type.String({
  minLength: 1,
  maxLength: 6000,
  description: 'As it stands there; `[…]` leaves out up to 2,000 characters.',
})
const version = Type.Integer({ minimum: 1 })
export const receipt = Type.Unsafe<JsonObject>(
  Type.Object({}, { additionalProperties: true, description: 'As an answer to `POST /api/data/query` gives it.' }),
)
const value = Type.Union([Type.Number(), Type.String({ maxLength: 1000 }), Type.Boolean()])
const of = <T extends Record<string, object>>(type: string, fields: T) => {
  const title = `New${type.charAt(0).toUpperCase()}${type.slice(1)}Evidence`
  return Type.Object({ type: Type.Literal(type), ...common, ...fields } as never, { ...closed, title })
}

export const newEvidence = Type.Unsafe<GivenEvidence>(
  Type.Union([
    of('quote', {
      source_id: id,
      quote,
      start: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Of several places the one nearest to this code point.' }),
      ),
      end: Type.Optional(Type.Integer({ minimum: 0 })),
      page: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    of('dataset', {
      dataset_id: id,
      version,
      columns: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })),
    }),
    of('analysis', {
      analysis_id: id,
      pointer: Type.Optional(
        Type.String({ maxLength: 1000, pattern: '^(/.*)?$', description: 'A JSON pointer: `/result/p_value`.' }),
      ),
      value: Type.Optional(value),
      tolerance: Type.Optional(Type.Number({ minimum: 0 })),
    }),
    of('query', { receipt }),
    of('run', {
      run_id: id,
      metric: Type.Optional(Type.String({ maxLength: 250 })),
      value: Type.Optional(Type.Number()),
    }),
    of('note', { note_id: id, quote }),
    of('file', {
      file_id: id,
      sha256: Type.Optional(
        Type.String({ pattern: '^[0-9a-f]{64}$', description: 'What the file must have: 64 digits of hexadecimal.' }),
      ),
    }),
  ]),
)

/** The fields of each type, those before `|` required. */
const fields: Record<GivenEvidence['type'], string> = {
  quote: 'source_id quote | start page',
  dataset: 'dataset_id version | columns',
  analysis: 'analysis_id | pointer value tolerance',
  query: 'receipt |',
  run: 'run_id | metric value',
  note: 'note_id quote |',
  file: 'file_id | sha256',
}

export function requiredFields(type: GivenEvidence['type']): string[] {
  return fields[type].split(' |')[0]!.split(' ')
}

/** Without the fields of other types. */
export function fieldsOfType({ type, relation, note, ...others }: GivenEvidence): GivenEvidence {
  const known = fields[type].split(' ')
  const own = Object.entries(others).filter(([name]) => known.includes(name))
  return { type, ...(relation && { relation }), ...(note !== undefined && { note }), ...Object.fromEntries(own) }
}
