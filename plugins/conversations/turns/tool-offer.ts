import type { Principal, ToolManifest } from '@svc/plugin'
import type { ChatTool } from '@svc/plugin/contracts/models'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'
import type { ToolSet } from '../records.ts'

/** The tools that a conversation offers its model now: those of its set which the caller may have called. */
export function offeredTools(catalog: ToolCatalog | undefined, principal: Principal, set: ToolSet): ToolManifest[] {
  if (catalog === undefined || set === 'none') return []
  const isReachable = catalog.reachableBy(principal)
  return catalog.list().filter(tool => (set === 'all' || set.includes(tool.name)) && isReachable(tool))
}

const chatTools = new WeakMap<ToolManifest, ChatTool>()

/** The same object for the same manifest, so that what is computed of it once can be kept beside it. */
export function toChatTool(manifest: ToolManifest): ChatTool {
  const known = chatTools.get(manifest)
  if (known !== undefined) return known
  const { name, title, description, input_schema } = manifest
  const tool = { name, description: description === '' ? title : description, parameters: input_schema }
  chatTools.set(manifest, tool)
  return tool
}
