import { sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { fingerprintOf } from '../../../plugins/export/verifying/cms/read-cms.ts'
import { verifyPdf } from '../../../plugins/export/verifying/pdf/verify-pdf.ts'
import { makeSelfSigned } from '../../../plugins/export/signing/instance-certificate.ts'
import { signPdf } from '../../../plugins/export/signing/sign-pdf.ts'
import { smallPdf } from '../../../test/support/signing/small-pdf.ts'
import { median } from '../../support/load.ts'
import { addedAtMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const rounds = 30
const fileBytes = 1_000_000
const signAsync = promisify(sign)

/** What a signature costs beyond that of its key: the place, the digest, the CMS; and what it costs to verify one. */
export async function exportSigning(): Promise<Row[]> {
  const at = new Date()
  const { der, key } = await makeSelfSigned({ commonName: 'svc bench', at })
  const { subject } = new X509Certificate(der)
  const certificate = { certificate_id: '', subject, fingerprint_sha256: fingerprintOf(der), key, chain: [der] }
  const pdf = smallPdf('x'.repeat(fileBytes))
  const known = { keys: [], certificates: [{ der, ours: true }] }
  const digest = Buffer.alloc(32)
  const times = { alone: [] as number[], signed: [] as number[], verified: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.alone.push(await taking(() => signAsync('sha256', digest, key)))
    let file: Buffer = pdf
    times.signed.push(await taking(async () => (file = await signPdf(pdf, { certificate, at }))))
    times.verified.push(await taking(async () => verifyPdf(file, known)))
  }
  const beside = { name: 'node:crypto, RSA-3072', value: median(times.alone) }
  const row = { path: 'export, PDF of 1 MB', beside, unit: 'ms' }
  return [
    addedAtMost({ ...row, measure: 'placed and signed', ours: median(times.signed) }, 40),
    addedAtMost({ ...row, measure: 'verified', ours: median(times.verified) }, 15),
  ]
}

async function taking(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
