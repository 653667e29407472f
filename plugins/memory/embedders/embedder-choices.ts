import type { DataPlane, EventLog, MemoryPlane, Principal, WorkspaceDatabase } from '@svc/plugin'
import { off } from './embedder.ts'
import type { EmbedderSource } from './embedder-source.ts'
import { embedderStore } from './embedder-store.ts'
import type { ChosenEmbedder, EmbedderChoice } from './embedder-store.ts'

export interface EmbedderChoicesOptions {
  data: DataPlane
  plane: MemoryPlane
  events: EventLog
  source: EmbedderSource
  /** The configured embedder: that of every workspace which has not chosen. */
  configured: string
}

/** Which embedder each workspace searches with, and which one is being made ready. */
export class EmbedderChoices {
  readonly #options: EmbedderChoicesOptions

  constructor(options: EmbedderChoicesOptions) {
    this.#options = options
  }

  read(workspaceId: string): EmbedderChoice {
    return this.#options.data.use(workspaceId, db => this.#choice(db))
  }

  /** False where the configuration names another embedder than it did, and the workspace follows it. */
  isSettled(choice: EmbedderChoice): boolean {
    const latest = choice.next ?? choice.active
    return latest !== null && (latest.chosen_by !== null || latest.embedder === this.#options.configured)
  }

  /** Follows the configuration where nobody has chosen. @throws as `EmbedderSource.tried` */
  async settle(workspaceId: string, signal: AbortSignal): Promise<void> {
    if (this.isSettled(this.read(workspaceId))) return
    const { source, configured: embedder } = this.#options
    const caretaker = await source.caretaker(workspaceId, null)
    const space = await source.tried(embedder, caretaker, signal)
    this.#change(workspaceId, choice => (this.isSettled(choice) ? null : { embedder, space, chosen_by: null }))
  }

  /** From now on this one, once it is ready. True when searches use it from now. @throws as `EmbedderSource.tried` */
  async choose(principal: Principal, embedder: string, signal: AbortSignal): Promise<boolean> {
    const { user_id, username, workspace_id } = principal
    const space = await this.#options.source.tried(embedder, principal, signal)
    return this.#change(workspace_id, () => ({ embedder, space, chosen_by: { user_id, username } }))
  }

  /** Where everything has its vector: searches use the next embedder from now on. False when there is more to do, or another is next. */
  promote(workspaceId: string, next: ChosenEmbedder): boolean {
    const { data, plane } = this.#options
    return data.use(workspaceId, db =>
      db.transaction(() => {
        if (this.#choice(db).next?.space.key !== next.space.key) return false
        if (plane.unembedded(workspaceId, next.space, { limit: 1 }).length > 0) return false
        this.#activate(db, workspaceId, next)
        return true
      }),
    )
  }

  #change(workspaceId: string, decide: (choice: EmbedderChoice) => ChosenEmbedder | null): boolean {
    const { data } = this.#options
    return data.use(workspaceId, db =>
      db.transaction(() => {
        const choice = this.#choice(db)
        const wanted = decide(choice)
        if (wanted === null) return false
        const isAtOnce = this.#isAtOnce(workspaceId, choice.active, wanted)
        if (isAtOnce) this.#activate(db, workspaceId, wanted)
        else embedderStore.put(db, 'next', wanted)
        return isAtOnce
      }),
    )
  }

  /** Searches keep what they have for as long as it finds more than the new one. */
  #isAtOnce(workspaceId: string, active: ChosenEmbedder | null, wanted: ChosenEmbedder): boolean {
    if (active === null || active.embedder === off || wanted.embedder === off) return true
    if (active.space.key === wanted.space.key) return true
    return this.#options.plane.count(workspaceId, active.space).embedded === 0
  }

  #activate(db: WorkspaceDatabase, workspaceId: string, wanted: ChosenEmbedder): void {
    const before = this.#choice(db).active
    embedderStore.put(db, 'active', wanted)
    embedderStore.dropNext(db)
    if (before?.embedder === wanted.embedder && before.space.key === wanted.space.key) return
    const data = { embedder: wanted.embedder, dimensions: wanted.space.dimensions }
    this.#options.events.append(db, workspaceId, [{ type: 'memory.embedder.changed', data }])
  }

  #choice(db: WorkspaceDatabase): EmbedderChoice {
    const choice = embedderStore.read(db)
    if (choice.active !== null) return choice
    // Nothing is written for a workspace that has no memories.
    const { source, configured: embedder } = this.#options
    const space = source.knownSpace(embedder)
    return { ...choice, active: space && { embedder, space, chosen_by: null } }
  }
}
