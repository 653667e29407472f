import { createHash } from 'node:crypto'
import { CmsError, fingerprintOf, readCms } from '../cms/read-cms.ts'
import type { CmsSignature } from '../cms/read-cms.ts'
import { isWithin, trustIn } from '../cms/trust.ts'
import { Findings } from '../verification.ts'
import type { KnownSigners, Signer, Verification } from '../verification.ts'
import { findSignatures, readByteRange } from './find-signatures.ts'
import type { ByteRange, PdfSignature } from './find-signatures.ts'
import { PdfSyntaxError } from './pdf-parser.ts'
import { structureFault } from './pdf-structure.ts'

const checkNames = [
  'structure',
  'byte_range',
  'digest',
  'signature',
  'certificate_time',
  'certificate_bound',
  'whole_file',
  'signer_known',
]

/**
 * Verifies the first signature of a PDF file. It is sound by one argument: the byte range leaves out nothing but the signature itself, in
 * hexadecimal, and reaches the file's end; so a signature that holds was made over exactly this file. Later ones, and whatever else was appended,
 * leave the first one short of the end.
 */
export function verifyPdf(bytes: Buffer, known: KnownSigners): Verification {
  const findings = new Findings(checkNames)
  const found = signaturesIn(bytes, findings)
  const [signature] = found
  let signer: Signer | null = null
  let signedAt: Date | null = null
  if (signature === undefined) {
    if (findings.problems.length === 0) findings.fail('structure', 'not_signed', 'There is no signature in the file.')
  } else {
    signedAt = dateOf(signature.dictionary.textOf('M'))
    const range = rangeOf(bytes, signature, findings)
    if (range !== null) {
      noteStructure(bytes, signature, findings)
      noteCover(bytes, range, found.length, findings)
      signer = noteSignature(bytes, { signature, range, signedAt, known }, findings)
    }
  }
  return {
    valid: findings.isFine && signer !== null,
    kind: 'pades',
    covers_whole_file: findings.holds('whole_file'),
    signer,
    signed_at: signedAt?.toISOString() ?? null,
    checks: findings.checks,
    problems: findings.problems,
  }
}

function signaturesIn(bytes: Buffer, findings: Findings): PdfSignature[] {
  try {
    return findSignatures(bytes)
  } catch (error) {
    findings.fail('byte_range', 'byte_range_odd', sentenceOf(error))
    return []
  }
}

function rangeOf(bytes: Buffer, signature: PdfSignature, findings: Findings): ByteRange | null {
  try {
    const range = readByteRange(bytes, signature)
    findings.pass(
      'byte_range',
      `The signature leaves out its own place alone, bytes ${range.gapStart} to ${range.gapEnd}.`,
    )
    return range
  } catch (error) {
    findings.fail('byte_range', 'byte_range_odd', sentenceOf(error))
    return null
  }
}

function noteStructure(bytes: Buffer, signature: PdfSignature, findings: Findings): void {
  const fault = structureFault(bytes, signature)
  findings.note(
    'structure',
    fault === null ? null : { problem: 'byte_range_odd', detail: fault },
    'The file leads to the signature.',
  )
}

function noteCover(bytes: Buffer, { end }: ByteRange, signatures: number, findings: Findings): void {
  const more = bytes.length - end
  const also = signatures > 1 ? `, ${signatures - 1} more signature${signatures > 2 ? 's' : ''} among them` : ''
  if (more > 0)
    findings.fail(
      'whole_file',
      'appended_after_signature',
      `${more} byte${more === 1 ? ' was' : 's were'} appended after it was signed${also}. What they change is not covered.`,
    )
  else if (signatures > 1)
    findings.fail('whole_file', 'byte_range_odd', `The file holds ${signatures} signatures over the same bytes.`)
  else findings.pass('whole_file', 'The signature covers the file to its end.')
}

interface Signing {
  signature: PdfSignature
  range: ByteRange
  signedAt: Date | null
  known: KnownSigners
}

function noteSignature(
  bytes: Buffer,
  { signature, range, signedAt, known }: Signing,
  findings: Findings,
): Signer | null {
  const cms = cmsOf(signature, range, findings)
  if (cms === null) return null
  const { certificate, boundFault, digestName, isSignatureValid, messageDigest, others } = cms
  const sum = createHash(digestName)
  sum.update(bytes.subarray(0, range.gapStart)).update(bytes.subarray(range.gapEnd, range.end))
  findings.note(
    'digest',
    sum.digest().equals(messageDigest)
      ? null
      : { problem: 'digest_mismatch', detail: 'The content was changed after it was signed.' },
    'The content is the one that was signed.',
  )
  findings.note(
    'signature',
    isSignatureValid
      ? null
      : { problem: 'signature_invalid', detail: 'The key of the certificate did not make this signature.' },
    'The key of the certificate made this signature.',
  )
  findings.note(
    'certificate_bound',
    boundFault === null ? null : { problem: 'signature_invalid', detail: boundFault },
    'The signature names its certificate.',
  )
  noteTime(cms, signedAt, findings)
  const trust = trustIn(certificate, { others, known, at: signedAt ?? new Date() })
  const fingerprint = fingerprintOf(certificate)
  findings.note(
    'signer_known',
    trust.trusted
      ? null
      : {
          problem: 'key_unknown',
          detail: `Nobody you trust vouches for the certificate ${fingerprint}; the file alone names it.`,
        },
    trust.ours ? 'The certificate is one of this instance.' : 'The certificate is known.',
  )
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    fingerprint_sha256: fingerprint,
    ...trust,
    not_before: certificate.validFromDate.toISOString(),
    not_after: certificate.validToDate.toISOString(),
  }
}

function cmsOf({ dictionary }: PdfSignature, { contents }: ByteRange, findings: Findings): CmsSignature | null {
  const form = dictionary.nameOf('SubFilter')
  if (form !== 'ETSI.CAdES.detached' && form !== 'adbe.pkcs7.detached') {
    findings.fail('signature', 'signature_invalid', `Signatures of the form ${JSON.stringify(form)} are not read.`)
    return null
  }
  try {
    return readCms(contents)
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
    findings.fail('signature', 'signature_invalid', `The signature cannot be read. ${error.message}`)
    return null
  }
}

function noteTime({ certificate }: CmsSignature, signedAt: Date | null, findings: Findings): void {
  const { validFromDate: from, validToDate: to } = certificate
  const span = `from ${day(from)} to ${day(to)}`
  if (signedAt === null) findings.fail('certificate_time', 'certificate_expired', 'The time of signing is missing.')
  else if (isWithin(certificate, signedAt))
    findings.pass(
      'certificate_time',
      `The certificate is valid ${span}; by the signer's clock it signed on ${day(signedAt)}.`,
    )
  else
    findings.fail(
      'certificate_time',
      'certificate_expired',
      `The certificate is valid ${span}, and signed on ${day(signedAt)}.`,
    )
}

const datePattern = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z(?:00'?00'?)?|([+-])(\d\d)'?(\d\d)?'?)?$/

/** `D:20270131120000Z`, or with `+01'00'` for a zone; null when it is something else. */
export function dateOf(text: string | null): Date | null {
  const parts = datePattern.exec(text ?? '')
  if (parts === null) return null
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    zoneHour = '00',
    zoneMinute = '00',
  ] = parts
  const zone = sign === undefined ? 'Z' : `${sign}${zoneHour}:${zoneMinute}`
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** `CN=Ada, O=Engines`, as Node has each part on a line of its own. */
export function oneLine(name: string): string {
  return name.replaceAll('\n', ', ')
}

function sentenceOf(error: unknown): string {
  if (error instanceof PdfSyntaxError) return error.message
  throw error
}
