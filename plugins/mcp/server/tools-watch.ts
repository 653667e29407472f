import { hash } from 'node:crypto'
import type { Clock, ToolManifest } from '@svc/plugin'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'

export interface ToolsWatchOptions {
  catalog: Pick<ToolCatalog, 'list'>
  clock: Clock
  signal: AbortSignal
  /** Notifies every client that listens. */
  notify(): Promise<void>
}

const lookMs = 2000

/** Looks whether the list of tools is another one, until the signal. Its sources come and go without a word: folders, other servers. */
export async function watchTools({ catalog, clock, signal, notify }: ToolsWatchOptions): Promise<void> {
  let seen = catalog.list()
  let state = stateOf(seen)
  while (!signal.aborted) {
    try {
      await clock.sleep(lookMs, signal)
    } catch {
      // The server stops.
      return
    }
    const list = catalog.list()
    // The same array while nothing changed: an idle server does not read a thousand schemas again.
    if (list === seen) continue
    seen = list
    const before = state
    state = stateOf(list)
    if (state !== before) await notify()
  }
}

function stateOf(tools: readonly ToolManifest[]): string {
  return hash('sha1', JSON.stringify(tools))
}
