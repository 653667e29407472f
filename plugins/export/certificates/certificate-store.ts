import type { WorkspaceDatabase } from '@svc/plugin'

/** A certificate that was uploaded; the key goes with its deletion, the certificate stays known. */
export interface CertificateRow {
  certificate_id: string
  name: string
  fingerprint_sha256: string
  /** DER in base64, the signer's own first, as a JSON list. */
  chain: string
  /** PKCS #8 in base64, sealed; null once it is deleted. */
  sealed_key: string | null
  active: number
  created_at: number
  deleted_at: number | null
}

const insert = `INSERT INTO export_certificates (certificate_id, name, fingerprint_sha256, chain, sealed_key, active, created_at)
  VALUES (@certificate_id, @name, @fingerprint_sha256, @chain, @sealed_key, 1, @created_at)`
const deactivateAll = 'UPDATE export_certificates SET active = 0 WHERE active = 1'
const activate = 'UPDATE export_certificates SET active = 1 WHERE certificate_id = ? AND deleted_at IS NULL'
const remove = `UPDATE export_certificates SET active = 0, sealed_key = NULL, deleted_at = @now
  WHERE certificate_id = @id AND deleted_at IS NULL`
const selectOne = 'SELECT * FROM export_certificates WHERE certificate_id = ? AND deleted_at IS NULL'
const selectActive = 'SELECT * FROM export_certificates WHERE active = 1'
const selectSame = 'SELECT * FROM export_certificates WHERE fingerprint_sha256 = ? AND deleted_at IS NULL'
const selectKept =
  'SELECT * FROM export_certificates WHERE deleted_at IS NULL ORDER BY created_at DESC, certificate_id DESC'
const selectEver = 'SELECT DISTINCT chain FROM export_certificates'

/** The certificates that a workspace uploaded. */
export const certificateStore = {
  /** The new one signs from now on. */
  add(db: WorkspaceDatabase, row: Omit<CertificateRow, 'active' | 'deleted_at'>): void {
    db.run(deactivateAll)
    db.run(insert, { ...row })
  },
  /** Null: none of them, so the instance's own signs. False: there is no such certificate. */
  setActive(db: WorkspaceDatabase, id: string | null): boolean {
    db.run(deactivateAll)
    return id === null || db.run(activate, id).changes === 1
  },
  remove(db: WorkspaceDatabase, id: string, now: number): boolean {
    return db.run(remove, { id, now }).changes === 1
  },
  get(db: WorkspaceDatabase, id: string): CertificateRow | undefined {
    return db.get<CertificateRow>(selectOne, id)
  },
  active(db: WorkspaceDatabase): CertificateRow | undefined {
    return db.get<CertificateRow>(selectActive)
  },
  sameAs(db: WorkspaceDatabase, fingerprint: string): CertificateRow | undefined {
    return db.get<CertificateRow>(selectSame, fingerprint)
  },
  list(db: WorkspaceDatabase): CertificateRow[] {
    return db.all<CertificateRow>(selectKept)
  },
  /** The chains of all that ever signed, deleted ones included. */
  chains(db: WorkspaceDatabase): string[] {
    return db.all<{ chain: string }>(selectEver).map(({ chain }) => chain)
  },
}
