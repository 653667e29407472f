import { defineService } from '../service.ts'

/**
 * Keeps the plugin's secrets unreadable in its tables: sealed with a key of the home (`secrets.json`) that is another one for each
 * plugin. A copy of a workspace's file alone gives nothing away.
 */
export interface Sealer {
  seal(text: string): string
  /** @throws InternalError when it was not sealed by this plugin in this home */
  open(sealed: string): string
}

export const sealer = defineService<Sealer>('core.sealer')
