import { messageOf } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import type { ModelInfo, ModelProvider } from '@svc/plugin/contracts/models'

const freshMs = 60_000
const failedMs = 15_000

export interface DiscoveryOptions {
  clock: Clock
  log: Logger
  signal: AbortSignal
}

/**
 * A provider's list of models, remembered. Only the first asking waits for the provider; later a list that has grown old is renewed in
 * the background, and one that cannot be had now stays as it was.
 */
export class ModelDiscovery {
  readonly #provider: ModelProvider
  readonly #options: DiscoveryOptions
  #models: readonly ModelInfo[] = []
  #askedAt: number | null = null
  #error: string | null = null
  #isKnown = false
  #asking: Promise<void> | null = null

  constructor(provider: ModelProvider, options: DiscoveryOptions) {
    this.#provider = provider
    this.#options = options
  }

  /** The same array until the list is renewed. */
  get models(): readonly ModelInfo[] {
    return this.#models
  }

  /** Why the last asking failed. */
  get error(): string | null {
    return this.#error
  }

  /** False while the provider has never listed its models. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  /** Null when the list can be used as it is. */
  refresh(): Promise<void> | null {
    const age = this.#askedAt === null ? Infinity : this.#options.clock.now() - this.#askedAt
    // Below zero it was asked before the clock was set back.
    if (age >= 0 && age < (this.#error === null ? freshMs : failedMs)) return null
    const isFirst = this.#askedAt === null
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return isFirst ? this.#asking : null
  }

  /** Asks now. @throws what the provider throws */
  async renew(signal: AbortSignal): Promise<readonly ModelInfo[]> {
    const models = await this.#provider.list(signal)
    this.#take(models)
    return models
  }

  async #ask(): Promise<void> {
    const { clock, log, signal } = this.#options
    try {
      await this.renew(signal)
    } catch (error) {
      this.#error = messageOf(error)
      if (!signal.aborted)
        log.warn({ provider: this.#provider.id, reason: this.#error }, 'a model provider could not list its models')
    }
    this.#askedAt = clock.now()
  }

  #take(models: readonly ModelInfo[]): void {
    this.#models = models
    this.#isKnown = true
    this.#error = null
    this.#askedAt = this.#options.clock.now()
  }
}
