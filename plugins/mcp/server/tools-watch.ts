import { hash } from 'node:crypto'
import type { Clock } from '@svc/plugin'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'

export interface ToolsWatchOptions {
  catalog: Pick<ToolCatalog, 'list'>
  clock: Clock
  signal: AbortSignal
  /** Tells every client that listens. */
  tell(): Promise<void>
}

const lookMs = 2000

/** Looks whether the list of tools is another one, until the signal. Its sources come and go without a word: folders, other servers. */
export async function watchTools({ catalog, clock, signal, tell }: ToolsWatchOptions): Promise<void> {
  let seen = stateOf(catalog)
  while (!signal.aborted) {
    try {
      await clock.sleep(lookMs, signal)
    } catch {
      // The server stops.
      return
    }
    const state = stateOf(catalog)
    if (state === seen) continue
    seen = state
    await tell()
  }
}

function stateOf(catalog: Pick<ToolCatalog, 'list'>): string {
  return hash('sha1', JSON.stringify(catalog.list()))
}
