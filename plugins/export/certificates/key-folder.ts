import { InternalError } from '@svc/plugin'
import type { InstallationFiles } from '@svc/plugin'

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

const folder = 'signing'
const keyName = /^(?:key|crt)_[A-Za-z0-9_]{1,80}\.json$/

/** `signing/`: one file for each key that this instance signed with, at whichever of its servers. */
export class KeyFolder {
  readonly #files: InstallationFiles

  constructor(files: InstallationFiles) {
    this.#files = files
  }

  /** The newest first. */
  async list(): Promise<KeptKey[]> {
    const texts = await this.#files.list(folder)
    const keys = [...texts].filter(([name]) => keyName.test(name)).map(([name, text]) => read(name, text))
    return keys.toSorted((one, other) => compare(other.created_at, one.created_at) || compare(other.key_id, one.key_id))
  }

  async write(key: KeptKey): Promise<void> {
    await this.#files.write(`${folder}/${key.key_id}.json`, `${JSON.stringify(key, null, 2)}\n`)
  }
}

function read(name: string, text: string): KeptKey {
  try {
    return JSON.parse(text) as KeptKey
  } catch (cause) {
    throw new InternalError(
      `${folder}/${name} cannot be read as a signing key. Put it back from a backup, or move it away.`,
      { cause },
    )
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
