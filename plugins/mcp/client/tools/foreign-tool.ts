import { hash } from 'node:crypto'
import type { Tool } from '@modelcontextprotocol/client'
import type { JsonSchema, ToolEffect, ToolManifest } from '@svc/plugin'
import { schemaBoundsFault } from '@svc/plugin/library/schemas/bounded-schemas'

/** A tool of another server: as it is offered here, and by the name it has there. */
export interface ForeignTool {
  remoteName: string
  manifest: ToolManifest
  /** A hash of everything that a model reads about the tool. */
  fingerprint: string
}

const maxDescription = 2000
const maxTitle = 100

/** Describes another server's tool. Its words are that server's, and marked so: a model must not take them for ours. */
export function foreignTool(
  tool: Tool,
  { name, server, timeoutMs, isProgram }: { name: string; server: string; timeoutMs: number; isProgram: boolean },
): ForeignTool {
  const input = foreignSchema(tool.inputSchema)
  const title = oneLine(tool.title ?? tool.annotations?.title ?? tool.name, maxTitle)
  const effect = effectOf(tool, isProgram)
  const description = JSON.stringify([title, tool.description ?? '', tool.inputSchema, tool.annotations ?? {}])
  return {
    remoteName: tool.name,
    fingerprint: hash('sha256', description, 'base64url'),
    manifest: {
      name,
      title,
      description: `Tool of the MCP server "${oneLine(server, maxTitle)}", in its words: ${plainText(tool.description ?? title)}`,
      input_schema: input,
      effect,
      annotations: {
        read_only: effect === 'read',
        destructive: effect === 'destructive',
        open_world: tool.annotations?.openWorldHint ?? true,
      },
      timeout_ms: timeoutMs,
      plugin: 'mcp',
      permission: 'tools:write',
    },
  }
}

/** A server may say that its tool only reads; the arguments leave this machine all the same. */
function effectOf({ annotations }: Tool, isProgram: boolean): ToolEffect {
  if (annotations?.readOnlyHint === true && isProgram) return 'read'
  return annotations?.destructiveHint === true ? 'destructive' : 'external'
}

function oneLine(text: string, limit: number): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim().slice(0, limit)
}

/** Without what a person does not see and a model does: control, formatting and tag characters. */
function plainText(text: string): string {
  const visible = text.replaceAll(/[^\P{C}\n\t]|[\u{E0000}-\u{E007F}]/gu, '')
  return visible.length > maxDescription ? `${visible.slice(0, maxDescription)} …` : visible
}

const maxBytes = 32 * 1024
const maxDepth = 16
/** `pattern` could hold up the whole server (a foreign expression runs in our loop), the others change what a schema means to a validator. */
const dropped = new Set([
  'pattern',
  'patternProperties',
  'format',
  '$id',
  'id',
  '$schema',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
])
const namesOfFields = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])
const open: JsonSchema = { type: 'object' }

/** A schema from elsewhere, made harmless; one that cannot be is left open, and the other server checks alone. */
export function foreignSchema(given: unknown): JsonSchema {
  if (!isObject(given) || JSON.stringify(given).length > maxBytes) return open
  try {
    const schema: JsonSchema = { ...(cleaned(given, 0) as JsonSchema), type: 'object' }
    return [schema, withoutReferences(schema)].find(each => schemaBoundsFault(each) === null) ?? open
  } catch (error) {
    if (error instanceof RangeError) return open
    throw error
  }
}

/** What is about itself is described as far as its first level. */
function withoutReferences(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema)
  const isReference = (key: string, value: unknown) => key === '$ref' && typeof value === 'string'
  return JSON.parse(text, (key, value: unknown) => (isReference(key, value) ? undefined : value)) as JsonSchema
}

function cleaned(node: unknown, depth: number): unknown {
  if (depth > maxDepth) throw new RangeError('too deep')
  if (Array.isArray(node)) return node.map(part => cleaned(part, depth + 1))
  if (!isObject(node)) return node
  // Only what stands in the schema itself can be followed.
  if (typeof node['$ref'] === 'string' && !node['$ref'].startsWith('#/')) throw new RangeError('leads elsewhere')
  const kept = Object.entries(node).filter(([keyword]) => !dropped.has(keyword))
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, valueOf(keyword, value, depth)]))
}

function valueOf(keyword: string, value: unknown, depth: number): unknown {
  if (keyword === 'enum' || keyword === 'const' || keyword === 'default' || keyword === 'examples') return value
  if (!namesOfFields.has(keyword) || !isObject(value)) return cleaned(value, depth + 1)
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleaned(schema, depth + 2)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
