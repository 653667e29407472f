import { createHash, createPrivateKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signPdf } from '../../plugins/export/signing/sign-pdf.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import { hasProgram, OpensslFolder } from '../support/signing/openssl.ts'
import { smallPdf } from '../support/signing/small-pdf.ts'

describe.skipIf(!hasProgram('openssl', 'version'))('svc export', () => {
  let folder: OpensslFolder
  let server: TestKernel
  beforeAll(async () => {
    folder = new OpensslFolder()
    server = await startTestKernel({ plugins: ['export', 'developer'] })
    folder.certificate('ada', 'ec:P-256')
    const key = createPrivateKey(folder.read('ada.key'))
    const certificate = {
      certificate_id: '',
      subject: '',
      fingerprint_sha256: '',
      key,
      chain: [new X509Certificate(folder.read('ada.pem')).raw],
    }
    const file = await signPdf(smallPdf(), { certificate, at: new Date(Date.now() + 60_000) })
    folder.write('signed.pdf', file)
    folder.write('more.pdf', Buffer.concat([file, Buffer.from('\n')]))
  })
  afterAll(async () => {
    await server?.stop()
    folder?.remove()
  })

  const svc = (args: string[], env: Record<string, string> = {}) =>
    runSvcHere(['export', ...args], { cwd: folder.path, env: { SVC_HOME: `${folder.path}/none`, ...env } })

  it('verify says whether a file is valid without a server, and ends with 0, 1 or 2', async () => {
    const valid = await svc(['verify', 'signed.pdf', '--cert', 'ada.pem'])
    expect([valid.code, valid.stderr]).toEqual([0, ''])
    expect(valid.stdout).toMatch(/^signed\.pdf is valid\.\nSigned by CN=ada on /)
    const appended = await svc(['verify', 'more.pdf', '--cert', 'ada.pem', '--json'])
    expect([appended.code, JSON.parse(appended.stdout)]).toMatchObject([
      1,
      { valid: false, problems: ['appended_after_signature'] },
    ])
    const strange = await svc(['verify', 'signed.pdf'])
    expect([strange.code, strange.stdout]).toEqual([1, expect.stringContaining('signer_known')])
    expect(strange.stderr).toContain('--cert')
    for (const wrong of [
      ['verify', 'none.pdf'],
      ['verify', 'ada.pem'],
      ['verify', 'signed.pdf', '--cert', 'signed.pdf'],
      ['verify', 'signed.pdf', '--manifest', 'ada.pem'],
      ['verify'],
    ])
      expect((await svc(wrong)).code).toBe(2)
  })

  it('verify takes a manifest with the key that somebody gave, or that a server publishes', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const file = '{"a":1}'
    const sha256 = createHash('sha256').update(file).digest('hex')
    const manifest = `{"created_at":"2027-01-01T00:00:00Z","export_id":"xpt_1","files":[{"path":"a.json","sha256":"${sha256}","size":7}],"instance":"svc","items":[],"key_id":"key_1","manifest":1,"public_key":"${key}","title":"T"}`
    folder.write('a.json', file)
    folder.write('m.json', manifest)
    folder.write('m.sig', sign(null, Buffer.from(manifest), privateKey).toString('base64'))
    folder.write('key.pem', publicKey.export({ type: 'spki', format: 'pem' }))
    const beside = ['verify', 'a.json', '--manifest', 'm.json', '--signature', 'm.sig']
    expect((await svc([...beside, '--key', key])).code).toBe(0)
    expect((await svc([...beside, '--key', 'key.pem'])).code).toBe(0)
    const strange = await svc([...beside, '--url', server.url, '--json'])
    expect([strange.code, JSON.parse(strange.stdout).problems]).toEqual([1, ['key_unknown']])
    expect((await svc([...beside, '--url', 'ftp://x'])).code).toBe(2)
  })

  it('certificate import signs with a certificate from then on, and its password comes from standard input', async () => {
    const env = { SVC_BASE_URL: server.url, SVC_API_KEY: server.key }
    folder.pkcs12('ada', 'a password')
    expect((await svc(['certificate', 'import', 'ada.p12'], env)).code).toBe(2)
    // In a process of its own, because the password comes over its standard input.
    const args = ['export', 'certificate', 'import', 'ada.p12', '--password-stdin']
    const done = await runSvc(args, {
      cwd: folder.path,
      env: { ...env, SVC_HOME: `${folder.path}/none` },
      input: 'a password\n',
    })
    expect([done.code, done.stderr, done.stdout]).toEqual([
      0,
      expect.any(String),
      expect.stringContaining('signs from now on: CN=ada, ec-p256'),
    ])
    const verified = await svc(['verify', 'signed.pdf', '--json'], env)
    expect([verified.code, JSON.parse(verified.stdout)]).toMatchObject([0, { valid: true, signer: { ours: true } }])
  })
})
