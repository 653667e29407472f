import { createPublicKey, verify as checkSignature } from 'node:crypto'
import { unzipSync } from 'fflate'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@svc/plugin'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

let svc: TestKernel
let noteId: string
let elsewhere: Record<string, string>

const hostile = `<img src=x onerror=alert(1)> | "'\u202e`

beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['export', 'workspace', 'files', 'developer', 'admin'] })
  const made = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Elsewhere' } })
  elsewhere = { 'x-workspace-id': made.body.id }
  noteId = await note(
    'Minutes',
    `Agreed on **all** of it.[^1]\n\n| a | b |\n|---|--:|\n| ${hostile} | 1 |\n\n[^1]: By hand.`,
  )
})
afterAll(() => svc?.stop())

async function note(title: string, body: string): Promise<string> {
  const { body: made } = await svc.request('POST', '/api/workspace/notes', { body: { title, body } })
  return made.note_id
}

async function exported(body: JsonObject, headers: Record<string, string> = {}) {
  const answer = await fetch(`${svc.url}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function part(exportId: string, name: string): Promise<Buffer> {
  const answer = await fetch(`${svc.url}/api/export/${exportId}/${name}`, {
    headers: { authorization: `Bearer ${svc.key}` },
  })
  return Buffer.from(await answer.arrayBuffer())
}

async function verify(bytes: Buffer): Promise<{ valid: boolean }> {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(bytes)], 'file'))
  const headers = { authorization: `Bearer ${svc.key}` }
  const answer = await fetch(`${svc.url}/api/export/verify`, { method: 'POST', headers, body })
  return (await answer.json()) as { valid: boolean }
}

describe('an export', () => {
  it('is a file, a record of what it was made of, and the same file again', async () => {
    const made = await exported({ items: [{ type: 'note', id: noteId }], format: 'html' })
    const exportId = made.headers.get('x-export-id') ?? ''
    const record = (await svc.request('GET', `/api/export/${exportId}`)).body
    expect([made.status, made.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(record).toMatchObject({
      title: 'Minutes',
      file_name: 'Minutes.html',
      size: made.bytes.length,
      status: 'succeeded',
      items: [{ type: 'note', id: noteId, version: 1, title: 'Minutes' }],
      warnings: [],
    })
    expect(made.headers.get('etag')).toBe(`"${record.sha256}"`)
    const again = await fetch(`${svc.url}/api/export/${exportId}/content`, {
      headers: { authorization: `Bearer ${svc.key}` },
    })
    expect(Buffer.from(await again.arrayBuffer()).equals(made.bytes)).toBe(true)
    expect((await svc.request('DELETE', `/api/export/${exportId}`)).status).toBe(204)
    expect((await svc.request('GET', `/api/export/${exportId}/content`)).status).toBe(404)
  })

  it('in HTML, Markdown and JSON has the words of people as text', async () => {
    const items: JsonObject[] = [
      { type: 'note', id: noteId },
      { type: 'markdown', content: `# ${hostile}\n\n<script>alert(1)</script>\n\n![far](https://example.com/x.png)` },
    ]
    const shown = await exported({ items, format: 'html' })
    const { warnings } = (await svc.request('GET', `/api/export/${shown.headers.get('x-export-id') ?? ''}`)).body
    expect(warnings).toEqual([{ code: 'image_dropped', message: expect.stringContaining('https://example.com/x.png') }])
    const html = shown.bytes.toString()
    const md = (await exported({ items, format: 'md' })).bytes.toString()
    const json = JSON.parse((await exported({ items, format: 'json' })).bytes.toString())
    expect(html).toContain('<strong>all</strong>')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).not.toMatch(/<script|<img|example\.com/)
    expect(md).toContain('Agreed on **all** of it.[^1]')
    expect(md).not.toMatch(/(?<!\\)<(?:img|script)|example\.com/)
    expect(json.items.map(({ title }: { title: string }) => title)).toEqual(['Minutes', expect.stringContaining('img')])
    const { items: made } = (await svc.request('GET', '/api/export?limit=1')).body
    expect(made[0].format).toBe('json')
  })
})

describe('a PDF', () => {
  it(
    'has its facts, bookmarks and signing lines, is signed, and verifies until a byte is changed',
    { timeout: 120_000 },
    async () => {
      const made = await exported({
        items: [
          { type: 'note', id: noteId },
          { type: 'markdown', content: '# Второе\n\n漢' },
        ],
        format: 'pdf',
        cover: { title: 'Minutes of March', authors: ['Ada Lovelace'] },
        signatories: [{ name: 'Ada Lovelace', role: 'Head of Engines' }],
        sign: { pdf: true, manifest: true },
      })
      const exportId = made.headers.get('x-export-id') ?? ''
      const record = (await svc.request('GET', `/api/export/${exportId}`)).body
      const document = await getDocumentProxy(new Uint8Array(made.bytes))
      const { text } = await extractText(document, { mergePages: true })
      const { info } = await document.getMetadata()
      const outline = (await document.getOutline()).map(({ title }: { title: string }) => title)
      expect(info).toMatchObject({ Title: 'Minutes of March', Author: 'Ada Lovelace', Language: 'en' })
      expect(outline).toEqual(['Minutes', 'Второе', 'Signatures'])
      for (const words of ['Head of Engines', 'Второе', `2 / ${record.pages}`]) expect(text).toContain(words)
      expect(record.warnings).toEqual([{ code: 'glyphs_missing', message: expect.stringContaining('漢 (U+6F22)') }])
      expect(record.signature).toMatchObject({ kind: 'pades-b-b', signed_at: record.created_at })
      const verified = await verify(made.bytes)
      const changed = Buffer.from(made.bytes)
      changed[Math.floor(changed.length / 2)]! ^= 1
      expect([verified.valid, (await verify(changed)).valid]).toEqual([true, false])
      const manifest = await part(exportId, 'manifest')
      const signature = await part(exportId, 'signature')
      const key = (await svc.request('GET', '/api/export/keys', { as: 'none' })).body.items.find(
        ({ kind }: { kind: string }) => kind === 'ed25519',
      )
      const spki = createPublicKey({ key: Buffer.from(key.public_key, 'base64'), format: 'der', type: 'spki' })
      expect(checkSignature(null, manifest, spki, Buffer.from(signature.toString(), 'base64'))).toBe(true)
      expect(JSON.parse(manifest.toString()).files).toEqual([
        { path: 'Minutes of March.pdf', sha256: record.sha256, size: made.bytes.length },
      ])
    },
  )

  it('takes a table of 300 columns, Letter in landscape and twelve signatories', async () => {
    const cells = (text: string) => `|${Array.from({ length: 300 }, (_, n) => `${text}${n}`).join('|')}|`
    const content = `${cells('c')}\n${cells('--')}\n${cells('v')}`.replaceAll(/--\d+/g, '--')
    const made = await exported({
      items: [{ type: 'markdown', content }],
      format: 'pdf',
      signatories: Array.from({ length: 12 }, (_, n) => ({
        name: `Person ${n}`,
        role: 'A role of many words. '.repeat(8),
      })),
      options: { paper: 'letter', orientation: 'landscape' },
    })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(made.bytes)), { mergePages: true })
    expect(made.status).toBe(200)
    for (const words of ['v299', 'Person 11']) expect(text).toContain(words)
  })
})

describe('a DOCX', () => {
  it('has headings, footnotes and rows that no page parts, and lines as high as their words', async () => {
    const { status, bytes } = await exported({
      items: [{ type: 'note', id: noteId }],
      format: 'docx',
      options: { orientation: 'landscape' },
      signatories: [{ name: 'Ada Lovelace' }],
    })
    const files = unzipSync(new Uint8Array(bytes))
    const part = (name: string) => Buffer.from(files[`word/${name}.xml`] ?? []).toString()
    const styles = part('styles')
    expect([status, part('document').match(/w:cantSplit/g)?.length]).toEqual([200, 3])
    expect(part('document')).toContain('<w:pStyle w:val="Heading1"/>')
    expect(part('footnotes')).toContain('By hand.')
    expect(styles).toContain('w:lineRule="auto"')
    expect(/w:styleId="Heading1".*?<\/w:style>/.exec(styles)?.[0]).toContain('<w:keepNext/>')
    // The number of the page stands at the right margin of the wide page.
    expect(part('footer1')).toMatch(/<w:tab w:val="right" w:pos="14\d{3}"/)
  })
})

describe('a ZIP', () => {
  it('has the records, their files and a manifest of all that lies in it', { timeout: 120_000 }, async () => {
    const upload = await fetch(`${svc.url}/api/files/content/data/a.csv`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'text/csv' },
      body: 'a,b\n1,2\n',
    })
    const { file_id } = (await upload.json()) as { file_id: string }
    const items = [
      { type: 'note', id: noteId },
      { type: 'file', id: file_id },
    ]
    const made = await exported({ items, format: 'zip', sign: { manifest: true } })
    const files = unzipSync(new Uint8Array(made.bytes))
    const manifest = JSON.parse(Buffer.from(files['svc-manifest.json'] ?? []).toString())
    expect(Object.keys(files)).toEqual([
      'document.html',
      'document.md',
      'items/001-minutes/record.json',
      'items/002-a-csv/record.json',
      'items/002-a-csv/a.csv',
      'svc-manifest.json',
      'svc-manifest.sig',
    ])
    expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual(Object.keys(files).slice(0, -2))
    expect(Buffer.from(files['items/002-a-csv/a.csv'] ?? []).toString()).toBe('a,b\n1,2\n')
    expect((await verify(made.bytes)).valid).toBe(true)
  })
})

describe('a job', () => {
  it('makes an export in the background, which is sent in ranges', async () => {
    const body = { items: [{ type: 'note', id: noteId }], format: 'docx', mode: 'job' }
    const accepted = await svc.request('POST', '/api/export', { body })
    const { export_id, job_id } = accepted.body
    const ended = async (): Promise<JsonObject> => {
      const { body: job } = await svc.request('GET', `/api/jobs/${job_id}`)
      return ['succeeded', 'dead', 'cancelled'].includes(job.state) ? job : ended()
    }
    expect([accepted.status, (await ended())['state']]).toEqual([202, 'succeeded'])
    const { body: record } = await svc.request('GET', `/api/export/${export_id}`)
    const answer = await fetch(`${svc.url}/api/export/${export_id}/content`, {
      headers: { authorization: `Bearer ${svc.key}`, range: 'bytes=0-1' },
    })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      206,
      `bytes 0-1/${record.size}`,
      'PK',
    ])
  })
})

describe('an order', () => {
  it('is refused with what is wrong with it', async () => {
    const refused = async (body: JsonObject) => {
      const { status, body: problem } = await svc.request('POST', '/api/export', { body })
      return [status, problem.code, problem.detail]
    }
    const md = { type: 'markdown', content: 'x' }
    expect(await refused({ items: [], format: 'md' })).toEqual([400, 'validation_error', expect.any(String)])
    expect(await refused({ items: Array.from({ length: 201 }, () => md), format: 'md' })).toEqual([
      422,
      'export_limit',
      'An export has at most 200 items; these are 201. Make several.',
    ])
    expect(await refused({ items: [{ type: 'nonsense', id: 'x' }], format: 'md' })).toEqual([
      400,
      'validation_error',
      expect.stringMatching(/items\[0\]\.type is none of .*markdown, note/),
    ])
    expect(
      await refused({ items: [{ type: 'note' }, { type: 'markdown' }], format: 'md', sign: { pdf: true } }),
    ).toEqual([400, 'validation_error', expect.stringMatching(/items\[0\]\.id .*items\[1\]\.content .*sign\.pdf/s)])
    const gone = { type: 'note', id: 'note_gone' }
    expect(await refused({ items: [gone, md, gone], format: 'md' })).toEqual([
      404,
      'not_found',
      expect.stringMatching(/items\[0\].*items\[2\]/),
    ])
  })

  it('is refused with a logo that is no picture, by its name', async () => {
    const upload = await fetch(`${svc.url}/api/files/content/logo.png`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'image/png' },
      body: 'This is no picture.',
    })
    const { file_id } = (await upload.json()) as { file_id: string }
    const order = { items: [{ type: 'markdown', content: 'x' }], format: 'pdf', cover: { logo_file_id: file_id } }
    const { status, body } = await svc.request('POST', '/api/export', { body: order })
    expect([status, body.detail]).toEqual([400, expect.stringContaining('logo.png')])
  })

  it('reaches no other workspace and needs the scope of each item', async () => {
    const items = [{ type: 'note', id: noteId }]
    const theirs = await svc.request('POST', '/api/export', {
      as: 'owner',
      headers: elsewhere,
      body: { items, format: 'md' },
    })
    const logo = { items: [{ type: 'markdown', content: 'x' }], format: 'md', cover: { logo_file_id: 'file_x' } }
    const { body } = await svc.request('POST', '/api/developer/keys', {
      body: { name: 'narrow', scopes: ['export:write'] },
    })
    const narrow = { as: 'none', headers: { authorization: `Bearer ${body.key}` } } as const
    const refused = await svc.request('POST', '/api/export', { ...narrow, body: { items, format: 'md' } })
    const unseen = await svc.request('POST', '/api/export', { ...narrow, body: logo })
    expect([unseen.status, unseen.body.detail]).toEqual([403, expect.stringContaining('files:read')])
    expect([theirs.status, refused.status, refused.body.detail]).toEqual([
      404,
      403,
      expect.stringContaining('workspace:read'),
    ])
  })
})
