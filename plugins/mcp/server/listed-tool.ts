import type { Icon, Tool } from '@modelcontextprotocol/server'
import { hasScope } from '@svc/plugin'
import type { JsonSchema, Principal, ToolManifest } from '@svc/plugin'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'

/** The tools this caller may call, at once or after a person said yes. */
export function toolsFor(catalog: ToolCatalog, principal: Principal): ToolManifest[] {
  return callable(catalog, principal, catalog.list())
}

export function mayCall(catalog: ToolCatalog, principal: Principal, tool: ToolManifest): boolean {
  return callable(catalog, principal, [tool]).length > 0
}

function callable(catalog: ToolCatalog, principal: Principal, tools: readonly ToolManifest[]): ToolManifest[] {
  const grantOf = catalog.grantsFor(principal)
  return tools.filter(tool => {
    const isInScope = tool.permission === null || hasScope(principal.scopes, tool.permission)
    return isInScope && grantOf(tool) !== 'deny'
  })
}

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
