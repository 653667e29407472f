import type { AppDefinition } from '../manifest/app-definition.ts'

const prefix = 'app_'
/** Models and clients take no longer name of a tool. */
export const longestToolName = 64

/** The name by which an app stands among the tools. */
export function appToolName(app: string): string {
  return `${prefix}${app}`
}

/** The app that a tool's name stands for, or null. Names of folders have no `_`. */
export function appOfTool(tool: string): string | null {
  return tool.startsWith(prefix) ? tool.slice(prefix.length) : null
}

/** The name by which a folder is called as a tool. */
export function toolNameOf({ kind, name }: Pick<AppDefinition, 'kind' | 'name'>): string {
  return kind === 'app' ? appToolName(name) : name
}
