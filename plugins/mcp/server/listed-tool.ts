import type { Icon, Tool } from '@modelcontextprotocol/server'
import type { JsonSchema, ToolManifest } from '@svc/plugin'

/** A tool of the catalogue as MCP describes one. */
export function listedTool(tool: ToolManifest): Tool {
  const { annotations } = tool
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...tool.input_schema, type: 'object' },
    ...(describesObject(tool.output_schema) && { outputSchema: { ...tool.output_schema, type: 'object' } }),
    annotations: {
      title: tool.title,
      readOnlyHint: annotations.read_only,
      destructiveHint: annotations.destructive,
      openWorldHint: annotations.open_world,
    },
    ...iconsOf(tool),
  }
}

/** The older protocol knows structured results that are objects, and no others. */
export function describesObject(schema: JsonSchema | undefined): schema is JsonSchema {
  return schema?.['type'] === 'object'
}

function iconsOf({ icon }: ToolManifest): { icons?: Icon[] } {
  // A name means an icon of our own pages, which no client knows.
  return icon?.startsWith('data:image/svg+xml') ? { icons: [{ src: icon, mimeType: 'image/svg+xml' }] } : {}
}
