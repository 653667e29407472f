import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'
import { startFakeWebHost } from '../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../test/support/servers/fake-web-host.ts'

const text = 'Those who had slept recalled 42 of 50 word pairs after a nap.'
const layout = '<layout><text variable="title"/></layout>'
const csl = (head: string, id: string) =>
  `<?xml version="1.0" encoding="utf-8"?>${head}<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text">` +
  `<info><title>${id}</title><id>${id}</id><updated>2026-01-31T12:00:00+00:00</updated></info><citation>${layout}</citation>` +
  `<bibliography>${layout}</bibliography></style>`
let web: FakeWebHost
let svc: TestKernel
let p: string
let source_id: string
let visits = 0

beforeAll(async () => {
  web = await startFakeWebHost((_request, response) => {
    visits += 1
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<title>Naps</title><p>Naps helped 42 of 50 people.</p><p>You are the visitor number ${visits} here.</p>`,
    )
  })
  svc = await startTestKernel({
    plugins: ['admin', 'developer', 'export', 'jobs', 'memory', 'research', 'workspace'],
    env: { SVC_EGRESS_ALLOW: web.key },
  })
  p = `/projects/${(await ask('POST', '/projects', { title: 'Naps' })).body.research_project_id as string}`
  const added = await ask('POST', `${p}/sources`, { text, title: 'Naps and recall', key: 'ada2024' })
  source_id = added.body.items[0].source_id as string
})
afterAll(async () => {
  await svc?.stop()
  await web?.close()
})

const ask = async (method: string, path: string, body?: JsonValue) =>
  svc.request(method, `/api/research${path}`, body === undefined ? {} : { body })
const report = async (body: string) =>
  (await ask('POST', `${p}/reports`, { title: 'R', body })).body.report_id as string
const quoted = async (words = 'recalled 42 of 50 word pairs') =>
  (await ask('POST', `${p}/claims`, { text: 'Naps help.', evidence: [{ type: 'quote', source_id, quote: words }] }))
    .body.claim_id as string
const form = (xml: string, name: string): { body: FormData; headers: Record<string, string> } => {
  const body = new FormData()
  body.set('file', new Blob([xml]), `${name}.csl`)
  return { body, headers: { cookie: svc.owner.cookie, origin: svc.url } }
}

it('a page that changes at each visit keeps what was quoted, and says what it says now', async () => {
  const added = await ask('POST', `${p}/sources`, { url: `${web.url}/page` })
  const page = added.body.items[0].source_id as string
  const evidence = [{ type: 'quote', source_id: page, quote: 'You are the visitor number 1 here.' }]
  const { body: claim } = await ask('POST', `${p}/claims`, { text: 'It counts.', evidence })
  const refreshed = await ask('POST', `${p}/sources/${page}/refresh`)
  expect([refreshed.body.changed, (await ask('GET', `${p}/sources/${page}`)).body.state]).toEqual([true, 'changed'])
  const now = (await ask('GET', `${p}/claims/${claim.claim_id as string}`)).body
  expect(now).toMatchObject({
    status: 'supported',
    evidence: [
      {
        problem: {
          code: 'source_changed',
          was: 'You are the visitor number 1 here.',
          is: expect.stringContaining('number 2') as string,
        },
      },
    ],
  })
  const verified = await ask('POST', `${p}/verify`, { claim_ids: [claim.claim_id as string] })
  expect(verified.body).toMatchObject({ ok: true, problems: [{ code: 'source_changed' }] })
  const lint = await ask(
    'POST',
    `${p}/reports/${await report(`It counts [[claim:${claim.claim_id as string}]].`)}/lint`,
  )
  expect([lint.body.ok, lint.body.warnings.map(({ code }: { code: string }) => code)]).toEqual([
    true,
    expect.arrayContaining(['source_changed']),
  ])
})

it('5,000 citations are taken and looked over, and not one more', async () => {
  const cited = (count: number) => Array.from({ length: count }, () => 'So it was [@ada2024].').join('\n\n')
  const { status, body } = await ask('POST', `${p}/reports`, { title: 'Long', body: cited(5000) })
  const lint = await ask('POST', `${p}/reports/${body.report_id as string}/lint`)
  const more = await ask('POST', `${p}/reports`, { title: 'Long', body: cited(5001) })
  expect([status, lint.body.stats.citations, more.status, more.body.detail]).toEqual([
    201,
    5000,
    413,
    expect.stringContaining('5001 citations'),
  ])
})

it('a claim of another project or workspace is unknown here', async () => {
  const claim_id = await quoted()
  const other = (await ask('POST', '/projects', { title: 'Other' })).body.research_project_id as string
  const made = await ask('POST', `/projects/${other}/reports`, { title: 'R', body: `So [[claim:${claim_id}]].` })
  const path = `/projects/${other}/reports/${made.body.report_id as string}`
  expect((await ask('POST', `${path}/lint`)).body.errors).toMatchObject([{ code: 'claim_unknown', claim_id }])
  expect((await ask('POST', `${path}/export`, { format: 'md' })).body.code).toBe('lint_failed')

  const workspace = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Second' } })
  const headers = { 'x-workspace-id': workspace.body.id as string }
  const there = (method: string, at: string, body: JsonValue) =>
    svc.request(method, `/api/research${at}`, { as: 'owner', body, headers })
  const foreign = await there('POST', '/projects', { title: 'Foreign' })
  const written = await there('POST', `/projects/${foreign.body.research_project_id as string}/reports`, {
    title: 'R',
    body: `So [[claim:${claim_id}]].`,
  })
  expect([foreign.status, written.status]).toEqual([201, 201])
  const at = `/projects/${foreign.body.research_project_id as string}/reports/${written.body.report_id as string}`
  expect((await there('POST', `${at}/lint`, {})).body.errors).toMatchObject([{ code: 'claim_unknown', claim_id }])
  expect((await there('POST', `${p}/verify`, {})).status).toBe(404)
})

describe('a report as a document', () => {
  it('fetches no picture from elsewhere and passes no HTML', async () => {
    const before = web.requests.length
    const id = await report(
      `So [@ada2024]. ![a nap](${web.url}/nap.png) <img src="${web.url}/x.png"> <script>1</script>`,
    )
    const { status, body } = await ask('POST', `${p}/reports/${id}/export`, { format: 'html' })
    expect([status, web.requests.length - before]).toEqual([200, 0])
    expect(body).not.toMatch(/<img|<script/i)
  })

  it('is a PDF over HTTP, with a cover, signatories and a signature that holds', async () => {
    const id = await report(`So it was [[claim:${await quoted()}]] [@ada2024].`)
    const answer = await fetch(`${svc.url}/api/research${p}/reports/${id}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        format: 'pdf',
        cover: true,
        signatories: [{ name: 'Ada Lovelace' }],
        sign: { pdf: true },
      }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, answer.headers.get('content-type'), bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    const verify = async (file: Buffer) => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(file)]), 'r.pdf')
      const headers = { authorization: `Bearer ${svc.key}` }
      const found = await fetch(`${svc.url}/api/export/verify`, { method: 'POST', headers, body })
      return ((await found.json()) as { valid: boolean }).valid
    }
    const flipped = Buffer.from(bytes)
    flipped[200] = flipped[200]! ^ 1
    expect([await verify(bytes), await verify(flipped)]).toEqual([true, false])
  })
})

it('a project is verified as a job, with the outcome as its result', async () => {
  const claim_id = await quoted()
  const { status, body } = await ask('POST', `${p}/verify`, { mode: 'job', claim_ids: [claim_id] })
  expect(status).toBe(202)
  await expect
    .poll(async () => (await svc.request('GET', `/api/jobs/${body.job_id as string}`)).body, { timeout: 30_000 })
    .toMatchObject({ state: 'succeeded', result: { ok: true, checked: { claims: 1, evidence: 1 } } })
})

it('a record is linked once, where it is there, and a report may name it then', async () => {
  const note = await svc.request('POST', '/api/workspace/notes', { body: { title: 'N', body: 'Naps.' } })
  const note_id = note.body.note_id as string
  const id = await report(`As we noted [[note:${note_id}]].`)
  const lint = async () => (await ask('POST', `${p}/reports/${id}/lint`)).body.errors as { code: string }[]
  expect((await lint()).map(({ code }) => code)).toEqual(['reference_unknown'])
  const first = await ask('POST', `${p}/links`, { type: 'note', id: note_id })
  const again = await ask('POST', `${p}/links`, { type: 'note', id: note_id })
  expect([first.status, again.body.link_id, await lint()]).toEqual([201, first.body.link_id, []])
  expect((await ask('POST', `${p}/links`, { type: 'note', id: 'note_none' })).status).toBe(404)
  expect((await ask('DELETE', `${p}/links/${first.body.link_id as string}`)).status).toBe(204)
  expect((await ask('DELETE', `${p}/links/${first.body.link_id as string}`)).status).toBe(404)
  expect((await lint()).length).toBe(1)
})

it('a style is uploaded and cited in; one with a DTD, or that is none, is refused', async () => {
  const upload = async (xml: string, name: string) => {
    const answer = await fetch(`${svc.url}/api/research/styles`, { method: 'POST', ...form(xml, name) })
    return { status: answer.status, ...((await answer.json()) as { code?: string; style?: string }) }
  }
  expect(await upload(csl('', 'house'), 'house')).toMatchObject({ status: 201, style: 'house' })
  const dtd = '<!DOCTYPE style [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
  expect([(await upload(csl(dtd, 'dtd'), 'dtd')).status, (await upload('<html/>', 'none')).status]).toEqual([422, 422])
  const cited = await ask('POST', '/cite', {
    items: [{ id: 'a', type: 'book', title: 'Sleep' }],
    style: 'house',
    format: 'text',
  })
  expect([cited.status, cited.body.bibliography.entries]).toEqual([200, ['Sleep']])
})
