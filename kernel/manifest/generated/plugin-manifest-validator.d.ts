// Generated from plugin.schema.json by npm run generate. Do not edit.
import type { PluginManifest } from './plugin-manifest.ts'

interface SchemaError {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: object
}

export declare const validatePluginManifest: ((value: unknown) => value is PluginManifest) & { errors?: SchemaError[] | null }
