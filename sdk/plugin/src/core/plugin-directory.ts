import type { JsonSchema } from '../json-schema.ts'
import type { Principal, Role } from '../principal.ts'
import { defineService } from '../service.ts'

/** `not-started`: the configuration names it since the last start. */
export type PluginOutcome = 'running' | 'failed' | 'degraded' | 'disabled' | 'waiting-for-owner' | 'not-started'

export interface PluginStatus {
  id: string
  version: string
  title: string
  description: string
  builtin: boolean
  enabled: boolean
  outcome: PluginOutcome
  /** Milliseconds of its setup. */
  setup_ms: number | null
  /** Why it is not running. */
  error: string | null
  /** The manifest's sha256, pinned when a third-party plugin is enabled. */
  manifest_hash: string
  /** True when the change takes effect at the next start. */
  restart_required: boolean
}

/** A setting of the server or of a plugin, as the last start found it. */
export interface ConfiguredSetting {
  /** As in `svc.config.yaml`. */
  key: string
  /** Secrets read `[redacted]`. */
  value: unknown
  /** Where it came from: `--port`, `SVC_PORT`, `SVC_PORT_FILE`, `svc.config.yaml:3`, `settings.json` (chosen in the app), `default`. */
  origin: string
  schema: JsonSchema
}

/** A page of the browser app, as a plugin's manifest declares it. */
export interface DeclaredPage {
  path: string
  title: string
  icon?: string
  group?: 'main' | 'knowledge' | 'automate' | 'build' | 'instance'
  order?: number
  role?: Role
  /** Inside the plugin's folder, such as `./web/page.js`. */
  module?: string
}

/** A plugin that declares pages, with how it fares. */
export interface PluginPages extends PluginStatus {
  /** Absolute. */
  folder: string
  pages: readonly DeclaredPage[]
}

/** The boot report's facts, and the switches behind them. */
export interface PluginDirectory {
  /** The plugins of the last start. */
  list(): PluginStatus[]
  /** Of the plugins of the last start those that declare pages. */
  pages(): PluginPages[]
  settings(): readonly ConfiguredSetting[]
  /** What was chosen in the app, by key: weaker than flags, environment and file, and counting from the next start on. */
  chosenSettings(): Promise<Readonly<Record<string, unknown>>>
  /** Keeps these instead, unless a start with them would be refused: the answer says what for, and where; `key: …` in `settings.json`. */
  chooseSettings(chosen: Readonly<Record<string, unknown>>): Promise<readonly { where: string; message: string }[]>
  /** Those that the configuration has gained since: they are read anew, and begin with the next start. */
  added(): Promise<PluginStatus[]>
  /**
   * Records the switch and, for a third-party plugin that is switched on, pins its manifest hash. Takes effect at the next start.
   * @throws NotFoundError; ConflictError `required_by` when enabled plugins need it, `set_by_configuration` when a flag,
   * the environment or the file decides it.
   */
  setEnabled(actor: Principal, id: string, enabled: boolean): Promise<PluginStatus>
}

export const pluginDirectory = defineService<PluginDirectory>('core.plugins')
