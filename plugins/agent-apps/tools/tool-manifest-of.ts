import type { JsonSchema, ToolEffect, ToolManifest } from '@svc/plugin'
import type { AppDefinition } from '../manifest/app-definition.ts'
import { toolNameOf } from './app-tool-name.ts'

const pluginId = 'agent-apps'
/** That a call may wait for its turn, beyond its own time. */
const turnMs = 10_000

/** What a prompt answers when its manifest has no `outputs`. */
const promptOutput: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}

/** A folder as the tools list it. */
export function toolManifestOf(definition: AppDefinition, effect: ToolEffect): ToolManifest {
  const { kind, name, display_name, description, inputs, outputs, icon, entry } = definition
  const output_schema = outputs ?? (entry.type === 'prompt' ? promptOutput : null)
  return {
    name: toolNameOf(definition),
    title: display_name ?? name,
    description,
    input_schema: inputs,
    ...(output_schema && { output_schema }),
    effect,
    annotations: {
      read_only: effect === 'read',
      destructive: effect === 'destructive',
      open_world: definition.permissions.network.length > 0 || effect === 'external',
    },
    ...(icon !== null && { icon }),
    timeout_ms: definition.limits.timeout_ms + turnMs,
    plugin: pluginId,
    permission: kind === 'app' ? 'agent-apps:write' : 'tools:write',
  }
}
