import { createHash, hash, verify, X509Certificate } from 'node:crypto'
import { fromBER, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData } from 'pkijs'
import type { BaseBlock } from 'asn1js'
import type { Attribute, SignerInfo } from 'pkijs'
import { digestNames, oids, signatureAlgorithms } from './oids.ts'

/** The bytes are no signature of the form that is read here. The message is a sentence. */
export class CmsError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CmsError'
  }
}

/** A detached signature with one signer, read and checked as far as it goes without the content. */
export interface CmsSignature {
  certificate: X509Certificate
  /** The other certificates that it brings along. */
  others: readonly X509Certificate[]
  /** As `node:crypto` names it. */
  digestName: string
  messageDigest: Buffer
  /** Whether the key of the certificate signed the attributes. */
  isSignatureValid: boolean
  /** Why the certificates are not bound to the signature, as a sentence; null when they are. */
  boundFault: string | null
}

/**
 * Reads a signature strictly: where readers might see different things, or something could be added without spoiling the signature, it is refused.
 * @param padded DER, with zeros behind it
 * @throws CmsError
 */
export function readCms(padded: Buffer): CmsSignature {
  try {
    return read(padded)
  } catch (error) {
    // The libraries throw errors of their own over spoilt bytes, at any place.
    throw error instanceof CmsError ? error : new CmsError('It is damaged.', error)
  }
}

function read(padded: Buffer): CmsSignature {
  const { signedData, named } = parsed(padded)
  const [signer] = signedData.signerInfos
  if (signer === undefined || signedData.signerInfos.length !== 1)
    throw new CmsError(`It has ${signedData.signerInfos.length} signers; one is read.`)
  const digestName = digestOf(signedData, signer)
  const index = signerIndex(signer, named)
  const certificates = named.map(item => readCertificate(derOf(item)))
  const certificate = certificates[index]!
  const others = certificates.filter(each => each !== certificate)
  const attributes = signedAttributes(signer)
  return {
    certificate,
    others,
    digestName,
    messageDigest: messageDigest(attributes),
    isSignatureValid: isSigned(signer, certificate, digestName),
    boundFault: boundFault(attributes, certificate, others),
  }
}

function parsed(padded: Buffer): { signedData: SignedData; named: Certificate[] } {
  const { result, offset } = fromBER(padded)
  if (offset <= 0) throw new CmsError('It is no DER.')
  if (padded.subarray(offset).some(byte => byte !== 0)) throw new CmsError('Something is hidden behind it.')
  const der = padded.subarray(0, offset)
  const info = new ContentInfo({ schema: result })
  if (info.contentType !== oids.signedData) throw new CmsError('It is no signed data.')
  const signedData = new SignedData({ schema: info.content })
  // A lenient reader takes several encodings for the same, and passes over what it does not know: what is written again is what was read.
  const again = new ContentInfo({ contentType: oids.signedData, content: signedData.toSchema(false) })
  if (!der.equals(Buffer.from(again.toSchema().toBER(false))))
    throw new CmsError('It is not written as DER wants it, or holds what is not read.')
  assertPlain(signedData)
  const named = (signedData.certificates ?? []).map(item => {
    if (!(item instanceof Certificate)) throw new CmsError('It brings something else than certificates.')
    return item
  })
  return { signedData, named }
}

function derOf(item: { toSchema(): BaseBlock }): Buffer {
  return Buffer.from(item.toSchema().toBER(false))
}

function assertPlain({ version, encapContentInfo, crls }: SignedData): void {
  if (version !== 1) throw new CmsError(`Its version is ${version}; 1 is read.`)
  if (encapContentInfo.eContentType !== oids.data || encapContentInfo.eContent !== undefined)
    throw new CmsError('It holds content of its own.')
  if (crls !== undefined && crls.length > 0) throw new CmsError('It brings lists of revoked certificates.')
}

function digestOf(signedData: SignedData, signer: SignerInfo): string {
  const algorithms = [...signedData.digestAlgorithms, signer.digestAlgorithm, signer.signatureAlgorithm]
  if (algorithms.some(({ algorithmParams: params }) => params !== undefined && !(params instanceof Null)))
    throw new CmsError('An algorithm of it has parameters.')
  const name = digestNames[signer.digestAlgorithm.algorithmId]
  if (name === undefined)
    throw new CmsError(`Its digest ${signer.digestAlgorithm.algorithmId} is not SHA-256, SHA-384 or SHA-512.`)
  const [listed] = signedData.digestAlgorithms
  if (signedData.digestAlgorithms.length !== 1 || listed?.algorithmId !== signer.digestAlgorithm.algorithmId)
    throw new CmsError('Its list of digests is not that of its signer.')
  return name
}

function signerIndex(signer: SignerInfo, certificates: readonly Certificate[]): number {
  const { sid, version } = signer
  if (version !== 1 || !(sid instanceof IssuerAndSerialNumber))
    throw new CmsError('It names its signer otherwise than by issuer and serial number.')
  const wanted = derOf(sid)
  const matching = certificates.flatMap(({ issuer, serialNumber }, index) =>
    wanted.equals(derOf(new IssuerAndSerialNumber({ issuer, serialNumber }))) ? [index] : [],
  )
  if (matching.length !== 1) throw new CmsError('The certificate of its signer is missing, or stands in it twice.')
  return matching[0]!
}

function readCertificate(der: Buffer): X509Certificate {
  const certificate = new X509Certificate(der)
  if (!certificate.raw.equals(der)) throw new CmsError('Something is hidden behind a certificate in it.')
  if ([certificate.validFromDate, certificate.validToDate].some(date => Number.isNaN(date.getTime())))
    throw new CmsError('A certificate in it is damaged.')
  return certificate
}

function signedAttributes({ signedAttrs, unsignedAttrs }: SignerInfo): ReadonlyMap<string, Attribute> {
  if (unsignedAttrs !== undefined)
    throw new CmsError(
      'It carries attributes that are not signed, such as a time stamp; anybody could have added them.',
    )
  if (signedAttrs === undefined) throw new CmsError('It has no signed attributes.')
  const attributes = new Map<string, Attribute>()
  for (const attribute of signedAttrs.attributes) {
    if (attributes.has(attribute.type)) throw new CmsError(`Its attribute ${attribute.type} stands twice.`)
    attributes.set(attribute.type, attribute)
  }
  const contentType = onlyValue(attributes, oids.contentType)
  if (!(contentType instanceof ObjectIdentifier) || contentType.valueBlock.toString() !== oids.data)
    throw new CmsError('Its content type is not that of plain data.')
  return attributes
}

function messageDigest(attributes: ReadonlyMap<string, Attribute>): Buffer {
  const value = onlyValue(attributes, oids.messageDigest)
  if (value instanceof OctetString) return Buffer.from(value.getValue())
  throw new CmsError('The digest of the content is missing.')
}

function onlyValue(attributes: ReadonlyMap<string, Attribute>, type: string): unknown {
  const values = attributes.get(type)?.values ?? []
  return values.length === 1 ? values[0] : undefined
}

function isSigned(signer: SignerInfo, certificate: X509Certificate, digestName: string): boolean {
  const { algorithmId } = signer.signatureAlgorithm
  const algorithm = signatureAlgorithms[algorithmId]
  const key = certificate.publicKey
  if (algorithm === undefined)
    throw new CmsError(`Its algorithm ${algorithmId} is neither RSA (PKCS #1 v1.5) nor ECDSA.`)
  if (key.asymmetricKeyType !== algorithm.keyType) throw new CmsError('Its algorithm is not one of its key.')
  if (algorithm.digest !== null && algorithm.digest !== digestName)
    throw new CmsError('Its algorithm uses another digest than it says.')
  const covered = Buffer.from(signer.signedAttrs!.encodedValue)
  return verify(digestName, covered, key, Buffer.from(signer.signature.getValue()))
}

/** By the hashes of certificates among the signed attributes (RFC 5035); others in it must vouch for the signer's. */
function boundFault(
  attributes: ReadonlyMap<string, Attribute>,
  certificate: X509Certificate,
  others: readonly X509Certificate[],
): string | null {
  const hashes = certificateHashes(onlyValue(attributes, oids.signingCertificateV2))
  const [first] = hashes
  if (first === undefined) return 'The signature does not name its certificate (signing-certificate-v2 is missing).'
  if (!first.matches(certificate)) return 'The signature was made for another certificate.'
  const stray = others.find(other => !hashes.some(each => each.matches(other)))
  if (stray === undefined || hashes.length === 1) return stray === undefined ? null : unlistedFault(certificate, others)
  return 'It brings a certificate that its signer did not name.'
}

/** A signature that names the signer's certificate alone may bring those above it. */
function unlistedFault(certificate: X509Certificate, others: readonly X509Certificate[]): string | null {
  const left = new Set(others)
  for (let current = certificate; left.size > 0;) {
    const issuer = [...left].find(other => current.checkIssued(other) && current.verify(other.publicKey))
    if (issuer === undefined) return 'It brings a certificate that does not vouch for its signer.'
    left.delete(issuer)
    current = issuer
  }
  return null
}

interface CertificateHash {
  matches(certificate: X509Certificate): boolean
}

function certificateHashes(value: unknown): CertificateHash[] {
  const list = value instanceof Sequence ? value.valueBlock.value[0] : undefined
  if (!(list instanceof Sequence)) return []
  return list.valueBlock.value.flatMap(item => {
    const fields: readonly unknown[] = item instanceof Sequence ? item.valueBlock.value : []
    const [first, second] = fields
    const algorithm = first instanceof Sequence ? first.valueBlock.value[0] : null
    const digest = first instanceof Sequence ? second : first
    if (!(digest instanceof OctetString)) return []
    const named = algorithm instanceof ObjectIdentifier ? digestNames[algorithm.valueBlock.toString()] : 'sha256'
    if (named === undefined) return []
    const wanted = Buffer.from(digest.getValue())
    return [{ matches: certificate => wanted.equals(createHash(named).update(certificate.raw).digest()) }]
  })
}

/** The SHA-256 of a certificate in lower-case hexadecimal. */
export function fingerprintOf(certificate: X509Certificate | Buffer): string {
  return hash('sha256', certificate instanceof X509Certificate ? certificate.raw : certificate, 'hex')
}
