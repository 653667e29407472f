import type { EventType, JsonSchema, Migration, ToolManifest } from '@svc/plugin'
import type { BootProblem } from '../boot-error.ts'
import type { PluginManifest } from './generated/plugin-manifest.ts'

export type { PluginManifest } from './generated/plugin-manifest.ts'

/** Where a plugin is. */
export interface ManifestPlace {
  folder: string
  builtin: boolean
  /** Paths in messages are relative to it. */
  cwd: string
}

/** A manifest that fits its schema, with all that it points to. */
export interface LoadedManifest {
  manifest: PluginManifest
  /** Absolute. */
  folder: string
  /** `plugin.json` as it is shown to people. */
  file: string
  /** sha256 of `plugin.json` and the files it names as schemas. */
  hash: string
  builtin: boolean
  /** Somebody is writing it: it is trusted as it is. */
  isDeveloped?: boolean
  config: JsonSchema | null
  tools: ToolManifest[]
  events: EventType[]
  /** Payload schemas by kind. */
  payloads: ReadonlyMap<string, JsonSchema>
  /** Steps for the data plane, where the lock of a build holds them; otherwise they are imported when they are needed. */
  migrations: readonly Migration[] | null
  /** Why the plugin cannot load; then the manifest says no more than who it is. Empty in one that is whole. */
  faults: readonly BootProblem[]
}
