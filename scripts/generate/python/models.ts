import { fileURLToPath } from 'node:url'
import type { OpenApiDocument, Operation } from '../open-api-document.ts'
import { collectReferences, forClients } from '../sdk-types.ts'
import { knownValues, optional, pythonType, referenceOf } from './types.ts'
import type { Schema } from './types.ts'

const output = fileURLToPath(new URL('../../../sdk/python/src/svc_sdk/_generated/models.py', import.meta.url))
const banner = `# Generated from the OpenAPI document by npm run generate. Do not edit.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from svc_sdk._core.record import Chunk, Record

`
/** What is written by hand for the events of a stream: the class they stand on, and its fields, which they leave to it. */
const bases: Record<string, { name: string; fields: readonly string[] }> = {
  ConversationEvent: { name: 'Chunk', fields: ['content'] },
}
/** Names of Python that a field may not have; `Record` reads them with an underscore behind. */
const keywords = new Set(['as', 'class', 'def', 'del', 'from', 'global', 'import', 'in', 'is', 'not', 'or', 'pass'])

interface Model {
  name: string
  bases: readonly string[]
  schema: Schema
  /** Fields that a class below has. */
  inherited: readonly string[]
  kinds?: Readonly<Record<string, string>>
}

/** The module of what the API answers: a class for each object, named as its schema, and a type for each list of known texts. */
export function generatePythonModels(document: OpenApiDocument): Map<string, string> {
  const { paths, components } = forClients(document)
  const operations = Object.values(paths).flatMap(each => Object.values(each))
  const named = new Set<string>()
  for (const { responses } of operations) collectReferences(responses, document, named)
  const schemas = [...named].toSorted().map(name => [name, components.schemas[name] ?? {}] as const)
  const enums = new Map(schemas.flatMap(([name, schema]) => nonNull(name, knownValues(schema))))
  const unions = schemas.filter(([, schema]) => 'discriminator' in schema)
  const models = [
    ...unions.map(([name, schema]) => unionModel(name, schema, components.schemas)),
    ...schemas.filter(([name, schema]) => !enums.has(name) && !('discriminator' in schema)).map(modelIn(unions)),
    ...operations.flatMap(resultModel),
  ]
  const written = new Map<string, string>()
  // A class stands behind those that it extends.
  const later = ({ schema }: Model) => Number('allOf' in schema)
  for (const model of models.toSorted((a, b) => later(a) - later(b))) writeModel(model, new Set(enums.keys()), written)
  const aliases = [...enums].map(([name, values]) => `${name} = ${values}\n`)
  return new Map([[output, [banner + aliases.join(''), ...written.values()].join('\n\n')]])
}

function nonNull<T>(name: string, value: T | null): (readonly [string, T])[] {
  return value === null ? [] : [[name, value]]
}

/** The class of all events of a stream, which a newer server's are as well: it has the fields that all of them have. */
function unionModel(name: string, schema: Schema, schemas: OpenApiDocument['components']['schemas']): Model {
  const { mapping } = schema['discriminator'] as { mapping: Record<string, string> }
  const kinds = Object.entries(mapping).map(([type, $ref]) => [type, referenceOf({ $ref }) ?? ''] as const)
  const fields = kinds
    .filter(([type]) => type !== 'error')
    .map(([, kind]) => (schemas[kind]?.['properties'] ?? {}) as Record<string, Schema>)
  const shared = Object.entries(fields[0] ?? {}).filter(([field]) => fields.every(each => field in each))
  const same = shared.filter(([field, value]) =>
    fields.every(each => JSON.stringify(each[field]) === JSON.stringify(value)),
  )
  // What an event holds is its own matter.
  const data = fields.some(each => 'data' in each) ? { data: {} } : {}
  const properties = { type: { type: 'string' }, id: { type: 'string' }, ...Object.fromEntries(same), ...data }
  const below = bases[name] ?? { name: 'Record', fields: [] }
  const { description } = schema
  return {
    name,
    bases: [below.name],
    // The error that ends a stream has no id.
    schema: {
      description,
      properties,
      required: ['type', ...same.map(([field]) => field).filter(field => field !== 'id')],
    },
    inherited: below.fields,
    kinds: Object.fromEntries(kinds),
  }
}

function modelIn(unions: readonly (readonly [string, Schema])[]) {
  return ([name, schema]: readonly [string, Schema]): Model => {
    const above = unions.filter(([, union]) => (union['oneOf'] as Schema[]).some(each => referenceOf(each) === name))
    const extended = ((schema['allOf'] ?? []) as Schema[]).flatMap(each => referenceOf(each) ?? [])
    const own = [...above.map(([union]) => union), ...extended]
    return {
      name,
      bases: own.length > 0 ? own : ['Record'],
      schema,
      inherited: above.flatMap(([union]) => bases[union]?.fields ?? []),
    }
  }
}

/** The model of an answer that has no name, such as `{ "job_id": … }`: it is named for its operation. Pages have a class of their own. */
function resultModel({ operationId, responses }: Operation): Model[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const schema = content?.['application/json']?.schema ?? {}
    const fields = Object.keys(schema['properties'] ?? {})
    if (fields.length === 0 || fields.includes('items')) return []
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Result`
    return [
      {
        name,
        bases: ['Record'],
        schema: { description: `What ${operationId} answers with ${status}.`, ...schema },
        inherited: [],
      },
    ]
  })
}

function writeModel(model: Model, enums: ReadonlySet<string>, written: Map<string, string>): void {
  const { name, inherited, kinds } = model
  const whole = Object.assign({}, model.schema, ...((model.schema['allOf'] ?? []) as Schema[])) as Schema
  const fields = Object.entries((whole['properties'] ?? {}) as Record<string, Schema>)
  const required = new Set(whole['required'] as string[] | undefined)
  const nested: string[] = []
  const lines: string[] = []
  for (const [field, schema] of fields) {
    const { text, shape } = pythonType(schema, enums, inline => {
      const inner = `${name}${pascal(field)}`
      writeModel({ name: inner, bases: ['Record'], schema: inline, inherited: [] }, enums, written)
      return inner
    })
    if (shape !== undefined) nested.push(`${JSON.stringify(field)}: ${JSON.stringify(shape)}`)
    if (inherited.includes(field)) continue
    lines.push(`    ${field}${keywords.has(field) ? '_' : ''}: ${required.has(field) ? text : optional(text)}`)
    if (typeof schema['description'] === 'string') lines.push(`    ${docstring(schema['description'])}`)
  }
  if (nested.length > 0) lines.push('', `    _nested = {${nested.join(', ')}}`)
  if (kinds) lines.push('', '    _kinds = {', ...Object.entries(kinds).map(entry), '    }')
  const description = model.schema['description']
  const head = [`class ${name}(${model.bases.join(', ')}):`]
  if (typeof description === 'string') head.push(`    ${docstring(description)}`, '')
  written.set(name, `${[...head, '    __slots__ = ()', ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')}\n`)
}

function entry([type, name]: readonly [string, string]): string {
  return `        ${JSON.stringify(type)}: ${JSON.stringify(name)},`
}

function docstring(text: string): string {
  return `"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')}"""`
}

function pascal(field: string): string {
  return field.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
