import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { smallPdf } from '../../../../test/support/signing/small-pdf.ts'
import type { SigningCertificate } from '../../signing/cms-signature.ts'
import { makeSelfSigned } from '../../signing/instance-certificate.ts'
import { signPdf } from '../../signing/sign-pdf.ts'
import type { KnownSigners } from '../verification.ts'
import { verifyPdf } from './verify-pdf.ts'

const at = new Date('2027-03-01T12:00:00Z')
const nobody: KnownSigners = { keys: [], certificates: [] }
let known: KnownSigners
let certificate: SigningCertificate
let signed: Buffer

async function newCertificate(commonName: string): Promise<SigningCertificate> {
  const { der, key } = await makeSelfSigned({ commonName, at })
  const { subject } = new X509Certificate(der)
  return { certificate_id: 'crt_1', subject, fingerprint_sha256: '', key, chain: [der] }
}

beforeAll(async () => {
  certificate = await newCertificate('svc example.org')
  known = { keys: [], certificates: [{ der: certificate.chain[0]!, ours: true }] }
  signed = await signPdf(smallPdf(), { certificate, name: 'Ада Lovelace', reason: 'Approved <</X>> (', at })
})

const judge = (bytes: Buffer, signers = known): { valid: boolean; problems: string[] } => {
  const { problems, valid } = verifyPdf(bytes, signers)
  return { valid, problems }
}
const refused = (...problems: string[]) => ({ valid: false, problems })
const text = (bytes: Buffer): string => bytes.toString('latin1')
const changed = (from: string | RegExp, to: string): Buffer => Buffer.from(text(signed).replace(from, to), 'latin1')
/** An update behind the signature that replaces the page, with tables of its own. */
const update = (): Buffer => {
  const table = signed.length
  return Buffer.from(
    `3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\nxref\n3 1\n${String(table).padStart(10, '0')} 00000 n \n` +
      `trailer\n<</Size 9/Root 1 0 R/Prev ${/startxref\n(\d+)\n%%EOF\n$/.exec(text(signed))![1]}>>\nstartxref\n${table + 57}\n%%EOF\n`,
    'latin1',
  )
}

describe('A signed PDF', () => {
  it('is valid, and names its signer and the time', () => {
    const { checks, ...verification } = verifyPdf(signed, known)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(verification).toEqual({
      valid: true,
      kind: 'pades',
      covers_whole_file: true,
      signer: {
        subject: 'CN=svc example.org',
        issuer: 'CN=svc example.org',
        fingerprint_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        ours: true,
        trusted: true,
        not_before: '2027-03-01T11:55:00.000Z',
        not_after: '2030-03-01T12:00:00.000Z',
      },
      signed_at: '2027-03-01T12:00:00.000Z',
      problems: [],
    })
  })

  it('keeps the bytes before it, and carries what people wrote in any script', () => {
    expect(signed.subarray(0, smallPdf().length)).toEqual(smallPdf())
    expect(text(signed)).toContain(Buffer.from('\ufeffАда Lovelace', 'utf16le').swap16().toString('hex'))
    expect(text(signed)).not.toContain('<</X>>')
  })

  it('is not valid where nobody but the file names its key', async () => {
    expect(judge(signed, nobody)).toEqual(refused('key_unknown'))
    const stranger = await signPdf(smallPdf(), { certificate: await newCertificate('svc example.org'), at })
    expect(judge(stranger)).toEqual(refused('key_unknown'))
  })

  it('is not valid when it was signed outside of the time of its certificate', async () => {
    const late = await signPdf(smallPdf(), { certificate, at: new Date('2031-01-01') })
    expect(judge(late)).toEqual(refused('certificate_expired'))
  })
})

describe('A PDF that was attacked', () => {
  it('is refused with bytes, lines or a whole update behind its signature', () => {
    for (const more of ['\n', ' ', '%%EOF\n', '%hidden'])
      expect(judge(Buffer.concat([signed, Buffer.from(more)])).problems).toContain('appended_after_signature')
    expect(judge(Buffer.concat([signed, update()]))).toMatchObject({ valid: false })
    expect(judge(Buffer.concat([signed, update()])).problems).toContain('appended_after_signature')
  })

  it('is refused with a second signature, also with one of the same key', async () => {
    const again = text(signed).replaceAll('/AcroForm', '/Acro_orm')
    await expect(signPdf(signed, { certificate, at })).rejects.toThrow('a form already')
    const second = await signPdf(Buffer.from(again, 'latin1'), { certificate, at })
    const restored = Buffer.from(text(second).replace('/Acro_orm', '/AcroForm'), 'latin1')
    const { problems, checks } = verifyPdf(restored, known)
    expect(problems).toContain('appended_after_signature')
    expect(checks.find(({ name }) => name === 'whole_file')?.detail).toContain('1 more signature among them')
  })

  it('is refused when its byte range is moved, shortened, or leaves out more than the signature', () => {
    const [, gapStart, gapEnd, rest] = /\/ByteRange\[0 (\d+) (\d+) (\d+)\]/.exec(text(signed))!.map(Number)
    const range = (...numbers: (number | string)[]): Buffer =>
      changed(/\/ByteRange\[[^\]]*\] */, `/ByteRange[${numbers.join(' ')}]`.padEnd('/ByteRange[0   ]'.length + 30))
    expect(judge(range(0, gapStart!, gapEnd!, rest!))).toEqual({ valid: true, problems: [] })
    expect(judge(range(0, gapStart!, gapEnd!, rest! - 10)).problems).toContain('appended_after_signature')
    for (const odd of [
      [0, gapStart! - 20, gapEnd!, rest!],
      [0, gapStart!, gapEnd! + 20, rest! - 20],
      [10, gapStart! - 10, gapEnd!, rest!],
      [0, gapStart!, gapEnd!, rest! + 1],
      [0, gapStart!, gapEnd!, -1],
      [0, 0, 0, signed.length],
      [0, gapStart!, gapEnd!],
      ['null'],
    ])
      expect(judge(range(...odd)).problems).toEqual(['byte_range_odd'])
  })

  it('is refused with something in the gap: behind the signature, between its digits, or in another case', () => {
    const hidden = Buffer.from(signed)
    const gapEnd = Number(/\/ByteRange\[0 \d+ (\d+)/.exec(text(signed))![1])
    hidden.write('4142', gapEnd - 9, 'latin1')
    expect(judge(hidden).problems).toEqual(['signature_invalid'])
    hidden.write('>%%%', gapEnd - 9, 'latin1')
    expect(judge(hidden).problems).toEqual(['byte_range_odd'])
    const upper = changed(
      /\/Contents<([0-9a-f]{40})/,
      signed
        .toString('latin1')
        .match(/\/Contents<[0-9a-f]{40}/)![0]
        .replace(/[a-f]/g, letter => letter.toUpperCase()),
    )
    expect(judge(upper).problems).toEqual(['byte_range_odd'])
  })

  it('is refused when no table leads to its signature', () => {
    expect(judge(changed('/AcroForm', '/Acro_orm')).problems).toEqual(['digest_mismatch', 'byte_range_odd'])
    expect(judge(changed(/startxref\n(\d)(?=\d*\n%%EOF\n$)/, 'startxref\n9')).problems).toContain('byte_range_odd')
    expect(judge(Buffer.concat([Buffer.from('junk\n'), signed])).valid).toBe(false)
  })

  it('is not signed when the signature is taken out or hidden behind another spelling', () => {
    expect(judge(smallPdf())).toEqual(refused('not_signed'))
    expect(judge(changed('/ByteRange', '/Byte#52ange'))).toEqual(refused('not_signed'))
    expect(judge(changed('/ETSI.CAdES.detached', '/ETSI.RFC3161_______'))).toMatchObject({ valid: false })
  })

  it('is refused with any one byte changed, and never crashes', () => {
    fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const altered = Buffer.from(signed)
        altered[place]! ^= change
        const { problems, valid } = verifyPdf(altered, known)
        return !valid && problems.length > 0
      }),
      { numRuns: 400 },
    )
  })

  it('is refused with any one digit of its signature changed', () => {
    const start = signed.indexOf('/Contents<') + '/Contents<'.length
    const accepted: number[] = []
    // Every seventh digit comes to all kinds of fields; the heads of the structure, where nothing is hashed, are looked at whole.
    const places = [...Array(260).keys(), ...Array.from({ length: 300 }, (_, index) => index * 7)]
    for (const place of places) {
      const altered = Buffer.from(signed)
      const digit = parseInt(String.fromCharCode(altered[start + place]!), 16)
      altered.write((digit ^ 1).toString(16), start + place, 'latin1')
      if (verifyPdf(altered, known).valid) accepted.push(place)
    }
    expect(accepted).toEqual([])
  })

  it('is refused when it is cut off anywhere', () => {
    for (let length = 0; length < signed.length; length += 53)
      expect(verifyPdf(signed.subarray(0, length), known)).toMatchObject({ valid: false })
    expect(judge(signed.subarray(0, signed.length - 1)).problems).toEqual(['byte_range_odd'])
    expect(judge(signed.subarray(0, 700)).problems).toEqual(['not_signed'])
  })
})
