import { InternalError } from '@svc/plugin'
import type { JsonValue, WorkingChild } from '@svc/plugin'
import { hostFailure } from './host-failure.ts'
import type { Limits } from './host-failure.ts'

/** What one caller asks of a process, with failures in words that fit the work. */
export class HostWork {
  readonly #child: WorkingChild<null>
  readonly #limits: Limits

  constructor(child: WorkingChild<null>, limits: Limits) {
    this.#child = child
    this.#limits = limits
  }

  async ask<Answer>(method: string, params: object | null): Promise<Answer> {
    return (await this.#ask(method, params)).value as Answer
  }

  /** For a method that answers with raw bytes. */
  async askBytes(method: string, params: object | null): Promise<Uint8Array> {
    const { bytes } = await this.#ask(method, params)
    if (!bytes) throw new InternalError(`A query host answered ${method} without bytes.`)
    return bytes
  }

  async #ask(method: string, params: object | null): ReturnType<WorkingChild<null>['requestBytes']> {
    try {
      return await this.#child.requestBytes(method, params as JsonValue)
    } catch (error) {
      throw await hostFailure(error, this.#child.child, this.#limits)
    }
  }
}
