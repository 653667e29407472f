import { openControl, openHome } from '../planes/index.ts'
import { saveSetting } from './plan/choose.ts'
import { createIds, createLogger, systemClock } from '../services/index.ts'

export interface PluginSwitch {
  home: string
  databaseUrl: string | null
  id: string
  enabled: boolean
}

/**
 * Writes down whether a plugin runs from the next start on, with nothing but its id: for a home whose server is stopped and would not
 * start. @throws ConflictError `home_in_use` while a server runs on the home
 */
export async function recordPluginSwitch({ id, enabled, databaseUrl, ...options }: PluginSwitch): Promise<void> {
  const services = { clock: systemClock, ids: createIds(systemClock), log: createLogger({ level: 'silent' }) }
  const home = await openHome(options.home, services)
  try {
    const control = await openControl({ home, databaseUrl, ...services })
    try {
      const change = { enabled, updated_at: systemClock.timestamp() }
      await control.transaction(tx => saveSetting(tx, id, change))
    } finally {
      await control.close()
    }
  } finally {
    await home.release()
  }
}
