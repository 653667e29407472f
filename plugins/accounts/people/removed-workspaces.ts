import { messageOf } from '@svc/plugin'
import type { Clock, ControlRecords, ControlTransaction, Logger, WorkspaceRemoval } from '@svc/plugin'

const factId = 'removed_workspaces'
/** Tried again after so long; and as long after a removal, what late work has left is cleared. */
const againMs = 60_000
/** By the server that deleted the records, while another one gives the workspace up. */
const soonMs = 3000
/** Starts clear what was removed so long ago, at the most: no work is late for longer, no upload waits longer. */
const rememberedMs = 30 * 24 * 3_600_000

/** By workspace. In the control plane, so that the deletion of the records and the order to remove the rest are one transaction. */
type Removals = Record<string, Removal>

interface Removal {
  at: string
  done: boolean
}

export interface RemovedWorkspacesOptions {
  control: ControlRecords
  removal: WorkspaceRemoval
  clock: Clock
  log: Logger
}

/** Workspaces without records, whose data is to go. */
export class RemovedWorkspaces {
  readonly #options: RemovedWorkspacesOptions
  /** How often this process has cleared what was removed. */
  readonly #cleared = new Map<string, number>()
  /** Of those deleted here, the ones that are not removed yet. */
  readonly #awaited = new Set<string>()
  #asked = new AbortController()

  constructor(options: RemovedWorkspacesOptions) {
    this.#options = options
  }

  /** In the transaction that deletes the workspace's records. */
  async note(tx: ControlTransaction, workspaceId: string): Promise<void> {
    const removals = await read(tx)
    await write(tx, { ...removals, [workspaceId]: { at: this.#options.clock.timestamp(), done: false } })
  }

  /** Once that transaction is through: they need not wait. */
  begin(workspaceId: string): void {
    this.#awaited.add(workspaceId)
    this.#asked.abort()
  }

  /** Removes what is noted, now and whenever there is more, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    while (!signal.aborted) {
      this.#asked = new AbortController()
      await this.#look(signal).catch((error: unknown) => {
        log.warn({ reason: messageOf(error) }, 'deleted workspaces cannot be looked for now; trying again')
      })
      const pause = this.#awaited.size > 0 ? soonMs : againMs
      await clock.sleep(pause, AbortSignal.any([signal, this.#asked.signal])).catch(() => undefined)
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { control, log } = this.#options
    const removals = await control.read(read)
    for (const [workspaceId, removal] of Object.entries(removals)) {
      if (signal.aborted) return
      await this.#lookAt(workspaceId, removal).catch((error: unknown) => {
        log.warn(
          { workspace_id: workspaceId, reason: messageOf(error) },
          'the data of a deleted workspace could not be removed; trying again',
        )
      })
    }
  }

  async #lookAt(workspaceId: string, { at, done }: Removal): Promise<void> {
    if (!done) return this.#remove(workspaceId)
    this.#awaited.delete(workspaceId)
    if (this.#options.clock.now() - Date.parse(at) > rememberedMs)
      return this.#change(({ [workspaceId]: _old, ...rest }) => rest)
    await this.#clear(workspaceId)
  }

  async #remove(workspaceId: string): Promise<void> {
    const { removal, log } = this.#options
    if (!(await removal.remove(workspaceId))) return
    await this.#change(({ [workspaceId]: found, ...rest }) =>
      found ? { ...rest, [workspaceId]: { ...found, done: true } } : rest,
    )
    this.#awaited.delete(workspaceId)
    log.info({ workspace_id: workspaceId }, 'removed the data of a deleted workspace')
  }

  /** At the start, and once more when what was under way then has ended. */
  async #clear(workspaceId: string): Promise<void> {
    const times = this.#cleared.get(workspaceId) ?? 0
    if (times > 1) return
    await this.#options.removal.clear(workspaceId)
    this.#cleared.set(workspaceId, times + 1)
  }

  async #change(change: (removals: Removals) => Removals): Promise<void> {
    await this.#options.control.transaction(async tx => write(tx, change(await read(tx))))
  }
}

async function read(reader: Pick<ControlTransaction, 'get'>): Promise<Removals> {
  const fact = await reader.get('facts', factId)
  return fact === null ? {} : (JSON.parse(fact.value) as Removals)
}

async function write(tx: ControlTransaction, removals: Removals): Promise<void> {
  const value = JSON.stringify(removals)
  if ((await tx.update('facts', factId, { value })) === null) await tx.insert('facts', { id: factId, value })
}
