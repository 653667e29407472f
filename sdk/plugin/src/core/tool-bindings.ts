import type { ToolHandler, ToolManifest, ToolOptions } from '../tool.ts'
import { defineService } from '../service.ts'

/** A declared tool with its bound handler. */
export interface ToolBinding {
  manifest: ToolManifest
  handler: ToolHandler
  check?: ToolOptions['check']
}

/** Every tool that the running plugins declare and bind. Complete once every plugin is set up; before that, reading throws. */
export interface ToolBindings {
  all(): readonly ToolBinding[]
}

export const toolBindings = defineService<ToolBindings>('core.tools')
