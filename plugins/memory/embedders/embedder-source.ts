import { ForbiddenError, UnavailableError } from '@svc/plugin'
import type { Callers, ChildProcesses, Principal, VectorSpace } from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'
import { BuiltInEmbedder, builtInSpaceOf } from './built-in/built-in-embedder.ts'
import { builtIn, builtInInt8, off } from './embedder.ts'
import type { Embedder } from './embedder.ts'
import type { TokenCacheUse } from './token-matches.ts'
import type { ChosenEmbedder } from './embedder-store.ts'
import { ModelEmbedder, spaceOf } from './model-embedder.ts'

export interface EmbedderSourceOptions {
  /** Absent: no plugin provides models. */
  models: Models | undefined
  callers: Callers
  children: ChildProcesses
}

const offSpace: VectorSpace = { key: off, dimensions: 0 }

/** Opens embedders by their names. */
export class EmbedderSource {
  readonly #options: EmbedderSourceOptions
  readonly #builtIn: ReadonlyMap<string, BuiltInEmbedder>

  constructor(options: EmbedderSourceOptions) {
    this.#options = options
    const { children } = options
    this.#builtIn = new Map([builtIn, builtInInt8].map(name => [name, new BuiltInEmbedder(name, children)]))
  }

  /** The space of an embedder where it is known without asking anybody. */
  knownSpace(embedder: string): VectorSpace | null {
    return embedder === off ? offSpace : builtInSpaceOf(embedder)
  }

  /** What is kept of passages that were compared with questions, by all that are loaded. */
  tokenCache(): TokenCacheUse {
    const sum = { bytes: 0, passages: 0, hits: 0, misses: 0 }
    for (const { tokenCache } of this.#builtIn.values()) {
      sum.bytes += tokenCache?.bytes ?? 0
      sum.passages += tokenCache?.passages ?? 0
      sum.hits += tokenCache?.hits ?? 0
      sum.misses += tokenCache?.misses ?? 0
    }
    return sum
  }

  /** What the built-in embedders run on; null for another one. */
  stateOf(embedder: string): BuiltInEmbedder['state'] | null {
    return this.#builtIn.get(embedder)?.state ?? null
  }

  /** Embeds one text and returns the vector with its space. @throws as `Models.embed`, UnavailableError */
  async tried(embedder: string, principal: Principal, signal: AbortSignal): Promise<VectorSpace> {
    if (embedder === off) return offSpace
    const known = this.#builtIn.get(embedder)
    if (!known) return spaceOf(this.#models(), embedder, principal, signal)
    await known.documents(principal.workspace_id, ['Good day.'], signal)
    return known.space
  }

  /** @throws UnavailableError where it is off, or a model and nobody provides models */
  open(workspaceId: string, { embedder, space, chosen_by }: ChosenEmbedder): Embedder {
    if (embedder === off) throw new UnavailableError('Search by meaning is switched off in this workspace.')
    const known = this.#builtIn.get(embedder)
    if (!known) {
      const caretaker = () => this.caretaker(workspaceId, chosen_by)
      return new ModelEmbedder({ models: this.#models(), model: embedder, space, caretaker })
    }
    if (space.key === known.space.key) return known
    // The file was written by another version.
    throw new UnavailableError('The built-in embedder is of another version than the vectors that are kept.')
  }

  /**
   * Who the workspace's documents are embedded for: the admin who chose the embedder, as they are today, by no key; else, where the
   * configuration chose or the admin is gone, the operator of the installation.
   */
  async caretaker(workspaceId: string, chosenBy: ChosenEmbedder['chosen_by']): Promise<Principal> {
    const { callers } = this.#options
    if (chosenBy !== null) {
      try {
        return await callers.resume({ ...chosenBy, workspace_id: workspaceId, key_id: null, scopes: ['*'] })
      } catch (error) {
        if (!(error instanceof ForbiddenError)) throw error
      }
    }
    const operator = await callers.operator()
    if (operator === null) throw new UnavailableError('Nobody runs this installation yet.')
    return { ...operator, workspace_id: workspaceId }
  }

  async close(): Promise<void> {
    await Promise.all(this.#builtIn.values().map(embedder => embedder.close()))
  }

  #models(): Models {
    const { models } = this.#options
    if (!models) throw new UnavailableError('The plugin that knows models is switched off.')
    return models
  }
}
