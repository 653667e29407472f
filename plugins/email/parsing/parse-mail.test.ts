import { afterAll, describe, expect, it } from 'vitest'
import { openChildProcesses } from '../../../test/rooms/kernel.ts'
import { cleanFileName } from './clean-text.ts'
import { htmlText } from './html-text.ts'
import { MailParser } from './mail-parser.ts'
import { parseAttachment, parseMail, previewOf } from './parse-mail.ts'

const source = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text.replaceAll('\n', '\r\n'), encoding)
const headers = 'From: Ada <ada@example.org>\nTo: grace@example.org\nSubject: Broken\nMIME-Version: 1.0\n'
const readText = async (text: string, encoding?: BufferEncoding) => (await parseMail(source(text, encoding))).text

describe('a message', () => {
  it('is read with its headers in any charset, its text and its attachments', async () => {
    const mail = await parseMail(
      source(
        `From: =?iso-8859-1?Q?Andr=E9?= <andre@example.org>\nTo: team: a@example.org, B <b@example.org>;\nCc: c@example.org\n` +
          'Subject: =?utf-8?B?w5xiZXI=?=\n =?utf-8?Q?_alles?=\nDate: Sat, 31 Jan 2026 13:00:00 +0100\nMessage-ID: <1@example.org>\n' +
          'References: <a@example.org> junk <b@example.org>\nContent-Type: multipart/mixed; boundary=b\n\n' +
          '--b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe\n' +
          "--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename*=utf-8''%E2%82%AC.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n--b--\n",
      ),
    )
    expect(mail).toEqual({
      subject: 'Über alles',
      from: { name: 'André', address: 'andre@example.org' },
      to: [
        { name: null, address: 'a@example.org' },
        { name: 'B', address: 'b@example.org' },
      ],
      cc: [{ name: null, address: 'c@example.org' }],
      reply_to: [],
      date: '2026-01-31T12:00:00.000Z',
      message_id: '<1@example.org>',
      references: ['<a@example.org>', '<b@example.org>'],
      text: 'Grüße',
      text_from: 'text',
      truncated: false,
      attachments: [{ n: 0, name: '€.pdf', content_type: 'application/pdf', size: 4, inline: false }],
    })
  })

  it.each([
    [
      'that lacks the boundary it names',
      'Content-Type: multipart/mixed; boundary=b\n\nno part begins here\n',
      'no part begins here',
    ],
    ['that names no boundary', 'Content-Type: multipart/mixed\n\nhello\n', 'hello'],
    ['that is cut off in a part', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhel', 'hel'],
    ['whose charset does not exist', 'Content-Type: text/plain; charset=klingon\n\nqapla\n', 'qapla'],
    ['whose base64 is none', 'Content-Transfer-Encoding: base64\n\n!!!!aGk=!!!\n', 'hi'],
    ['whose transfer encoding does not exist', 'Content-Transfer-Encoding: rot13\n\nuryyb\n', 'uryyb'],
    ['with controls and text that turns around', '\nabc\u0000\u001b[31mred\u202eevil\n', 'abc[31mredevil'],
  ])('%s is read as far as it goes', async (_what, rest, text) => {
    expect(await readText(headers + rest)).toBe(text)
  })

  it('whose charset lies is read, and is well-formed', async () => {
    const text = await readText(`${headers}Content-Type: text/plain; charset=utf-8\n\n\xff\xfe\x80abc\n`, 'latin1')
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain('abc')
  })

  it('shows names that are paths as names', async () => {
    expect(
      ['../../etc/passwd', '..\\..\\x.exe', 'a\r\nb.txt', '\u202egpj.exe', '', '...', 'x'.repeat(5000)].map(
        name => cleanFileName(name, 'attachment-1').length <= 200 && cleanFileName(name, 'attachment-1').slice(0, 20),
      ),
    ).toEqual(['passwd', 'x.exe', 'a b.txt', 'gpj.exe', 'attachment-1', 'attachment-1', 'x'.repeat(20)])
  })

  it('gives an attachment by its place, and none where there is none', async () => {
    const mail = source(
      `${headers}Content-Type: application/x-thing; name=a\nContent-Transfer-Encoding: base64\n\nYnl0ZXM=\n`,
    )
    expect(await parseAttachment(mail, 0)).toMatchObject({ n: 0, content_type: 'application/x-thing', size: 5 })
    expect(await parseAttachment(mail, 1)).toBeNull()
  })

  it('begins with a preview, also when the rest is missing', async () => {
    const start = `${headers}Content-Type: text/html\n\n<style>p{}</style><p>Dear\n  Grace,</p><p>${'so '.repeat(200)}`
    const preview = await previewOf(source(start))
    expect([preview.slice(0, 16), preview.length]).toEqual(['Dear Grace, so s', 200])
  })
})

describe('HTML', () => {
  it('comes to what a reader sees', () => {
    const html =
      '<title>no</title><script>alert(1)</script><h1>Bill</h1>Pay <a href="https://evil.example">bank.example</a><br>' +
      '<a href="https://a.example">https://a.example</a> <a href="javascript:x">run</a><ul><li>one<li>two</ul>' +
      '<div hidden>h</div><i style="color:red; Display : none">h</i><b style="font-size:0">h</b><!-- h --><img alt="A cat" src=x>' +
      '<table><tr><td>1</td><td>2</td></tr></table><template>h</template><svg><text>h</text></svg>&lt;b&gt;\u200b\u00ad'
    expect(htmlText(html)).toBe(
      'Bill\n\nPay bank.example <https://evil.example>\nhttps://a.example run\n\n- one\n- two\n\nA cat\n\n1 2\n\n<b>',
    )
  })

  it('may nest as deep as it likes', () => {
    expect(htmlText(`${'<div>'.repeat(5_000)}deep`)).toBe('deep')
    expect(htmlText(`${'<br>'.repeat(200_000)}wide`)).toBe('wide')
  })
})

describe('the thread that reads messages', () => {
  const children = openChildProcesses()
  afterAll(() => children.close())
  const { signal } = new AbortController()
  const reader = { workspaceId: 'ws_1', signal }

  it('says what is wrong with parts that nest a thousand deep, and reads the next message', async () => {
    const parser = new MailParser(children)
    const open = (n: number) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`
    const deep = source(headers + Array.from({ length: 1000 }, (_, n) => open(n)).join('') + '\nhello')
    await expect(parser.mail(deep, reader)).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/cannot be read: .*nest/i),
    })
    expect(await parser.mail(source(`${headers}\nfine`), reader)).toMatchObject({ text: 'fine' })
    expect(await parser.previews([deep, source(`${headers}\nfine`)], reader)).toEqual(['', 'fine'])
    await parser.close()
  })

  it('reads megabytes of base64, and forwards within forwards, without stopping anybody', async () => {
    const parser = new MailParser(children)
    const bytes = Buffer.alloc(3_000_000, 7)
    const large = source(
      `${headers}Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64').replace(/.{76}/g, '$&\n')}`,
    )
    const found = await parser.attachment(large, 0, reader)
    expect(Buffer.compare(found?.bytes ?? Buffer.alloc(0), bytes)).toBe(0)
    const forwards = source('Content-Type: message/rfc822\n\n'.repeat(300) + `${headers}\ninnermost`)
    expect(await parser.mail(forwards, reader)).toMatchObject({ attachments: expect.any(Array) })
    await parser.close()
  })

  it('is not kept from one workspace by the messages of another', async () => {
    const parser = new MailParser(children)
    const large = source(`${headers}\n${'x\n'.repeat(1000)}`)
    const order: string[] = []
    const read = (workspaceId: string) =>
      parser.mail(large, { workspaceId, signal }).then(
        () => order.push(workspaceId),
        (error: { status: number }) => order.push(`${workspaceId} ${error.status}`),
      )
    await Promise.all([...Array.from({ length: 12 }, () => read('ws_1')), read('ws_2')])
    const busy = 'ws_1 429'
    expect(order).toEqual([busy, busy, busy, 'ws_1', 'ws_1', 'ws_2', ...Array.from({ length: 7 }, () => 'ws_1')])
    await parser.close()
  })

  it('ends the wait of a caller who leaves', async () => {
    const parser = new MailParser(children)
    const leaving = new AbortController()
    const reading = parser.mail(source(`${headers}\n${'x\n'.repeat(100_000)}`), {
      workspaceId: 'ws_1',
      signal: leaving.signal,
    })
    leaving.abort(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
    expect(await parser.mail(source(`${headers}\nfine`), reader)).toMatchObject({ text: 'fine' })
    await parser.close()
  })
})
