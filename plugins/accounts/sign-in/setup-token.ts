import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSecret, secretMatches } from '@svc/plugin'

const tokenBytes = 24

/** The one-time token. It proves that the caller of the setup can read this machine's home or the server's output. */
export class SetupToken {
  readonly #path: string
  #hash: string | null = null
  #token: string | null = null

  constructor(homePath: string) {
    this.#path = join(homePath, 'setup_token')
  }

  /** A new token; the one of an earlier start ends. */
  async issue(secret: (bytes: number) => string): Promise<string> {
    const token = secret(tokenBytes)
    // Removed first: writing to an existing file would keep its mode, and its readers.
    await rm(this.#path, { force: true })
    await writeFile(this.#path, `${token}\n`, { mode: 0o600, flag: 'wx' })
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
    await rm(this.#path, { force: true })
  }
}
