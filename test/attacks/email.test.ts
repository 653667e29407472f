import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { imapScript, smtpScript, startFakeMailHost } from '../support/servers/fake-mail-host.ts'
import type { FakeMailHost, MailScript } from '../support/servers/fake-mail-host.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const account = '/api/email/account'
const secret = 'hunter2-of-the-mailbox'
const nowhere = 9
const login = Buffer.from(`\0ada\0${secret}`).toString('base64')
let svc: TestKernel
const hosts: FakeMailHost[] = []

beforeAll(async () => {
  svc = await startTestKernel({
    plugins: ['admin', 'developer', 'email', 'tools'],
    env: { SVC_EMAIL_TIMEOUT_SECONDS: '3', SVC_EMAIL_SEND_TIMEOUT_SECONDS: '2' },
  })
})
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close()
})
afterAll(() => svc.stop())

async function fake(script: MailScript): Promise<FakeMailHost> {
  const host = await startFakeMailHost(script)
  hosts.push(host)
  return host
}

async function use(ports: { imap?: number; smtp?: number }, security = 'none'): Promise<void> {
  const server = (port = nowhere) => ({ host: '127.0.0.1', port, security })
  const body = { address: 'ada@example.test', username: 'ada', password: secret }
  const set = await svc.request('PUT', account, {
    body: { ...body, imap: server(ports.imap), smtp: server(ports.smtp) },
  })
  expect(set.status).toBe(200)
}

const mail = { to: ['grace@example.test'], subject: 'Hello', text: 'x' }
const send = (body: JsonValue) => svc.request('POST', '/api/email/send', { as: 'owner', body })

describe('an IMAP server that', () => {
  const cases: [string, () => MailScript, number, RegExp][] = [
    ['never says hello', () => ({}), 502, /never said hello/],
    ['hangs after its greeting', () => ({ greeting: '* OK ready' }), 504, /did not finish within [23] s/],
    [
      'drops the connection at the sign-in',
      () => imapScript((command, _tag, socket) => (command.startsWith('LOGIN') ? (socket.destroy(), null) : undefined)),
      502,
      /broke the connection off/,
    ],
    [
      'refuses the sign-in and says the password back',
      () =>
        imapScript((command, tag) =>
          command.startsWith('LOGIN') ? `${tag} NO [AUTHENTICATIONFAILED] not ${secret} nor ${login}` : undefined,
        ),
      502,
      /refused the sign-in: “not ••• nor •••”/,
    ],
    [
      'announces a gigabyte',
      () => imapScript(command => (command.includes('FETCH') ? `* 1 FETCH (UID 1 BODY[] {1073741824}` : undefined)),
      502,
      /sent more than is read here/,
    ],
    [
      'sends a line without an end',
      () =>
        imapScript((command, _tag, socket) => {
          if (!command.includes('FETCH')) return undefined
          const more = (): void => {
            while (!socket.destroyed && socket.write('x'.repeat(65_536)));
            if (!socket.destroyed) socket.once('drain', more)
          }
          more()
          return null
        }),
      502,
      /sent more than is read here/,
    ],
    [
      'answers with what is no IMAP',
      () => imapScript((command, tag) => (command.includes('FETCH') ? `* 1 FETCH ((((\r\n${tag} BAD what` : undefined)),
      502,
      /127\.0\.0\.1/,
    ],
    ['is something else', () => ({ greeting: 'HTTP/1.1 400 Bad Request' }), 502, /127\.0\.0\.1/],
  ]
  it.each(cases)('%s', async (_what, script, status, detail) => {
    const host = await fake(script())
    await use({ imap: host.port })
    const answer = await svc.request('GET', '/api/email/recent')
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ status, detail: expect.stringMatching(detail) })
    expect(JSON.stringify(answer.body)).not.toContain(secret)
    expect((await svc.request('DELETE', account)).status).toBe(204)
    await vi.waitFor(() => expect(host.open()).toBe(0))
  })

  it('hides STARTTLS gets no password', async () => {
    const imap = await fake(imapScript(() => undefined))
    const smtp = await fake(smtpScript(() => undefined))
    await use({ imap: imap.port, smtp: smtp.port }, 'starttls')
    const { body } = await svc.request('POST', `${account}/test`, { body: {} })
    expect(body).toMatchObject({ imap: { ok: false, step: 'tls' }, smtp: { ok: false, step: 'tls' } })
    const said = [...imap.lines, ...smtp.lines].join('\n')
    expect(said).not.toMatch(/LOGIN|AUTH/i)
    expect(said).not.toContain(secret)
  })

  it('tells of a thousand folders and of names that are paths, and is believed in neither', async () => {
    const listed = Array.from({ length: 1001 }, (_, index) => `* LIST () "/" "../folder ${index}"`).join('\r\n')
    const host = await fake(
      imapScript((command, tag) => (command.startsWith('LIST') ? `${listed}\r\n${tag} OK done` : undefined)),
    )
    await use({ imap: host.port })
    const { status, body } = await svc.request('GET', '/api/email/folders')
    expect([status, body.items?.length]).toEqual([200, 1000])
  })

  it('does not carry out a search has not found nothing', async () => {
    const host = await fake(
      imapScript((command, tag) => (command.includes('SEARCH') ? `${tag} NO [BADCHARSET] not here` : undefined)),
    )
    await use({ imap: host.port })
    const answer = await svc.request('GET', '/api/email/search?query=gr%C3%BC%C3%9Fe')
    expect(answer.body).toMatchObject({ status: 502, detail: expect.stringContaining('did not carry out the search') })
  })
})

describe('an SMTP server that', () => {
  const cases: [string, () => MailScript, number, RegExp][] = [
    ['hangs after its greeting', () => ({ greeting: '220 hello' }), 504, /did not finish within [23] s/],
    [
      'refuses the sign-in and says it back',
      () => smtpScript(command => (command.startsWith('AUTH') ? `535 5.7.8 no: ${login}` : undefined)),
      502,
      /refused the sign-in: “535 5\.7\.8 no: •••”/,
    ],
    [
      'knows no such recipient',
      () => smtpScript(command => (command.startsWith('RCPT') ? '550 5.1.1 no such user' : undefined)),
      422,
      /does not take the message.*no such user/,
    ],
    [
      'has no room now',
      () => smtpScript(command => (command === 'END OF DATA' ? '452 4.3.1 no room' : undefined)),
      502,
      /no room/,
    ],
    [
      'drops the connection in the middle of a message',
      () => smtpScript((command, socket) => (command === 'DATA' ? (socket.destroy(), null) : undefined)),
      502,
      /broke the connection off/,
    ],
  ]
  it.each(cases)('%s', async (_what, script, status, detail) => {
    const host = await fake(script())
    await use({ smtp: host.port })
    const answer = await send(mail)
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ status, detail: expect.stringMatching(detail) })
    expect(JSON.stringify(answer.body)).not.toContain(secret)
  })
})

describe('what is sent', () => {
  it('adds no header, no recipient and no command of its own', async () => {
    const host = await fake(smtpScript(() => undefined))
    await use({ smtp: host.port })
    const bad: [JsonValue, string][] = [
      [{ ...mail, subject: 'x\r\nBcc: eve@example.test' }, '/subject'],
      [{ ...mail, subject: 'x\u0000' }, '/subject'],
      [{ ...mail, to: ['grace@example.test\r\nRCPT TO:<eve@example.test>'] }, '/to/0'],
      [{ ...mail, to: ['Grace\r\nBcc: eve@example.test <grace@example.test>'] }, '/to/0'],
      [{ ...mail, to: ['grace@example.test, eve@example.test'] }, '/to/0'],
      [{ ...mail, cc: ['<grace@example.test> SIZE=1'] }, '/cc/0'],
      [{ ...mail, bcc: ['grace@exa mple.test'] }, '/bcc/0'],
      [{ ...mail, to: ['@', 'a@b@', 'x'.repeat(65) + '@example.test'] }, '/to/0'],
      [{ ...mail, to: Array.from({ length: 1000 }, (_, index) => `u${index}@example.test`) }, '/to'],
    ]
    for (const [body, path] of bad) {
      const answer = await send(body)
      expect(answer.body, JSON.stringify(body).slice(0, 100)).toMatchObject({ status: 400, errors: [{ path }, ...[]] })
    }
    expect(host.lines).toEqual([])
  })

  it('goes to the addresses as they were given, with odd names, subjects and texts', async () => {
    const host = await fake(
      smtpScript(command => (command.startsWith('EHLO') ? '250-fake\r\n250-SMTPUTF8\r\n250 AUTH PLAIN' : undefined)),
    )
    await use({ smtp: host.port })
    const answer = await send({
      to: ['"O\'Neil; Bcc: x" <o+tag@example.test>'],
      cc: ['дед@пример.рф'],
      bcc: ['secret@example.test'],
      subject: 'ß'.repeat(900),
      text: '.\r\nQUIT\r\n.\nFrom here\n..',
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const commands = host.lines.filter(line => /^(MAIL|RCPT)/.test(line))
    expect(commands.map(line => Buffer.from(line, 'latin1').toString())).toEqual([
      expect.stringMatching(/^MAIL FROM:<ada@example.test>/),
      'RCPT TO:<o+tag@example.test>',
      expect.stringMatching(/^RCPT TO:<дед@(пример\.рф|xn--e1afmkfd\.xn--p1ai)>/),
      'RCPT TO:<secret@example.test>',
    ])
    const at = host.lines.indexOf('DATA')
    const written = host.lines.slice(at + 1, host.lines.indexOf('.', at))
    expect(written.filter(line => /^bcc:|secret@/i.test(line))).toEqual([])
    expect(written.filter(line => line.length > 200)).toEqual([])
    expect(written.slice(-5)).toEqual(['..', 'QUIT', '..', 'From here', '...'])
    expect(host.lines.slice(host.lines.indexOf('.', at) + 1)).toEqual(['QUIT'])
  })
})

describe('a mail account', () => {
  it('of an admin who does not own the installation reaches no address of its network', async () => {
    const { body: me } = await svc.request('GET', '/api/auth/me')
    const password = 'correct horse battery'
    await svc.request('POST', '/api/users', { body: { username: 'eve', password, role: 'admin' } })
    await svc.request('POST', `/api/workspaces/${me.workspace.id}/members`, { as: 'owner', body: { username: 'eve' } })
    const signedIn = await svc.request('POST', '/api/auth/login', { as: 'none', body: { username: 'eve', password } })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const eve = { as: 'none', headers: { cookie, 'x-workspace-id': me.workspace.id } } as const
    const body = { address: 'eve@example.test', password: 'x' }
    const open = { host: 'imap.example.com' }
    for (const host of [
      '127.0.0.1',
      'localhost',
      '169.254.169.254',
      '10.0.0.1',
      '2130706433',
      '[::1]',
      '::ffff:127.0.0.1',
    ]) {
      const answer = await svc.request('PUT', account, { ...eve, body: { ...body, imap: { host }, smtp: open } })
      expect([host, answer.status]).toEqual([host, expect.toSatisfy(status => status === 422 || status === 400)])
    }
    const host = await fake(imapScript(() => undefined))
    await use({ imap: host.port })
    // What the owner set is not hers to send elsewhere either.
    const stolen = { address: 'ada@example.test', username: 'ada', imap: open, smtp: open }
    expect((await svc.request('PUT', account, { ...eve, body: stolen })).status).toBe(400)
    expect((await svc.request('GET', account, eve)).body).not.toHaveProperty('password')
  })

  it('is refused in the open, with line breaks, and where the user is no admin', async () => {
    const body = { address: 'ada@example.test', password: 'x', imap: { host: 'mail.example.com' } }
    const smtp = { host: 'mail.example.com' }
    const open = await svc.request('PUT', account, { body: { ...body, smtp: { ...smtp, security: 'none' } } })
    expect(open).toMatchObject({ status: 400, body: { errors: [{ path: '/smtp/security' }] } })
    const bad: { [name: string]: JsonValue }[] = [
      { name: 'x\r\nBcc: eve@example.test' },
      { address: 'ada@example.test>\r\n' },
      { username: 'a\r\nb' },
      { password: 'a\r\nb' },
      { smtp: { host: 'mail.example.com/../x' } },
      { smtp: { host: 'user@mail.example.com' } },
      { smtp: { host: 'mail.example.com', port: 70_000 } },
    ]
    for (const change of bad) {
      const answer = await svc.request('PUT', account, { body: { ...body, smtp, ...change } })
      expect([change, answer.status]).toEqual([change, 400])
    }
    const key = await svc.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'reader', scopes: ['email:read', 'email:send', 'tools:write'] },
    })
    const reader = { as: 'none', headers: { authorization: `Bearer ${key.body.key}` } } as const
    expect((await svc.request('PUT', account, { ...reader, body: { ...body, smtp } })).status).toBe(403)
    expect((await svc.request('POST', `${account}/test`, { ...reader, body: {} })).status).toBe(403)
  })

  it('gives nothing for an id that is none of its own', async () => {
    const host = await fake(imapScript(() => undefined))
    await use({ imap: host.port })
    for (const id of ['x', '../../account', Buffer.from('["x","INBOX","7",1]').toString('base64url')]) {
      const { status } = await svc.request('GET', `/api/email/messages/${encodeURIComponent(id)}`)
      expect([id, status]).toEqual([id, 404])
    }
    expect(host.lines).toEqual([])
  })
})
