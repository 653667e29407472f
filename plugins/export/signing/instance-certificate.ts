import { createPublicKey, generateKeyPair, hash, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { oids } from '../verifying/cms/oids.ts'

const generate = promisify(generateKeyPair)
const signAsync = promisify(sign)

export interface SelfSigned {
  key: KeyObject
  der: Buffer
}

const rsaBits = 3072
const years = 3
/** A clock that is a little behind must not see a certificate of the future. */
const earlierMs = 5 * 60_000

/** A key and a certificate that it has signed itself: it says that two signatures are of the same instance, and nothing about who runs it. */
export async function makeSelfSigned({ commonName, at }: { commonName: string; at: Date }): Promise<SelfSigned> {
  const [asn1, pki] = await Promise.all([import('asn1js'), import('pkijs')])
  const { privateKey: key } = await generate('rsa', { modulusLength: rsaBits })
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const end = new Date(at)
  end.setUTCFullYear(end.getUTCFullYear() + years)

  const certificate = new pki.Certificate({
    version: 2,
    serialNumber: new asn1.Integer({ valueHex: positive(randomBytes(16)) }),
    notBefore: new pki.Time({ type: 0, value: wholeSecond(new Date(at.getTime() - earlierMs)) }),
    notAfter: new pki.Time({ type: 0, value: wholeSecond(end) }),
    subjectPublicKeyInfo: pki.PublicKeyInfo.fromBER(spki),
  })
  const name = new pki.AttributeTypeAndValue({
    type: oids.commonName,
    value: new asn1.Utf8String({ value: commonName.slice(0, 64) }),
  })
  certificate.subject.typesAndValues.push(name)
  certificate.issuer.typesAndValues.push(name)
  // Digital signature and non-repudiation: the two highest bits, six are unused.
  const usage = new asn1.BitString({ valueHex: Uint8Array.of(0b1100_0000), unusedBits: 6 })
  const identifier = new asn1.OctetString({ valueHex: hash('sha1', spki, 'buffer') })
  certificate.extensions = [
    extension(oids.basicConstraints, new asn1.Sequence({ value: [] })),
    extension(oids.keyUsage, usage),
    extension(oids.subjectKeyIdentifier, identifier, false),
  ]
  const algorithm = { algorithmId: oids.rsaWithSha256, algorithmParams: new asn1.Null() }
  certificate.signature = new pki.AlgorithmIdentifier(algorithm)
  certificate.signatureAlgorithm = new pki.AlgorithmIdentifier(algorithm)
  const covered = Buffer.from(certificate.encodeTBS().toBER(false))
  const value = await signAsync('sha256', covered, key)
  certificate.tbsView = covered
  certificate.signatureValue = new asn1.BitString({ valueHex: value })
  return { key, der: Buffer.from(certificate.toSchema(true).toBER(false)) }

  function extension(extnID: string, value: import('asn1js').BaseBlock, critical = true) {
    return new pki.Extension({ extnID, critical, extnValue: value.toBER(false) })
  }
}

function positive(bytes: Buffer): Buffer {
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes
}

function wholeSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}
