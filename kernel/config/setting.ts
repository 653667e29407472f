import type { JsonSchema } from '@svc/plugin'

/** The schema of one slice: an object whose properties are its settings. */
export interface SettingsSchema extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

/** One value that can be set by flag, environment and file. */
export interface Setting {
  /** As in `svc.config.yaml`: `port`, `plugins.models.base_url`. */
  key: string
  /** Its environment variable; with `_FILE` behind it, the file that holds the value. */
  variable: string
  schema: JsonSchema
  secret: boolean
}

/** Whose settings: the kernel's, or a plugin's. */
type SliceOwner = { kind: 'kernel' } | { kind: 'plugin'; id: string }

const kernelOwner: SliceOwner = { kind: 'kernel' }

/** `agent-apps` as it stands in a variable's name. */
function variablePart(name: string): string {
  return name.replaceAll('-', '_').toUpperCase()
}

/** The settings of a slice, in the order of its schema. */
export function settingsOf(schema: SettingsSchema, owner: SliceOwner = kernelOwner): Setting[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    // What was a setting of the server before a plugin took it over keeps its name.
    const plugin = owner.kind === 'plugin' && property['x-top-level'] !== true ? owner.id : null
    const variable = `SVC_${plugin === null ? '' : `${variablePart(plugin)}_`}${variablePart(name)}`
    return {
      key: plugin === null ? name : `plugins.${plugin}.${name}`,
      variable: typeof property['x-env'] === 'string' ? property['x-env'] : variable,
      schema: property,
      secret: property['x-secret'] === true,
    }
  })
}

/** The switch of a plugin. Without a value it is what the owner chose last, or on. */
export function enabledSetting(id: string): Setting {
  return {
    key: `plugins.${id}.enabled`,
    variable: `SVC_PLUGIN_${variablePart(id)}_ENABLED`,
    schema: { type: 'boolean', description: `Whether the plugin ${id} runs.` },
    secret: false,
  }
}
