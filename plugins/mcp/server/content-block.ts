import type { ContentBlock } from '@modelcontextprotocol/server'
import type { JsonValue } from '@svc/plugin'

const textFields: Record<string, readonly string[]> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
}

/** True for a piece of content as MCP knows it. */
export function isContentBlock(value: JsonValue): value is JsonValue & ContentBlock {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { type, resource } = value
  if (type === 'resource') return isResource(resource)
  const fields = typeof type === 'string' && Object.hasOwn(textFields, type) ? textFields[type] : undefined
  return fields?.every(field => typeof value[field] === 'string') ?? false
}

function isResource(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return typeof value['uri'] === 'string' && (typeof value['text'] === 'string' || typeof value['blob'] === 'string')
}
