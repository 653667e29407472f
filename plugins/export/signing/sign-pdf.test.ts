import { createPrivateKey, X509Certificate } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasProgram, OpensslFolder } from '../../../test/support/signing/openssl.ts'
import { smallPdf } from '../../../test/support/signing/small-pdf.ts'
import { openPkcs12 } from '../verifying/pkcs12/open-pkcs12.ts'
import type { SigningCertificate } from './cms-signature.ts'
import { makeSelfSigned } from './instance-certificate.ts'
import { signPdf } from './sign-pdf.ts'

const canRun = hasProgram('openssl', 'version') && hasProgram('pdfsig', '-v')
const password = 'correct horse'
const later = (): Date => new Date(Date.now() + 60_000)

describe.skipIf(!canRun)('A signed PDF, to other programs', () => {
  let folder: OpensslFolder
  beforeAll(() => {
    folder = new OpensslFolder()
  })
  afterAll(() => folder.remove())

  const ofPkcs12 = (name: string): SigningCertificate => {
    const { chain, key } = openPkcs12(folder.pkcs12(name, password), password, later())
    return signing(createPrivateKey({ key, format: 'der', type: 'pkcs8' }), chain)
  }
  const signing = (key: SigningCertificate['key'], chain: Buffer[]): SigningCertificate => ({
    certificate_id: 'crt_1',
    subject: '',
    fingerprint_sha256: '',
    key,
    chain,
  })

  it.each(['the instance', 'RSA', 'EC'])('is valid and whole, with the certificate named: %s', async kind => {
    let certificate: SigningCertificate
    if (kind === 'the instance') {
      const { der, key } = await makeSelfSigned({ commonName: 'svc example.org', at: new Date() })
      certificate = signing(key, [der])
    } else {
      folder.certificate(kind, kind === 'RSA' ? 'rsa:2048' : 'ec:P-384')
      certificate = ofPkcs12(kind)
    }
    const file = await signPdf(smallPdf(), { certificate, name: 'Ada Løvelace', reason: 'Approved', at: later() })
    const path = folder.write('signed.pdf', file)
    const said = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
    expect(said).toContain('Signature is Valid.')
    expect(said).toContain('Total document signed')
    expect(said).toContain('Signature Type: ETSI.CAdES.detached')

    const [, start, end] = /\/ByteRange\[0 (\d+) (\d+)/.exec(file.toString('latin1'))!.map(Number)
    folder.write('content', Buffer.concat([file.subarray(0, start), file.subarray(end)]))
    folder.write('cms', Buffer.from(file.toString('latin1', start! + 1, end! - 1), 'hex'))
    folder.write('signer.pem', new X509Certificate(certificate.chain[0]!).toString())
    const checked = ['-inform', 'DER', '-in', 'cms', '-content', 'content', '-binary', '-CAfile', 'signer.pem']
    folder.run('cms', '-verify', ...checked, '-purpose', 'any', '-out', 'verified')
    expect(folder.read('verified')).toEqual(folder.read('content'))
    const printed = folder.run('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'cms')
    expect(printed).toContain('id-smime-aa-signingCertificateV2')
    expect(printed).not.toContain('signingTime')
  })

  it('brings the certificates above its own', async () => {
    folder.certificate('root', 'ec:P-256', '-addext', 'basicConstraints=critical,CA:TRUE')
    folder.certificate('leaf', 'ec:P-256', '-CA', 'root.pem', '-CAkey', 'root.key')
    folder.pkcs12('leaf', password, '-certfile', 'root.pem')
    const { chain, key } = openPkcs12(folder.read('leaf.p12'), password, later())
    const certificate = signing(createPrivateKey({ key, format: 'der', type: 'pkcs8' }), chain)
    const path = folder.write('chain.pdf', await signPdf(smallPdf(), { certificate, at: later() }))
    expect(execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })).toContain('Signature is Valid.')
  })
})
