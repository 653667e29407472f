import { chmod, mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, InternalError, storageFull, isDiskFull, syncPath } from '@svc/plugin'

/** A key of the instance as it is kept: its private half sealed, and gone once it is retired. */
export interface KeptKey {
  key_id: string
  kind: 'ed25519' | 'x509'
  /** SPKI DER in base64. */
  public_key: string
  certificate_pem: string | null
  fingerprint_sha256: string
  created_at: string
  retired_at: string | null
  /** PKCS #8 in base64, sealed. */
  sealed_key: string | null
}

const keyName = /^(?:key|crt)_[A-Za-z0-9_]{1,80}\.json$/

/** `<home>/signing/`: one file for each key that this instance signed with. Written whole or not at all, and read by its owner alone. */
export class KeyFolder {
  readonly #path: string

  constructor(home: string) {
    this.#path = join(home, 'signing')
  }

  /** The newest first. */
  async list(): Promise<KeptKey[]> {
    const names = await readdir(this.#path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
    const keys = await Promise.all(names.filter(name => keyName.test(name)).map(name => this.#read(name)))
    return keys.toSorted((one, other) => compare(other.created_at, one.created_at) || compare(other.key_id, one.key_id))
  }

  async write(key: KeptKey): Promise<void> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 })
    await chmod(this.#path, 0o700)
    const file = join(this.#path, `${key.key_id}.json`)
    const draft = `${file}.${process.pid}.tmp`
    try {
      const handle = await open(draft, 'w', 0o600)
      try {
        await handle.writeFile(`${JSON.stringify(key, null, 2)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, file)
      await syncPath(this.#path)
    } catch (error) {
      throw isDiskFull(error) ? storageFull('a signing key', error) : error
    }
  }

  async #read(name: string): Promise<KeptKey> {
    const file = join(this.#path, name)
    try {
      return JSON.parse(await readFile(file, 'utf8')) as KeptKey
    } catch (cause) {
      throw new InternalError(`${file} cannot be read as a signing key. Put it back from a backup, or move it away.`, {
        cause,
      })
    }
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
