import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

const account = '/api/email/account'
const password = 'from-the-configuration'
const mail = { to: ['grace@example.test'], subject: 'Hello', text: 'x' }
let svc: TestKernel
let other: Record<string, string>

beforeAll(async () => {
  svc = await startTestKernel({
    plugins: ['admin', 'developer', 'email'],
    env: {
      SVC_EMAIL_ADDRESS: 'ada@example.test',
      SVC_EMAIL_PASSWORD: password,
      SVC_EMAIL_IMAP_HOST: '127.0.0.1',
      SVC_EMAIL_IMAP_PORT: '9',
      SVC_EMAIL_SMTP_HOST: 'smtp.example.test',
      SVC_EMAIL_SMTP_SECURITY: 'starttls',
    },
  })
  const made = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Other' } })
  other = { 'x-workspace-id': made.body.id }
})
afterAll(() => svc.stop())

describe('the account of the configuration', () => {
  it('is shown without its password, with the usual ports', async () => {
    const answer = await svc.request('GET', account)
    expect(answer.body).toEqual({
      origin: 'configuration',
      address: 'ada@example.test',
      name: null,
      username: 'ada@example.test',
      has_password: true,
      imap: { host: '127.0.0.1', port: 9, security: 'tls' },
      smtp: { host: 'smtp.example.test', port: 587, security: 'starttls' },
      trusted: true,
      error: null,
      created_at: null,
      updated_at: null,
    })
  })

  it('is changed in the configuration alone', async () => {
    const host = { host: 'mail.example.test' }
    const body = { address: 'eve@example.test', password: 'x', imap: host, smtp: host }
    for (const answer of [await svc.request('PUT', account, { body }), await svc.request('DELETE', account)])
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('SVC_EMAIL_') } })
  })

  it('may be of the operator’s network', async () => {
    const answer = await svc.request('GET', '/api/email/recent')
    expect(answer).toMatchObject({ status: 502, body: { detail: expect.stringContaining('127.0.0.1:9 refused') } })
    expect(JSON.stringify(answer.body)).not.toContain(password)
  })

  it('serves the operator’s own workspace and no other', async () => {
    const asOther = { as: 'owner', headers: other } as const
    expect((await svc.request('GET', account, asOther)).status).toBe(404)
    const answer = await svc.request('GET', '/api/email/recent', asOther)
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(JSON.stringify(answer.body)).not.toMatch(/ada@|127\.0\.0\.1/)
  })
})

describe('without the tools plugin', () => {
  it('only a person who is signed in sends', async () => {
    const byKey = await svc.request('POST', '/api/email/send', { body: mail })
    expect(byKey).toMatchObject({ status: 403, body: { detail: expect.stringContaining('nobody can be asked') } })
    const attached = { ...mail, attachments: ['file_1'] }
    const byPerson = await svc.request('POST', '/api/email/send', { as: 'owner', body: attached })
    expect(byPerson).toMatchObject({ status: 422, body: { detail: expect.stringContaining('files plugin is off') } })
  })
})

describe('an account of the API', () => {
  it('keeps its password sealed, in the same servers’ hands', async () => {
    const asOther = { as: 'owner', headers: other } as const
    const server = { host: 'mail.example.test' }
    const body = { address: 'bob@example.test', imap: server, smtp: server }
    const first = await svc.request('PUT', account, { ...asOther, body })
    expect(first).toMatchObject({ status: 400, body: { errors: [{ path: '/password' }] } })
    const set = await svc.request('PUT', account, { ...asOther, body: { ...body, password } })
    expect(set).toMatchObject({ status: 200, body: { has_password: true, imap: { port: 993 }, smtp: { port: 465 } } })
    const renamed = await svc.request('PUT', account, { ...asOther, body: { ...body, name: 'Bob' } })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Bob' } })
    const changes: { [name: string]: JsonValue }[] = [
      { imap: { host: 'evil.example.test' } },
      { smtp: { ...server, port: 26 } },
      { imap: { ...server, security: 'starttls', port: 993 } },
      { username: 'x' },
    ]
    for (const change of changes) {
      const answer = await svc.request('PUT', account, { ...asOther, body: { ...body, ...change } })
      expect([change, answer.status]).toEqual([change, 400])
    }
  })
})
