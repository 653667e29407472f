import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import forge from 'node-forge'
import { isWithin } from '../cms/trust.ts'
import { usageFault } from './key-usage.ts'

/** Why a PKCS #12 file cannot be used to sign; `reason` for programs, the message for people. */
export class Pkcs12Fault extends Error {
  readonly reason: Pkcs12Reason

  constructor(reason: Pkcs12Reason, message: string) {
    super(message)
    this.name = 'Pkcs12Fault'
    this.reason = reason
  }
}

export type Pkcs12Reason =
  | 'damaged'
  | 'wrong_password'
  | 'no_private_key'
  | 'key_mismatch'
  | 'weak_key'
  | 'key_not_supported'
  | 'expired'
  | 'not_yet_valid'
  | 'key_usage'

export interface OpenedPkcs12 {
  /** PKCS #8 DER. */
  key: Buffer
  /** DER, the key's own first, then those that vouch for it. */
  chain: Buffer[]
}

/** Opens a file with modern or legacy encryption, and refuses what could not sign. @throws Pkcs12Fault */
export function openPkcs12(bytes: Buffer, password: string, now: Date): OpenedPkcs12 {
  const bags = readBags(bytes, password)
  const [key] = bags.keys
  if (key === undefined) throw new Pkcs12Fault('no_private_key', 'The file holds no private key, only certificates.')
  const certificate = bags.certificates.find(each => each.checkPrivateKey(key))
  if (certificate === undefined)
    throw new Pkcs12Fault('key_mismatch', 'The private key in the file belongs to none of its certificates.')
  assertStrong(key)
  const { validFromDate: from, validToDate: to } = certificate
  if (!isWithin(certificate, now))
    throw to < now
      ? new Pkcs12Fault('expired', `The certificate expired on ${to.toISOString().slice(0, 10)}.`)
      : new Pkcs12Fault('not_yet_valid', `The certificate is not valid before ${from.toISOString().slice(0, 10)}.`)
  const fault = usageFault(certificate)
  if (fault !== null) throw new Pkcs12Fault('key_usage', fault)
  return {
    key: key.export({ type: 'pkcs8', format: 'der' }),
    chain: chainOf(certificate, bags.certificates).map(({ raw }) => raw),
  }
}

interface Bags {
  keys: KeyObject[]
  certificates: X509Certificate[]
}

function readBags(bytes: Buffer, password: string): Bags {
  const parsed = parseDer(bytes)
  const file = withPassword(parsed, password)
  const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids as Record<string, string>
  const ofType = (type: string | undefined): forge.pkcs12.Bag[] => file.getBags({ bagType: type! })[type!] ?? []
  try {
    return {
      keys: [...ofType(pkcs8ShroudedKeyBag), ...ofType(keyBag)].map(bag => readKey(bag)),
      certificates: ofType(certBag).map(
        bag => new X509Certificate(derOf(bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1)),
      ),
    }
  } catch (error) {
    throw error instanceof Pkcs12Fault ? error : damaged()
  }
}

function parseDer(bytes: Buffer): forge.asn1.Asn1 {
  try {
    return forge.asn1.fromDer(forge.util.createBuffer(bytes.toString('latin1')))
  } catch {
    throw damaged()
  }
}

const mentionsPassword = /password|MAC could not be verified|decrypt/i

function withPassword(parsed: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  try {
    return forge.pkcs12.pkcs12FromAsn1(parsed, false, password)
  } catch (error) {
    const isAscii = /^[\0-\x7f]*$/.test(password)
    const retried = isAscii ? null : withUtf8Password(parsed, password)
    if (retried !== null) return retried
    const isPassword = error instanceof Error && mentionsPassword.test(error.message)
    throw isPassword ? new Pkcs12Fault('wrong_password', 'The password does not open the file.') : damaged()
  }
}

/**
 * Modern files take the password's UTF-8 for the content and its UTF-16 for the checksum; the library knows one form for both. What a wrong password
 * decrypts is no key, so the checksum can be left out.
 */
function withUtf8Password(parsed: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx | null {
  const parts = parsed.value as forge.asn1.Asn1[]
  try {
    const unchecked = { ...parsed, value: parts.slice(0, 2) } as forge.asn1.Asn1
    return forge.pkcs12.pkcs12FromAsn1(unchecked, false, forge.util.encodeUtf8(password))
  } catch {
    return null
  }
}

function readKey({ key, asn1 }: forge.pkcs12.Bag): KeyObject {
  // The library reads RSA keys alone; others it leaves as they are, which is PKCS #8.
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1
  return createPrivateKey({ key: derOf(info), format: 'der', type: 'pkcs8' })
}

function derOf(value: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1')
}

const leastRsaBits = 2048
const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384' }

function assertStrong({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject): void {
  if (type === 'rsa') {
    const bits = details.modulusLength ?? 0
    if (bits < leastRsaBits)
      throw new Pkcs12Fault('weak_key', `The RSA key has ${bits} bits; at least ${leastRsaBits} are needed.`)
    return
  }
  if (type !== 'ec' || curves[details.namedCurve ?? ''] === undefined)
    throw new Pkcs12Fault('key_not_supported', 'The key is neither RSA nor one of the curves P-256 and P-384.')
}

function chainOf(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const chain = [certificate]
  for (let current = certificate; !current.checkIssued(current);) {
    const issuer = others.find(
      each => !chain.includes(each) && current.checkIssued(each) && current.verify(each.publicKey),
    )
    if (issuer === undefined) break
    chain.push(issuer)
    current = issuer
  }
  return chain
}

function damaged(): Pkcs12Fault {
  return new Pkcs12Fault('damaged', 'The file is damaged, or is no PKCS #12 file (.p12, .pfx).')
}
