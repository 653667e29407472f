import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { OpenApiDocument, Operation } from './open-api-document.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('open-api-document.ts', import.meta.url))
const output = fileURLToPath(new URL('../../sdk/typescript/src/generated/api.ts', import.meta.url))
const banner = '// Generated from the OpenAPI document by npm run generate. Do not edit.\n\n'

type Schema = Record<string, unknown>

/** The document of this tree. */
export async function readOpenApi(): Promise<OpenApiDocument> {
  const { stdout } = await run(process.execPath, ['--conditions=svc-source', program], { maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout) as OpenApiDocument
}

/** The types of every operation that a client calls. */
export async function generateSdkTypes(document: OpenApiDocument): Promise<Map<string, string>> {
  const nodes = await openapiTypes(JSON.stringify(forClients(document)), {
    immutable: true,
    alphabetize: true,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    transform: schema => ('x-open' in schema ? openString() : undefined),
  })
  // The generator's own remark on each `type` says nothing to a reader.
  const text = astToString(nodes).replaceAll(
    /\n *\/\*\*\n *\* @description discriminator enum property added by openapi-typescript\n *\* @enum \{string\}\n *\*\//g,
    '',
  )
  return new Map([[output, banner + text]])
}

/** `string & {}`: any text, without the known values losing their names in an editor. */
function openString(): ts.TypeNode {
  const string = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword)
  return ts.factory.createIntersectionTypeNode([string, ts.factory.createTypeLiteralNode([])])
}

/** The document without pages, failures, headers and examples; a value that is new in a list of known ones breaks no older client. */
export function forClients(document: OpenApiDocument): Pick<OpenApiDocument, 'paths' | 'components'> & Schema {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation['x-internal'] || !path.startsWith('/api/')) continue
      paths[path] = { ...paths[path], [method]: operationForClients(operation) }
    }
  }
  const sent = new Set<string>()
  for (const operations of Object.values(paths)) {
    for (const { requestBody } of Object.values(operations)) collectReferences(requestBody, document, sent)
  }
  const named = new Set(sent)
  collectReferences(paths, document, named)
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => named.has(name))
    .map(([name, schema]) => [name, sent.has(name) ? schema : opened(schema)] as const)
  return {
    openapi: '3.1.0',
    info: { title: 'svc', version: document.info.version },
    paths,
    components: { schemas: Object.fromEntries(schemas) as Record<string, Schema> },
  }
}

function operationForClients({ operationId, parameters = [], requestBody, responses }: Operation): Operation {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300)
  return {
    operationId,
    parameters: parameters.filter(parameter => parameter.in !== 'header'),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(
      successes.map(([status, { content }]) => [
        status,
        { description: '', ...(content && { content: opened(content) as typeof content }) },
      ]),
    ),
  }
}

/** Lists of known texts, with any other beside them. */
function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened)
  if (typeof value !== 'object' || value === null) return value
  const { examples: _, ...schema } = value as Schema
  const known = schema['enum']
  if (Array.isArray(known) && known.length > 1 && known.every(each => typeof each === 'string')) {
    const { description } = schema
    return {
      ...(description !== undefined && { description }),
      anyOf: [{ enum: known }, { type: 'string', 'x-open': true }],
    }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => [
      name,
      name === 'properties' ? openedProperties(inner) : opened(inner),
    ]),
  )
}

/** A property may be called `examples`, which beside other keywords is none of a type. */
function openedProperties(properties: unknown): unknown {
  return Object.fromEntries(Object.entries(properties as Schema).map(([name, inner]) => [name, opened(inner)]))
}

/** Adds the names of the schemas that a value refers to, and of those that these refer to. */
export function collectReferences(
  value: unknown,
  document: Pick<OpenApiDocument, 'components'>,
  names: Set<string>,
): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const name = key === '$ref' && typeof inner === 'string' ? inner.replace('#/components/schemas/', '') : null
    if (name === null) collectReferences(inner, document, names)
    else if (!names.has(name)) {
      names.add(name)
      collectReferences(document.components.schemas[name], document, names)
    }
  }
}
