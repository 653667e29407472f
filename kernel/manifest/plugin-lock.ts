import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '@svc/plugin'
import type { EventType, JsonSchema, Migration, ToolManifest } from '@svc/plugin'
import type { PluginManifest } from './generated/plugin-manifest.ts'

/** A build's plugins as they were read and checked when it was made; the form of `plugins.lock.json`. */
export interface PluginLock {
  format: 1
  plugins: readonly LockedPlugin[]
}

/** A manifest with all that it points to inside. */
export interface LockedPlugin {
  /** The name of its folder. */
  folder: string
  manifest: PluginManifest
  hash: string
  config: JsonSchema | null
  tools: ToolManifest[]
  events: EventType[]
  /** Payload schemas by job kind. */
  payloads: Readonly<Record<string, JsonSchema>>
  migrations: readonly Migration[]
}

/** Beside the folder of the built-in plugins. */
export function lockFileOf(builtinPlugins: string): string {
  return join(builtinPlugins, '..', 'plugins.lock.json')
}

/**
 * The lock of the build that the folder belongs to; null for sources, which have none. A build is never changed in place, so what the
 * lock says need not be compared with its files.
 */
export function readPluginLock(builtinPlugins: string): PluginLock | null {
  const path = lockFileOf(builtinPlugins)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new Error(`The build's list of plugins, ${path}, cannot be read. Make the build again.`, { cause: error })
  }
  const lock = JSON.parse(text) as PluginLock
  if (lock.format !== 1) throw new Error(`${path} is of another version of svc. Make the build again.`)
  return lock
}
