import type { EventType, ExtensionPoint, PluginDirectory, ToolBindings } from '@svc/plugin'
import type { ChildPrograms } from './children/index.ts'
import type { DeclaredKind } from './jobs/index.ts'
import { defineValue } from './room.ts'

/** A field that holds the id of a record, as a manifest declares it beside the permission that reading the record takes. */
export interface RecordField {
  field: string
  scope: string
  plugin: string
}

/** What rooms may know of the plugins: what their manifests declare, and which of them run. */
export interface InstalledPlugins {
  permissions: ReadonlySet<string>
  /** Those of them that the scope `*` of a key does not include. */
  explicitPermissions: ReadonlySet<string>
  /** Fields that hold ids of records, with the scope that reading the record takes. */
  recordFields: readonly RecordField[]
  eventTypes: readonly EventType[]
  /** Of every plugin that is there, running or not. */
  jobKinds: readonly DeclaredKind[]
  /** Child programs, named `<plugin>/<program>`. */
  programs: ChildPrograms
  directory: PluginDirectory
  tools: ToolBindings
  /** By id, whether it runs. */
  features(): Record<string, boolean>
  /** What was contributed to a point that a room hosts; complete once every plugin is set up. */
  contributions<T>(point: ExtensionPoint<T>): T[]
}

export const installedPlugins = defineValue<InstalledPlugins>('installed plugins')
