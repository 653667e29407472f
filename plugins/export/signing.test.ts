import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDocumentProxy } from 'unpdf'
import type { JsonObject } from '@svc/plugin'
import { itOfOneServer } from '../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'
import { hasProgram, OpensslFolder } from '../../test/support/signing/openssl.ts'
import { smallPdf } from '../../test/support/signing/small-pdf.ts'
import { fingerprintOf } from './verifying/cms/read-cms.ts'
import { signPdf } from './signing/sign-pdf.ts'
import type { SigningCertificate } from './signing/cms-signature.ts'

const password = 'canary-of-a-password'
const certificates = '/api/export/certificates'

describe.skipIf(!hasProgram('openssl', 'version'))('Signing', () => {
  let svc: TestKernel
  let folder: OpensslFolder
  const log: string[] = []
  beforeAll(async () => {
    folder = new OpensslFolder()
    svc = await startTestKernel({
      plugins: ['export', 'admin', 'developer'],
      env: { SVC_LOG_LEVEL: 'debug' },
      onLog: line => log.push(line),
    })
  })
  afterAll(async () => {
    await svc?.stop()
    folder?.remove()
  })

  async function send(path: string, parts: Record<string, string | Uint8Array>, headers: Record<string, string> = {}) {
    const form = new FormData()
    for (const [name, value] of Object.entries(parts))
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, new Blob([new Uint8Array(value)]), name)
    const answer = await fetch(svc.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${svc.key}`, ...headers },
      body: form,
    })
    return {
      status: answer.status,
      body: (await answer.json()) as Record<string, never> & { code: string; detail: string },
    }
  }
  const upload = (file: Uint8Array, more: Record<string, string> = {}) =>
    send(certificates, { password, ...more, file })
  const signerOf = (name: string): SigningCertificate => {
    const certificate = new X509Certificate(folder.read(`${name}.pem`))
    return {
      certificate_id: '',
      subject: '',
      fingerprint_sha256: '',
      key: createPrivateKey(folder.read(`${name}.key`)),
      chain: [certificate.raw],
    }
  }

  it('takes a certificate, signs with it, and knows what it signed, also after it is gone', async () => {
    folder.certificate('Ada', 'ec:P-256')
    const added = await upload(folder.pkcs12('Ada', password), { name: 'Head of Engines' })
    const { raw } = new X509Certificate(folder.read('Ada.pem'))
    expect(added).toMatchObject({
      status: 201,
      body: {
        name: 'Head of Engines',
        subject: 'CN=Ada',
        key: 'ec-p256',
        chain: [],
        active: true,
        origin: 'uploaded',
        fingerprint_sha256: fingerprintOf(raw),
      },
    })
    const id: string = added.body.certificate_id!
    expect((await svc.request('GET', certificates)).body.items).toEqual([added.body])
    expect((await upload(folder.read('Ada.p12'))).body.code).toBe('already_exists')
    const file = await signPdf(smallPdf(), { certificate: signerOf('Ada'), at: new Date() })
    const judged = async () => (await send('/api/export/verify', { file })).body
    expect(await judged()).toMatchObject({ valid: true, signer: { subject: 'CN=Ada', ours: true }, problems: [] })
    expect((await svc.request('DELETE', `${certificates}/${id}`)).status).toBe(204)
    expect((await svc.request('GET', certificates)).body.items).toEqual([])
    expect(await judged()).toMatchObject({ valid: true, signer: { ours: true } })
    expect((await svc.request('PATCH', `${certificates}/${id}`, { body: { active: true } })).status).toBe(404)
  })

  it('makes one certificate active at a time', async () => {
    folder.certificate('One', 'ec:P-256')
    folder.certificate('Two', 'rsa:2048')
    const one = await upload(folder.pkcs12('One', password))
    const two = await upload(folder.pkcs12('Two', password, '-legacy'))
    const active = async (): Promise<string[]> =>
      (await svc.request('GET', certificates)).body.items
        .filter((each: { active: boolean }) => each.active)
        .map((each: { subject: string }) => each.subject)
    expect([two.status, await active()]).toEqual([201, ['CN=Two']])
    await svc.request('PATCH', `${certificates}/${one.body.certificate_id}`, { body: { active: true } })
    expect(await active()).toEqual(['CN=One'])
    const events = await svc.request('GET', '/api/admin/audit?limit=3')
    expect(events.body.items.map((entry: { action: string }) => entry.action)[0]).toBe('export.certificate.activated')
  })

  it('refuses a file by name, and keeps the password and the key to itself', async () => {
    folder.certificate('Canary', 'rsa:2048')
    const bytes = folder.pkcs12('Canary', password)
    const refusals = [
      await upload(bytes, { password: `${password}-wrong` }),
      await upload(bytes.subarray(0, 900)),
      await upload(new Uint8Array(300 * 1024)),
      await send(certificates, { file: bytes }),
      await send(certificates, { password, file: bytes, more: 'x' }),
    ]
    expect(refusals.map(({ status, body }) => [status, body.code, (body as { reason?: string }).reason])).toEqual([
      [422, 'certificate_invalid', 'wrong_password'],
      [422, 'certificate_invalid', 'damaged'],
      [422, 'certificate_invalid', 'too_large'],
      [400, 'validation_error', undefined],
      [400, 'validation_error', undefined],
    ])
    expect((await upload(bytes)).status).toBe(201)
    const secrets = [password, folder.read('Canary.key').toString().split('\n')[5]!]
    const seen = [
      JSON.stringify(refusals),
      log.join('\n'),
      JSON.stringify((await svc.request('GET', '/api/admin/audit')).body),
      ...filesBelow(svc.home),
    ]
    for (const secret of secrets) expect(seen.filter(text => text.includes(secret))).toEqual([])
  })

  itOfOneServer('is for admins, and its keys are for everybody', async () => {
    expect((await fetch(svc.url + certificates)).status).toBe(401)
    const open = await fetch(`${svc.url}/api/export/keys`)
    expect([open.status, await open.json()]).toEqual([200, { items: [] }])
    const rotated = await svc.request('POST', '/api/export/keys/rotate', { as: 'owner' })
    expect(rotated).toMatchObject({ status: 201, body: { kind: 'ed25519', active: true, retired_at: null } })
    const again = await svc.request('POST', '/api/export/keys/rotate', { as: 'owner' })
    const listed = await fetch(`${svc.url}/.well-known/svc-signing-keys.json`)
    const { items } = (await listed.json()) as {
      items: { key_id: string; active: boolean; retired_at: string | null }[]
    }
    expect(items.map(key => [key.key_id, key.active, key.retired_at !== null])).toEqual([
      [again.body.key_id, true, false],
      [rotated.body.key_id, false, true],
    ])
    const signing = join(svc.home, 'signing')
    expect([
      statSync(signing).mode & 0o777,
      ...readdirSync(signing).map(name => statSync(join(signing, name)).mode & 0o777),
    ]).toEqual([0o700, 0o600, 0o600])
  })

  it('answers what is no signed file, and what is too much', async () => {
    expect(await send('/api/export/verify', { file: smallPdf() })).toMatchObject({
      status: 200,
      body: { valid: false, problems: ['not_signed'] },
    })
    expect(await send('/api/export/verify', { file: Buffer.from('text') })).toMatchObject({
      status: 422,
      body: { code: 'unprocessable' },
    })
    expect((await send('/api/export/verify', { signature: 'x' })).status).toBe(400)
  })

  it('shows who signed, when and why at the end of the document, and signs that too', async () => {
    const answer = await fetch(`${svc.url}/api/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        items: [{ type: 'markdown', content: `${'One line.\n\n'.repeat(80)}The end.` }],
        format: 'pdf',
        sign: { pdf: true, visible: true, reason: 'Εγκρίνεται, одобрено', location: 'Zürich' },
      }),
    })
    const pdf = Buffer.from(await answer.arrayBuffer())
    const { page, text } = await signatureField(pdf)
    expect(page).toBeGreaterThan(1)
    expect(text).toMatch(
      /^Signed electronically by owner \d{4}-\d\d-\d\d \d\d:\d\d UTC Reason: Εγκρίνεται, одобрено Place: Zürich$/,
    )
    expect(await send('/api/export/verify', { file: pdf })).toMatchObject({ body: { valid: true, problems: [] } })
  })

  it('refuses a signing that signs nothing', async () => {
    const items = [{ type: 'markdown', content: 'Text.' }]
    const answer = (sign: JsonObject) => svc.request('POST', '/api/export', { body: { items, format: 'pdf', sign } })
    expect(await answer({ reason: 'Approved' })).toMatchObject({ status: 400, body: { errors: [{ path: '/sign' }] } })
    expect(await answer({ manifest: true, visible: true })).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/sign/visible' }] },
    })
  })
})

/** What stands within the field of the signature. */
async function signatureField(pdf: Buffer): Promise<{ page: number; text: string }> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  for (let number = document.numPages; number > 0; number -= 1) {
    const page = await document.getPage(number)
    const annotations = (await page.getAnnotations()) as { subtype: string; rect: number[] }[]
    const [left = 0, bottom = 0, right = 0, top = 0] =
      annotations.find(({ subtype }) => subtype === 'Widget')?.rect ?? []
    const { items } = await page.getTextContent()
    const words = items
      .filter(item => 'str' in item)
      .filter(({ transform: [, , , , x, y] }) => {
        return x > left && x < right && y > bottom && y < top
      })
    if (words.length > 0)
      return {
        page: number,
        text: words
          .map(({ str }) => str)
          .filter(str => str.trim() !== '')
          .join(' '),
      }
  }
  return { page: 0, text: '' }
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}
