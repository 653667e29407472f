import { setTimeout as wait } from 'node:timers/promises'
import { SvcError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { CliUpload, CommandClient } from '@svc/plugin/contracts/cli'

const pauseMs = 5000
const mostPauses = 24

/** Sends to this server, and waits where there were too many requests in a minute. */
export class PatientClient {
  readonly #client: CommandClient
  readonly #signal: AbortSignal

  constructor(client: CommandClient, signal: AbortSignal) {
    this.#client = client
    this.#signal = signal
  }

  /** @throws as `CommandClient.request` */
  send<Answer>(method: string, path: string, body?: JsonObject): Promise<Answer> {
    return this.#patiently(() => this.#client.request<Answer>(method, path, body))
  }

  /** `open` gives the bytes, once for each try. @throws as `CommandClient.upload` */
  put(path: string, open: () => Promise<CliUpload>): Promise<unknown> {
    return this.#patiently(async () => this.#client.upload('PUT', path, await open()))
  }

  async #patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let pauses = 0; ; pauses += 1) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof SvcError) || error.status !== 429 || pauses === mostPauses) throw error
        await wait(pauseMs, undefined, { signal: this.#signal })
      }
    }
  }
}
