import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OpenApiDocument, Operation } from '../open-api-document.ts'
import { forClients } from '../sdk-types.ts'
import { inputType } from './input-types.ts'
import { knownValues, referenceOf } from './types.ts'
import type { Schema } from './types.ts'

const output = fileURLToPath(new URL('../../../sdk/python/src/svc_sdk/_generated/async_modules.py', import.meta.url))
const surface = new URL('../../../sdk/surface.json', import.meta.url)
const banner = `# Generated from the OpenAPI document by npm run generate. Do not edit.
from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, Union

from svc_sdk._async.page import AsyncPage
from svc_sdk._async.resource import AsyncResource
from svc_sdk._async.transport import AsyncTransport
from svc_sdk._core.options import OMITTED, Omitted, RequestOptions
from svc_sdk._core.request import sent_fields
from svc_sdk._generated import models as records
`
/** Written by hand: they stream, take files, or give something else than their answer. */
const byHand = new Set(
  ['create', 'send', 'stream', 'edit', 'regenerate', 'retry', 'events']
    .map(name => `conversations.${name}`)
    .concat(['memory.search', 'memory.import', 'memory.export', 'files.upload', 'files.put', 'files.content'])
    .concat(['agentApps.run', 'agentApps.stream', 'agentApps.run.events', 'events.subscribe'])
    .concat(['data.query', 'data.queryArrow', 'jobs.claim', 'memory.deleteBySource'])
    .concat(['data.import', 'stats.import', 'ml.runs.uploadArtifact', 'ml.train'])
    .concat(['export.create', 'export.verify', 'export.certificates.add']),
)
const keywords = new Set([
  'from',
  'import',
  'in',
  'is',
  'not',
  'or',
  'class',
  'def',
  'with',
  'global',
  'async',
  'await',
])
const shadowed = new Set(['self', 'options'])

interface Row {
  module: string
  method: string
  operation_id: string
  kind: 'plain' | 'page' | 'stream' | 'bytes'
  pending?: unknown
}

interface Found {
  path: string
  verb: string
  operation: Operation
}

interface Parameter {
  /** As the API has it. */
  name: string
  type: string
  isRequired: boolean
  isNullable: boolean
}

/** The classes of all modules, with a method for each operation that is asked and answered once. */
export function generatePythonModules(document: OpenApiDocument): Map<string, string> {
  const { methods } = JSON.parse(readFileSync(surface, 'utf8')) as { methods: Row[] }
  const present = methods.filter(({ pending }) => pending === undefined)
  const clients = forClients(document)
  const operations = new Map<string, Found>()
  for (const [path, verbs] of Object.entries(document.paths))
    for (const [verb, operation] of Object.entries(verbs)) {
      const answer = clients.paths[path]?.[verb]
      if (answer)
        operations.set(operation.operationId, { path, verb, operation: { ...operation, responses: answer.responses } })
    }
  const names = new Set(
    present.flatMap(({ module }) => module.split('.').map((_, at, all) => all.slice(0, at + 1).join('.'))),
  )
  // A module stands behind those that it holds.
  const modules = [...names].toSorted((a, b) => b.split('.').length - a.split('.').length || (a < b ? -1 : 1))
  const classes = modules.map(module => {
    const own = present.filter(row => row.module === module && !byHand.has(`${row.module}.${row.method}`))
    const parts = modules.filter(
      each => each.startsWith(`${module}.`) && each.split('.').length === module.split('.').length + 1,
    )
    return classOf(
      module,
      parts,
      own.map(row => methodOf(row, operations, document)),
    )
  })
  return new Map([[output, `${[banner, ...classes].join('\n\n')}`]])
}

function classOf(module: string, parts: readonly string[], methods: readonly string[]): string {
  const lines = [`class ${className(module)}(AsyncResource):`]
  if (parts.length > 0) {
    lines.push('    def __init__(self, transport: AsyncTransport) -> None:', '        super().__init__(transport)')
    for (const part of parts) {
      const attribute = snake(part.split('.').at(-1) ?? '')
      // The run of an app is called itself.
      if (part !== 'agentApps.run') lines.push(`        self.${attribute} = ${className(part)}(transport)`)
    }
  }
  const body = methods.map(text => `\n${text}`).join('\n')
  if (parts.length === 0 && methods.length === 0) lines.push('    pass')
  return `${lines.join('\n')}${lines.length > 1 || body === '' ? '\n' : ''}${body}${body === '' ? '' : '\n'}`
}

function className(module: string): string {
  return `Async${module.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`
}

function methodOf(row: Row, operations: ReadonlyMap<string, Found>, document: OpenApiDocument): string {
  const found = operations.get(row.operation_id)
  if (!found) throw new Error(`sdk/surface.json names ${row.operation_id}, which the document does not have`)
  const { path, verb, operation } = found
  const { schemas } = document.components
  const inPath = (operation.parameters ?? []).filter(each => each.in === 'path').map(({ name }) => name)
  const inQuery = (operation.parameters ?? [])
    .filter(each => each.in === 'query')
    .map(each => parameter(each.name, each.schema, schemas, isRequired(each)))
  const content = operation.requestBody?.content['application/json']?.schema
  const body = content ? fieldsOf(content, schemas) : []
  const given = [...body, ...inQuery]
  const positional = given.filter(each => each.isRequired)
  const named = given.filter(each => !each.isRequired)
  // A new name for what the path names stands in the body under the same name.
  const argument = (name: string): string => pythonName(inPath.includes(name) ? `new_${name}` : name)
  const answer = answerOf(row, operation)
  const signature = [
    'self',
    ...inPath.map(name => `${pythonName(name)}: ${path.includes('{version}') && name === 'version' ? 'int' : 'str'}`),
    ...positional.map(({ name, type }) => `${argument(name)}: ${type}`),
    '*',
    ...named.map(
      each =>
        `${argument(each.name)}: ${each.isNullable ? `Union[${each.type}, None, Omitted] = OMITTED` : `Optional[${each.type}] = None`}`,
    ),
    'options: Optional[RequestOptions] = None',
  ]
  const dict = (fields: readonly { name: string }[], named = argument) =>
    `{${fields.map(({ name }) => `${JSON.stringify(name)}: ${named(name)}`).join(', ')}}`
  const nullable = body.filter(each => each.isNullable).map(({ name }) => JSON.stringify(name))
  const parts = [
    JSON.stringify(verb.toUpperCase()),
    JSON.stringify(path),
    ...(inPath.length > 0
      ? [
          dict(
            inPath.map(name => ({ name })),
            pythonName,
          ),
        ]
      : []),
    ...(inQuery.length > 0 ? [`query=${dict(inQuery)}`] : []),
    ...(content ? [`body=sent_fields(${dict(body)}${nullable.length > 0 ? `, (${nullable.join(', ')},)` : ''})`] : []),
    'options=options',
  ]
  const request = `self._request(${parts.join(', ')})`
  const summary = (operation as { summary?: string }).summary ?? ''
  return [
    `    async def ${pythonName(snake(row.method))}(`,
    ...signature.map(each => `        ${each},`),
    `    ) -> ${answer.type}:`,
    `        """${sentence(summary)}"""`,
    ...answer.lines(request).map(line => `        ${line}`),
  ].join('\n')
}

function answerOf(
  { kind, operation_id: id }: Row,
  { responses }: Operation,
): { type: string; lines(request: string): string[] } {
  if (kind === 'bytes') return { type: 'bytes', lines: request => [`return await self._bytes(${request})`] }
  const schemas = Object.values(responses).flatMap(({ content }) => content?.['application/json']?.schema ?? [])
  const [schema] = schemas as Schema[]
  if (!schema) return { type: 'None', lines: request => [`await self._ask(None, ${request})`] }
  const items = (schema['properties'] as Record<string, Schema> | undefined)?.['items']
  const item = referenceOf((items?.['items'] ?? {}) as Schema)
  if (items && item !== null)
    return {
      type: `AsyncPage[records.${item}]`,
      lines: request => [`return await self._list(records.${item}, ${request})`],
    }
  const reference =
    referenceOf(schema) ?? (Object.keys(schema['properties'] ?? {}).length > 0 ? `${pascal(id)}Result` : null)
  if (reference === null || knownValues(schema) !== null)
    return { type: 'Any', lines: request => [`return await self._ask(None, ${request})`] }
  return {
    type: `records.${reference}`,
    lines: request => [
      `answer: records.${reference} = await self._ask(records.${reference}, ${request})`,
      'return answer',
    ],
  }
}

function fieldsOf(schema: Schema, schemas: Record<string, Schema>): Parameter[] {
  const reference = referenceOf(schema)
  if (reference !== null) return fieldsOf(schemas[reference] ?? {}, schemas)
  const alternatives = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Schema[]
  const whole = [...((schema['allOf'] ?? []) as Schema[]).flatMap(each => fieldsOf(each, schemas))]
  const required = new Set(schema['required'] as string[] | undefined)
  for (const [name, each] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>))
    whole.push(parameter(name, each, schemas, required.has(name)))
  // Which of several bodies it is, the server says: each field may be given.
  const others = alternatives.flatMap(each => fieldsOf(each, schemas)).map(each => ({ ...each, isRequired: false }))
  return [...new Map([...others, ...whole].map(each => [each.name, each])).values()].toSorted(
    (a, b) => Number(b.isRequired) - Number(a.isRequired),
  )
}

function parameter(name: string, schema: Schema, schemas: Record<string, Schema>, isRequired: boolean): Parameter {
  const { type, isNullable } = inputType(schema, schemas)
  return { name, type, isRequired, isNullable: isNullable && type !== 'Any' }
}

function isRequired(given: object): boolean {
  return 'required' in given && given.required === true
}

function pythonName(name: string): string {
  const plain = name.replaceAll(/\W/g, '_')
  return keywords.has(plain) || shadowed.has(plain) ? `${plain}_` : plain
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function sentence(text: string): string {
  const plain = text.replaceAll('\\', '\\\\').replaceAll('"', "'")
  return /[.!?]$/.test(plain) ? plain : `${plain}.`
}
