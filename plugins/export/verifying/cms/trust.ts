import { X509Certificate } from 'node:crypto'
import type { KnownSigners } from '../verification.ts'
import { fingerprintOf } from './read-cms.ts'

const mostSteps = 8

/** Whether the certificate is known, or one that is known vouches for it at that time through those that came along. */
export function trustIn(
  certificate: X509Certificate,
  { others, known, at }: { others: readonly X509Certificate[]; known: KnownSigners; at: Date },
): { ours: boolean; trusted: boolean } {
  const fingerprint = fingerprintOf(certificate)
  const itself = known.certificates.find(({ der }) => fingerprintOf(der) === fingerprint)
  if (itself !== undefined) return { ours: itself.ours, trusted: true }
  const roots = known.certificates.filter(({ ours }) => !ours).map(({ der }) => new X509Certificate(der))
  return { ours: false, trusted: leadsTo(roots, { certificate, others, at }) }
}

function leadsTo(
  roots: readonly X509Certificate[],
  { certificate, others, at }: { certificate: X509Certificate; others: readonly X509Certificate[]; at: Date },
): boolean {
  let current = certificate
  for (let step = 0; step < mostSteps; step += 1) {
    if (roots.some(root => isIssuer(root, current, at))) return true
    const next = others.find(other => isIssuer(other, current, at))
    if (next === undefined) return false
    current = next
  }
  return false
}

function isIssuer(issuer: X509Certificate, certificate: X509Certificate, at: Date): boolean {
  return issuer.ca && isWithin(issuer, at) && certificate.checkIssued(issuer) && isVerified(certificate, issuer)
}

function isVerified(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}

/** Whether the certificate was valid then. */
export function isWithin({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return validFromDate <= at && at <= validToDate
}
