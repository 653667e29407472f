import { referenceOf } from './types.ts'
import type { Schema } from './types.ts'

const primitives: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }

/** The type of what a caller gives: objects are mappings, and None says that a value is taken away. */
export function inputType(schema: Schema, schemas: Record<string, Schema>): { type: string; isNullable: boolean } {
  const reference = referenceOf(schema)
  if (reference !== null) return inputType(schemas[reference] ?? {}, schemas)
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (choices) return union(choices.map(each => inputType(each, schemas)))
  if ('const' in schema) return { type: literal([schema['const']]), isNullable: false }
  if (Array.isArray(schema['enum'])) return fromValues(schema['enum'])
  const { type } = schema
  if (Array.isArray(type)) return union(type.map(each => inputType({ ...schema, type: each as string }, schemas)))
  if (type === 'null') return { type: '', isNullable: true }
  if (type === 'array')
    return {
      type: `Sequence[${inputType((schema['items'] ?? {}) as Schema, schemas).type || 'Any'}]`,
      isNullable: false,
    }
  if (type === 'object') return { type: 'Mapping[str, Any]', isNullable: false }
  return { type: (typeof type === 'string' && primitives[type]) || 'Any', isNullable: false }
}

function fromValues(values: readonly unknown[]): { type: string; isNullable: boolean } {
  const present = values.filter(value => value !== null)
  return { type: literal(present), isNullable: present.length < values.length }
}

function union(choices: readonly { type: string; isNullable: boolean }[]): { type: string; isNullable: boolean } {
  const types = [...new Set(choices.map(({ type }) => type).filter(type => type !== ''))]
  const isNullable = choices.some(each => each.isNullable)
  if (types.length === 0 || types.includes('Any')) return { type: 'Any', isNullable }
  return { type: types.length > 1 ? `Union[${types.join(', ')}]` : (types[0] ?? 'Any'), isNullable }
}

function literal(values: readonly unknown[]): string {
  return `Literal[${values.map(pythonText).join(', ')}]`
}

function pythonText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
