import { ForbiddenError, UnavailableError } from '@svc/plugin'
import type { Callers, ChildProcesses, Principal, VectorSpace } from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'
import { BuiltInEmbedder, builtInSpace } from './built-in/built-in-embedder.ts'
import { builtIn, off } from './embedder.ts'
import type { Embedder } from './embedder.ts'
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
  readonly #builtIn: BuiltInEmbedder

  constructor(options: EmbedderSourceOptions) {
    this.#options = options
    this.#builtIn = new BuiltInEmbedder(options.children)
  }

  /** The space of an embedder where it is known without asking anybody. */
  knownSpace(embedder: string): VectorSpace | null {
    if (embedder === builtIn) return builtInSpace
    return embedder === off ? offSpace : null
  }

  /** Embeds one text and returns the vector with its space. @throws as `Models.embed`, UnavailableError */
  async tried(embedder: string, principal: Principal, signal: AbortSignal): Promise<VectorSpace> {
    if (embedder === off) return offSpace
    if (embedder !== builtIn) return spaceOf(this.#models(), embedder, principal, signal)
    await this.#builtIn.query(principal, 'Good day.', signal)
    return builtInSpace
  }

  /** @throws UnavailableError where it is off, or a model and nobody provides models */
  open(workspaceId: string, { embedder, space, chosen_by }: ChosenEmbedder): Embedder {
    if (embedder === off) throw new UnavailableError('Search by meaning is switched off in this workspace.')
    if (embedder !== builtIn) {
      const caretaker = () => this.caretaker(workspaceId, chosen_by)
      return new ModelEmbedder({ models: this.#models(), model: embedder, space, caretaker })
    }
    if (space.key === builtInSpace.key) return this.#builtIn
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

  close(): Promise<void> {
    return this.#builtIn.close()
  }

  #models(): Models {
    const { models } = this.#options
    if (!models) throw new UnavailableError('The plugin that knows models is switched off.')
    return models
  }
}
