import { assertOwnDrivers, controlPlaces, openStoppedHome, saveSetting } from '../../../kernel/index.ts'
import type { KernelConfig } from '../../../kernel/index.ts'
import { withControl } from './move-control.ts'

export interface PluginSwitch {
  config: KernelConfig
  id: string
  enabled: boolean
}

/**
 * Writes down whether a plugin runs from the next start on. It needs the plugin's id alone, so it works where a server would not start.
 * @throws ConflictError `home_in_use` while a server runs on the home
 */
export async function recordPluginSwitch({ config, id, enabled }: PluginSwitch): Promise<void> {
  assertOwnDrivers(config, ['control'])
  const { database_url: databaseUrl = null } = config
  const home = await openStoppedHome(config.home, databaseUrl, 'control')
  try {
    const { home: inHome, database } = controlPlaces(home.path, databaseUrl)
    const change = { enabled, updated_at: new Date().toISOString() }
    await withControl(database ?? inHome, control => control.transaction(tx => saveSetting(tx, id, change)))
  } finally {
    await home.release()
  }
}
