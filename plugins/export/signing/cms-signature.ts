import { hash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { oids } from '../verifying/cms/oids.ts'

/** What signs: a key, and the certificate that names its holder with those that vouch for it. */
export interface SigningCertificate {
  certificate_id: string
  subject: string
  fingerprint_sha256: string
  key: KeyObject
  /** DER, the signer's own first. */
  chain: readonly Buffer[]
}

const signAsync = promisify(sign)
/** What a signature has besides its certificates, and some room. */
const frameBytes = 1024

/** More than {@link cmsSignature} will need. */
export function signatureRoom({ key, chain }: SigningCertificate): number {
  const signature = (key.asymmetricKeyDetails?.modulusLength ?? 1024) / 8
  const named = chain[0]!.length
  return frameBytes + signature + named + chain.reduce((sum, der) => sum + der.length + 64, 0)
}

/**
 * A detached CMS signature (RFC 5652) over content with this SHA-256 digest, in the form that PAdES B-B asks for: the signed attributes are the
 * content type, the digest and the hashes of the certificates; the time stands in the PDF, and nothing is unsigned.
 */
export async function cmsSignature(digest: Buffer, { key, chain }: SigningCertificate): Promise<Buffer> {
  // Both take their time to load, and few servers sign at once after their start.
  const [asn1, pki] = await Promise.all([import('asn1js'), import('pkijs')])
  const { ObjectIdentifier, OctetString, Sequence, Null } = asn1
  const certificates = chain.map(der => pki.Certificate.fromBER(der))
  const [signer] = certificates
  const essHashes = chain.map(
    der => new Sequence({ value: [new OctetString({ valueHex: hash('sha256', der, 'buffer') })] }),
  )
  const attributes = [
    attribute(oids.contentType, new ObjectIdentifier({ value: oids.data })),
    attribute(oids.messageDigest, new OctetString({ valueHex: digest })),
    attribute(oids.signingCertificateV2, new Sequence({ value: [new Sequence({ value: essHashes })] })),
  ].toSorted((one, other) => Buffer.compare(derOf(one), derOf(other)))
  const signedAttrs = new pki.SignedAndUnsignedAttributes({ type: 0, attributes })
  const covered = derOf({ toSchema: () => new asn1.Set({ value: attributes.map(item => item.toSchema()) }) })

  const sha256 = new pki.AlgorithmIdentifier({ algorithmId: oids.sha256, algorithmParams: new Null() })
  const isRsa = key.asymmetricKeyType === 'rsa'
  const signedData = new pki.SignedData({
    version: 1,
    digestAlgorithms: [sha256],
    encapContentInfo: new pki.EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates,
    signerInfos: [
      new pki.SignerInfo({
        version: 1,
        sid: new pki.IssuerAndSerialNumber({ issuer: signer!.issuer, serialNumber: signer!.serialNumber }),
        digestAlgorithm: sha256,
        signedAttrs,
        signatureAlgorithm: isRsa
          ? new pki.AlgorithmIdentifier({ algorithmId: oids.rsa, algorithmParams: new Null() })
          : new pki.AlgorithmIdentifier({ algorithmId: oids.ecdsaWithSha256 }),
        signature: new OctetString({ valueHex: await signAsync('sha256', covered, key) }),
      }),
    ],
  })
  return derOf(new pki.ContentInfo({ contentType: oids.signedData, content: signedData.toSchema(true) }))

  function attribute(type: string, value: import('asn1js').BaseBlock) {
    return new pki.Attribute({ type, values: [value] })
  }
}

function derOf(schema: { toSchema(): import('asn1js').BaseBlock }): Buffer {
  return Buffer.from(schema.toSchema().toBER(false))
}
