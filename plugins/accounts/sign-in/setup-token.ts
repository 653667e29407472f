import { hashSecret, secretMatches } from '@svc/plugin'
import type { InstallationFiles } from '@svc/plugin'

const tokenBytes = 24
const path = 'setup_token'

/** The one-time token. It proves that the caller of the setup can read this machine's home or the server's output. */
export class SetupToken {
  readonly #files: InstallationFiles
  #hash: string | null = null
  #token: string | null = null

  constructor(files: InstallationFiles) {
    this.#files = files
  }

  /** A new token; the one of an earlier start ends, unless another server has it too. */
  async issue(secret: (bytes: number) => string): Promise<string> {
    const { isShared } = this.#files
    if (!isShared) await this.#files.remove(path)
    const token = (await this.#files.create(path, `${secret(tokenBytes)}\n`)).trim()
    this.#hash = hashSecret(token)
    this.#token = token
    return token
  }

  /** The text for the server's output; null when there is no token. */
  get current(): string | null {
    return this.#token
  }

  matches(token: string): boolean {
    return this.#hash !== null && secretMatches(token, this.#hash)
  }

  async discard(): Promise<void> {
    this.#hash = null
    this.#token = null
    await this.#files.remove(path)
  }
}
