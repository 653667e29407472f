import { createPrivateKey, hash, X509Certificate } from 'node:crypto'
import { ConflictError, NotFoundError, UnprocessableError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, EventLog, Ids, Sealer, WorkspaceDatabase } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import type { SigningCertificate } from '../signing/cms-signature.ts'
import type { KnownSigners } from '../verifying/verification.ts'
import type { VerifyProcesses } from './verify-processes.ts'
import { certificateStore } from './certificate-store.ts'
import type { CertificateRow } from './certificate-store.ts'
import type { InstanceKeys } from './instance-keys.ts'
import type { KeptKey } from './key-folder.ts'

/** A certificate as the API shows it. */
export interface ShownCertificate {
  certificate_id: string
  name: string
  subject: string
  issuer: string
  serial: string
  fingerprint_sha256: string
  /** `rsa-3072`, `ec-p256`. */
  key: string
  /** For those who verify. */
  certificate_pem: string
  /** The subjects of those that vouch for it. */
  chain: string[]
  not_before: string
  not_after: string
  active: boolean
  origin: 'instance' | 'uploaded'
}

export interface CertificatesOptions {
  data: DataPlane
  keys: InstanceKeys
  processes: VerifyProcesses
  sealer: Sealer
  audit: AuditLog
  events: EventLog
  clock: Clock
  ids: Ids
}

/** What signs the PDF files of a workspace: the certificate that it uploaded, or the one that the instance made for itself. */
export class Certificates {
  readonly #options: CertificatesOptions

  constructor(options: CertificatesOptions) {
    this.#options = options
  }

  async list(workspaceId: string): Promise<ShownCertificate[]> {
    const rows = this.#options.data.use(workspaceId, db => certificateStore.list(db))
    const own = await this.#ownKey()
    const isOwnActive = !rows.some(({ active }) => active === 1)
    return [...rows.map(shownRow), ...(own ? [shownOwn(own, isOwnActive)] : [])]
  }

  /** Opens a PKCS #12 file, and signs with it from now on. @throws UnprocessableError `certificate_invalid` */
  async add(
    actor: Actor,
    upload: { file: Buffer; password: string; name: string | null },
    signal: AbortSignal,
  ): Promise<ShownCertificate> {
    const { clock, data, ids, processes, sealer } = this.#options
    const { workspace_id: workspaceId, user_id: person } = actor
    const { chain, key } = await processes.openPkcs12({ workspaceId, person, signal, ...upload })
    const certificate = new X509Certificate(chain[0]!)
    const row = {
      certificate_id: ids.create('crt'),
      name: upload.name ?? commonNameOf(certificate),
      fingerprint_sha256: hash('sha256', certificate.raw, 'hex'),
      chain: JSON.stringify(chain.map(der => der.toString('base64'))),
      sealed_key: sealer.seal(key.toString('base64')),
      created_at: clock.now(),
    }
    data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const same = certificateStore.sameAs(db, row.fingerprint_sha256)
        if (same)
          throw new ConflictError('already_exists', `This certificate is here already, as ${same.certificate_id}.`)
        certificateStore.add(db, row)
      }),
    )
    await this.#changed(actor, 'export.certificate.added', row)
    return shownRow({ ...row, active: 1, deleted_at: null })
  }

  /** @throws NotFoundError */
  async activate(actor: Actor, id: string): Promise<ShownCertificate> {
    const own = await this.#ownKey()
    const isOwn = own?.key_id === id
    const row = this.#options.data.use(actor.workspace_id, db =>
      db.transaction(() => {
        if (!certificateStore.setActive(db, isOwn ? null : id)) throw unknown(id)
        return certificateStore.get(db, id)
      }),
    )
    const shown = row ? shownRow(row) : shownOwn(own!, true)
    await this.#changed(actor, 'export.certificate.activated', shown)
    return shown
  }

  /** Its key goes; what it signed stays known as ours. @throws NotFoundError, ConflictError */
  async remove(actor: Actor, id: string): Promise<void> {
    if ((await this.#ownKey())?.key_id === id)
      throw new ConflictError(
        'certificate_in_use',
        'This is the certificate of the instance itself, which cannot be deleted.',
      )
    await deleteAudited(this.#options, actor, {
      find: db => {
        const found = certificateStore.get(db, id)
        if (found) return found
        throw unknown(id)
      },
      entry: row => entryOf('export.certificate.deleted', row),
      delete: (db, row) => {
        certificateStore.remove(db, id, this.#options.clock.now())
        this.#emit(db, actor, 'deleted', row)
      },
    })
  }

  /** The one with this id, or the one that is active. @throws NotFoundError, UnprocessableError `certificate_invalid` when it has expired */
  async signing(actor: Actor, id: string | null = null): Promise<SigningCertificate> {
    const { clock, data, keys, sealer } = this.#options
    const row = data.use(actor.workspace_id, db =>
      id === null ? certificateStore.active(db) : certificateStore.get(db, id),
    )
    if (row === undefined) {
      if (id !== null && (await this.#ownKey())?.key_id !== id) throw unknown(id)
      const { isNew, ...own } = await keys.certificate()
      if (isNew) await this.#changed(actor, 'export.certificate.made', own)
      return own
    }
    const chain = chainOf(row.chain)
    const certificate = new X509Certificate(chain[0]!)
    if (certificate.validToDate.getTime() < clock.now())
      throw new UnprocessableError(
        'certificate_invalid',
        `The certificate ${row.certificate_id} expired on ${certificate.validTo}. Upload its successor, or make another one active.`,
        { extra: { reason: 'expired' } },
      )
    const der = Buffer.from(sealer.open(row.sealed_key!), 'base64')
    return {
      certificate_id: row.certificate_id,
      subject: oneLine(certificate.subject),
      fingerprint_sha256: row.fingerprint_sha256,
      key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
      chain,
    }
  }

  /** Whom the workspace knows: the keys of the instance and its own certificates, retired and deleted ones included. */
  async known(workspaceId: string): Promise<KnownSigners> {
    const kept = await this.#options.keys.list()
    const chains = this.#options.data.use(workspaceId, db => certificateStore.chains(db))
    const certificates = [
      ...kept.flatMap(({ certificate_pem: pem }) => (pem === null ? [] : [new X509Certificate(pem).raw])),
      ...chains.map(chain => chainOf(chain)[0]!),
    ]
    return {
      keys: kept.flatMap(({ key_id, kind, public_key }) =>
        kind === 'ed25519' ? [{ key_id, public_key, ours: true }] : [],
      ),
      certificates: certificates.map(der => ({ der, ours: true })),
    }
  }

  async #ownKey(): Promise<KeptKey | undefined> {
    return (await this.#options.keys.list()).find(({ kind, retired_at }) => kind === 'x509' && retired_at === null)
  }

  async #changed(actor: Actor, action: string, certificate: NamedCertificate): Promise<void> {
    const { audit, data } = this.#options
    const { workspace_id, ip = null, request_id = null } = actor
    data.use(workspace_id, db => this.#emit(db, actor, action.slice(action.lastIndexOf('.') + 1), certificate))
    await audit.append({ principal: actor, ip, request_id, ...entryOf(action, certificate) })
  }

  #emit(
    db: WorkspaceDatabase,
    { workspace_id }: Actor,
    change: string,
    { certificate_id, fingerprint_sha256 }: NamedCertificate,
  ): void {
    const data = { certificate_id, fingerprint_sha256, change }
    this.#options.events.append(db, workspace_id, [{ type: 'export.certificate_changed', data }])
  }
}

type NamedCertificate = Pick<CertificateRow, 'certificate_id' | 'fingerprint_sha256'>

function entryOf(action: string, { certificate_id, fingerprint_sha256 }: NamedCertificate) {
  return { action, target: certificate_id, details: { fingerprint_sha256 } }
}

function shownRow(row: CertificateRow): ShownCertificate {
  const [certificate, ...above] = chainOf(row.chain).map(der => new X509Certificate(der))
  return {
    certificate_id: row.certificate_id,
    name: row.name,
    ...shown(certificate!, above),
    active: row.active === 1,
    origin: 'uploaded',
  }
}

function shownOwn(key: KeptKey, active: boolean): ShownCertificate {
  const certificate = new X509Certificate(key.certificate_pem!)
  const name = commonNameOf(certificate)
  return { certificate_id: key.key_id, name, ...shown(certificate, []), active, origin: 'instance' }
}

function shown(certificate: X509Certificate, above: readonly X509Certificate[]) {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serial: certificate.serialNumber.toLowerCase(),
    fingerprint_sha256: hash('sha256', certificate.raw, 'hex'),
    key: keyName(certificate),
    certificate_pem: certificate.toString(),
    chain: above.map(({ subject }) => oneLine(subject)),
    not_before: certificate.validFromDate.toISOString(),
    not_after: certificate.validToDate.toISOString(),
  }
}

function keyName({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }: X509Certificate): string {
  if (asymmetricKeyType === 'rsa') return `rsa-${asymmetricKeyDetails?.modulusLength}`
  return asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'ec-p384' : 'ec-p256'
}

function chainOf(chain: string): Buffer[] {
  return (JSON.parse(chain) as string[]).map(der => Buffer.from(der, 'base64'))
}

function commonNameOf({ subject }: X509Certificate): string {
  return (/^CN=(.*)$/m.exec(subject)?.[1] ?? oneLine(subject)).slice(0, 200)
}

function oneLine(name: string): string {
  return name.replaceAll('\n', ', ')
}

function unknown(id: string): NotFoundError {
  return new NotFoundError(`There is no certificate ${id} in this workspace.`)
}
