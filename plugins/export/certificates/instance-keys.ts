import { createPrivateKey, generateKeyPair, hash, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { messageOf } from '@svc/plugin'
import type { Clock, Ids, Logger, Sealer } from '@svc/plugin'
import type { SigningCertificate } from '../signing/cms-signature.ts'
import { makeSelfSigned } from '../signing/instance-certificate.ts'
import { keyIdOf } from '../verifying/manifest/manifest.ts'
import type { KeptKey, KeyFolder } from './key-folder.ts'

const generate = promisify(generateKeyPair)
const renewBeforeMs = 60 * 24 * 3_600_000

export interface InstanceKeysOptions {
  folder: KeyFolder
  sealer: Sealer
  clock: Clock
  ids: Ids
  log: Logger
  /** Named by the instance's own certificate. */
  host: () => string
}

/** A key that manifests are signed with. */
export interface ManifestKey {
  key_id: string
  /** SPKI DER in base64. */
  public_key: string
  key: KeyObject
}

/** The keys of this instance: made when they are first needed, renewed, rotated, and known for ever. */
export class InstanceKeys {
  readonly #options: InstanceKeysOptions
  /** One change at a time, so that two first signatures make one key. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: InstanceKeysOptions) {
    this.#options = options
  }

  /** All that were ever signed with, the newest first. */
  list(): Promise<KeptKey[]> {
    return this.#options.folder.list()
  }

  /** The one that signs now; made when there is none. */
  manifestKey(): Promise<ManifestKey> {
    return this.#inTurn(async () => {
      const found = await this.#active('ed25519')
      return found ? { ...found.kept, key: found.key } : this.#firstManifestKey()
    })
  }

  /** Makes a new key for manifests. What the old ones signed stays valid; none of them signs again. */
  rotate(): Promise<KeptKey> {
    return this.#inTurn(async () => {
      const old = (await this.list()).filter(key => key.kind === 'ed25519' && key.retired_at === null)
      const { key_id: id } = await this.#newManifestKey()
      for (const key of old) await this.#retire(key)
      const first = await this.#firstOf('ed25519')
      return first?.kept ?? (await this.list()).find(key => key.key_id === id)!
    })
  }

  /** The instance's own certificate; made when there is none, or when it ends soon. `isNew`: it was made just now. */
  certificate(): Promise<SigningCertificate & { isNew: boolean }> {
    return this.#inTurn(async () => {
      const found = await this.#active('x509')
      const certificate = found && certificateOf(found.kept)
      if (found && certificate) {
        const left = certificate.validToDate.getTime() - this.#options.clock.now()
        if (left > renewBeforeMs) return { ...signingOf(found.kept, found.key), isNew: false }
        this.#options.log.warn(
          { certificate_id: found.kept.key_id, not_after: certificate.validToDate.toISOString() },
          'The certificate that this instance made for itself ends soon. A new one signs from now on: give its fingerprint to those who verify.',
        )
      }
      const made = await this.#newCertificate()
      if (found) await this.#retire(found.kept)
      const first = await this.#firstOf('x509')
      return first === null ? { ...made, isNew: true } : { ...signingOf(first.kept, first.key), isNew: true }
    })
  }

  async #firstManifestKey(): Promise<ManifestKey> {
    const made = await this.#newManifestKey()
    const first = await this.#firstOf('ed25519')
    return first === null ? made : { ...first.kept, key: first.key }
  }

  /** Of several servers that each made one in the same moment, all sign with the first. */
  async #firstOf(kind: KeptKey['kind']): Promise<{ kept: KeptKey; key: KeyObject } | null> {
    const first = await this.#active(kind)
    for (const other of await this.list())
      if (other.kind === kind && other.retired_at === null && other.key_id !== first?.kept.key_id)
        await this.#retire(other)
    return first
  }

  /** The oldest that can sign. */
  async #active(kind: KeptKey['kind']): Promise<{ kept: KeptKey; key: KeyObject } | null> {
    for (const kept of (await this.list()).toReversed()) {
      if (kept.kind !== kind || kept.retired_at !== null || kept.sealed_key === null) continue
      try {
        const der = Buffer.from(this.#options.sealer.open(kept.sealed_key), 'base64')
        return { kept, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
      } catch (error) {
        // Its home was restored under a new secret. It verifies on, and cannot sign.
        this.#options.log.warn(
          { key_id: kept.key_id, reason: messageOf(error) },
          'A signing key cannot be opened: it was sealed by another home. A new one is made.',
        )
        await this.#retire(kept)
      }
    }
    return null
  }

  async #newManifestKey(): Promise<ManifestKey> {
    const { privateKey, publicKey } = await generate('ed25519')
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const made = { key_id: keyIdOf(spki), public_key: spki.toString('base64'), key: privateKey }
    await this.#keep(privateKey, {
      key_id: made.key_id,
      kind: 'ed25519',
      public_key: made.public_key,
      certificate_pem: null,
      fingerprint_sha256: hash('sha256', spki, 'hex'),
    })
    return made
  }

  async #newCertificate(): Promise<SigningCertificate> {
    const { clock, host, ids } = this.#options
    const { der, key } = await makeSelfSigned({ commonName: `svc ${host()}`, at: new Date(clock.now()) })
    const certificate = new X509Certificate(der)
    const kept = await this.#keep(key, {
      key_id: ids.create('crt'),
      kind: 'x509',
      public_key: certificate.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      certificate_pem: certificate.toString(),
      fingerprint_sha256: hash('sha256', der, 'hex'),
    })
    return signingOf(kept, key)
  }

  async #keep(key: KeyObject, facts: Omit<KeptKey, 'created_at' | 'retired_at' | 'sealed_key'>): Promise<KeptKey> {
    const { clock, folder, sealer } = this.#options
    const sealed = sealer.seal(key.export({ type: 'pkcs8', format: 'der' }).toString('base64'))
    const kept = { ...facts, created_at: clock.timestamp(), retired_at: null, sealed_key: sealed }
    await folder.write(kept)
    return kept
  }

  /** The private half is not needed to verify, so it goes. */
  #retire(key: KeptKey): Promise<void> {
    return this.#options.folder.write({ ...key, retired_at: this.#options.clock.timestamp(), sealed_key: null })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }
}

function certificateOf({ certificate_pem: pem }: KeptKey): X509Certificate | null {
  return pem === null ? null : new X509Certificate(pem)
}

function signingOf(kept: KeptKey, key: KeyObject): SigningCertificate {
  const certificate = certificateOf(kept)!
  return {
    certificate_id: kept.key_id,
    subject: certificate.subject.replaceAll('\n', ', '),
    fingerprint_sha256: kept.fingerprint_sha256,
    key,
    chain: [certificate.raw],
  }
}

/** The host of the server's address; a name of the machine where that is reached from the machine alone. */
export function hostOf(baseUrl: string): string {
  const host = new URL(baseUrl).hostname
  return /^(?:localhost|127\..*|\[::1?\]|0\.0\.0\.0)$/.test(host) ? hostname() : host
}
