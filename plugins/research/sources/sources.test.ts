import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { itOfOneServer } from '../../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { madePdf, onePagePdf } from '../../../test/support/made-documents.ts'
import type { AddedSources, Source } from './source.ts'

let svc: TestKernel
let pages: Server
let base: string
let visits = 0

beforeAll(async () => {
  pages = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/page') {
      visits += 1
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<title>Naps</title><p>Naps helped <b>42</b> of 50 people.</p><p hidden>No</p><p>Visit ${visits}.</p>`,
      )
    } else if (path === '/loop') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    else if (path === '/image') response.setHeader('content-type', 'image/png').end('x')
    else if (path === '/large') response.setHeader('content-type', 'text/plain').end('x'.repeat(3 * 1024 * 1024))
    else if (path === '/10.1000/182' || path === '/10.1000/a%23b%3Fc')
      response
        .setHeader('content-type', 'application/vnd.citationstyles.csl+json')
        .end(
          '{"type":"journal-article","title":["Found"],"author":[{"family":"Roe","given":"R"}],"issued":{"date-parts":[[2021]]},"link":[{"a":1}]}',
        )
    else response.writeHead(404).end()
  })
  await new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve))
  const { port } = pages.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  svc = await startTestKernel({
    plugins: ['developer', 'files', 'memory', 'research'],
    env: { SVC_EGRESS_ALLOW: `127.0.0.1:${port}`, SVC_RESEARCH_SOURCE_MAX_MB: '2', SVC_RESEARCH_DOI_RESOLVER: base },
  })
})
afterAll(async () => {
  await svc?.stop()
  pages?.close()
})

interface Problem {
  code: string
  detail: string
  line?: number
}
const project = async (title = 'P'): Promise<string> =>
  (await svc.request('POST', '/api/research/projects', { body: { title } })).body.research_project_id as string
const add = (id: string, body: JsonValue) =>
  svc.request<AddedSources & Problem>('POST', `/api/research/projects/${id}/sources`, { body })
const keysOf = ({ items }: AddedSources) => items.map(({ key }) => key)
const snapshotFolder = (): string => {
  const [workspace] = readdirSync(join(svc.home, 'workspaces')).filter(name => name.startsWith('ws_'))
  return join(svc.home, 'workspaces', workspace!, 'research', 'snapshots')
}
const snapshots = (): string[] => readdirSync(snapshotFolder())

describe('a source', () => {
  it('of text is kept with its hash, read by code points and known when it comes again', async () => {
    const id = await project()
    const text = 'Ein U\u0308berblick 😀 u\u0308ber das Schlafen.'
    const { status, headers, body } = await add(id, {
      text,
      title: 'Schlaf',
      csl: { type: 'book', author: [{ family: 'Grün' }] },
    })
    const [source] = body.items
    const sha256 = createHash('sha256').update(text).digest('hex')
    expect([status, headers.get('location')]).toEqual([
      201,
      `${svc.url}/api/research/projects/${id}/sources/${source!.source_id}`,
    ])
    expect(source).toMatchObject({
      kind: 'text',
      key: 'grunschlaf',
      csl: { type: 'book', title: 'Schlaf' },
      snapshot: { sha256, content_type: 'text/plain' },
      text: { chars: 34, extractor: { name: 'svc-text' } },
      state: 'ok',
      claims: 0,
    })
    const one = `/api/research/projects/${id}/sources/${source!.source_id}`
    const part = await svc.request('GET', `${one}/text?from=4&to=17`)
    expect(part.body).toMatchObject({ text: 'Überblick 😀 ü', from: 4, to: 17, chars: 34 })
    const bytes = await svc.request('GET', `${one}/content`)
    expect([bytes.body, bytes.headers.get('content-disposition')]).toEqual([text, 'attachment; filename="grunschlaf"'])
    const again = await add(id, { text, title: 'Otherwise' })
    expect([again.status, again.body.items[0]]).toMatchObject([200, { source_id: source!.source_id, duplicate: true }])
  })

  itOfOneServer('of an address is fetched once; fetched again, the old bytes stay', async () => {
    const id = await project()
    const { status, body } = await add(id, { url: `${base}/page`, key: 'naps' })
    const [source] = body.items as [Source]
    const one = `/api/research/projects/${id}/sources/${source.source_id}`
    const text = await svc.request('GET', `${one}/text`)
    expect([status, source.csl['title'], text.body.text]).toEqual([
      201,
      'Naps',
      'Naps helped 42 of 50 people.\n\nVisit 1.',
    ])
    const quote = { type: 'quote', source_id: source.source_id, quote: 'Naps helped 42 of 50 people.' }
    const claim = { text: 'Naps help.', evidence: [quote] }
    expect((await svc.request('POST', `/api/research/projects/${id}/claims`, { body: claim })).status).toBe(201)
    const refreshed = await svc.request('POST', `${one}/refresh`)
    expect(refreshed.body).toMatchObject({ changed: true, previous: { sha256: source.snapshot!.sha256 } })
    expect((await svc.request('GET', `${one}/text`)).body.text).toContain('Visit 2.')
    expect(snapshots()).toEqual(expect.arrayContaining([source.snapshot!.sha256, refreshed.body.snapshot.sha256]))

    // The claim holds for the text that it quotes; the newest one is gone, which is said of the source.
    const { text_sha256 } = (await svc.request('GET', `${one}/text`)).body
    rmSync(join(snapshotFolder(), text_sha256))
    const { body: found } = await svc.request('POST', `/api/research/projects/${id}/verify`, { body: {} })
    expect(found.problems).toEqual([
      {
        code: 'source_missing',
        message: 'What was kept of the source naps is gone. Add the source again.',
        claim_id: null,
        evidence_id: null,
        source_id: source.source_id,
      },
    ])
  })

  it('is refused when its address leads to loopback, is no text or too large', async () => {
    const id = await project()
    const answers = await Promise.all(
      ['http://127.0.0.1:1/', `${base}/loop`, `${base}/image`, `${base}/large`, `${base}/none`].map(url =>
        add(id, { url }),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'url_blocked'],
      [422, 'url_blocked'],
      [415, 'unsupported_media_type'],
      [413, 'payload_too_large'],
      [422, 'unprocessable'],
    ])
    expect((await svc.request('GET', `/api/research/projects/${id}/sources`)).body.items).toEqual([])
  })

  it('of a PDF has pages, and one of scans is kept without text', async () => {
    const id = await project()
    const upload = async (path: string, body: Uint8Array): Promise<string> => {
      const answer = await fetch(`${svc.url}/api/files/content/${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/pdf' },
        body: Buffer.from(body),
      })
      return ((await answer.json()) as { file_id: string }).file_id
    }
    const two = await add(id, {
      file_id: await upload(
        'two.pdf',
        await madePdf({ content: ['A nap of an hour', { text: 'helps to recall.', pageBreak: 'before' }] }),
      ),
    })
    const scan = await add(id, { file_id: await upload('scan.pdf', onePagePdf('0 0 100 100 re f')) })
    expect(two.body.items[0]).toMatchObject({ kind: 'file', state: 'ok', text: { pages: 2 }, csl: { title: 'two' } })
    expect(scan.body).toMatchObject({
      items: [{ state: 'no_text', text: null }],
      warnings: [expect.stringContaining('OCR')],
    })
    const text = await svc.request<Problem>(
      'GET',
      `/api/research/projects/${id}/sources/${scan.body.items[0]!.source_id}/text`,
    )
    expect([text.status, text.body.code]).toEqual([422, 'no_text'])
  })

  itOfOneServer('goes with its bytes when nothing else has them', async () => {
    const [first, second] = [await project('one'), await project('two')]
    const text = { text: 'Both projects have this.', title: 'Shared' }
    const { body } = await add(first, text)
    const hash = body.items[0]!.snapshot!.sha256
    await add(second, text)
    await svc.request('DELETE', `/api/research/projects/${first}`, { body: { confirm: 'one' } })
    const kept = snapshots().includes(hash)
    const refused = await svc.request('DELETE', `/api/research/projects/${second}`, { body: { confirm: 'on' } })
    await svc.request('DELETE', `/api/research/projects/${second}`, { body: { confirm: 'two' } })
    expect([refused.status, kept, snapshots().includes(hash)]).toEqual([400, true, false])
  })
})

describe('references', () => {
  const bibtex = `@string{jn = "Journal of Tests"}
@article{grun:2024, author={Gr{\\"u}n, J{\\'o}zsef and van der Berg, Ludwig and {World Health Organization}}, title={The {DNA} of \\o}, journal=jn, year=2024, pages={1--9}}
@inproceedings{talk, author={Doe, Jane}, title={A talk}, crossref={proc}}
@proceedings{proc, title={Proceedings}, year=2001}
`

  it('come from BibTeX with accents, strings, particles and cross-references', async () => {
    const { status, body } = await add(await project(), { bibtex })
    expect([status, keysOf(body)]).toEqual([201, ['grun:2024', 'talk', 'proc']])
    expect(body.items[0]!.csl).toEqual({
      type: 'article-journal',
      author: [
        { family: 'Grün', given: 'József' },
        { family: 'Berg', given: 'Ludwig', 'non-dropping-particle': 'van der' },
        { family: 'World Health Organization' },
      ],
      title: 'The DNA of ø',
      'container-title': 'Journal of Tests',
      issued: { 'date-parts': [[2024]] },
      page: '1-9',
    })
    expect(body.items[1]!.csl).toMatchObject({ 'container-title': 'Proceedings', issued: { 'date-parts': [[2001]] } })
  })

  it('are refused whole when an entry is broken, by its line', async () => {
    const id = await project()
    const broken = '@article{a, title={x}, year=2000}\n@article{b, title={x, year=1\n}\n@book{c, title={z}}'
    const twice = '@article{a, title={x}}\n@article{a, title={y}}'
    const answers = [
      await add(id, { bibtex: broken }),
      await add(id, { bibtex: twice }),
      await add(id, { bibtex: 'no' }),
      await add(id, { ris: 'no' }),
    ]
    expect(answers.map(({ status, body: { code, line } }) => [status, code, line])).toEqual([
      [422, 'references_invalid', 2],
      [422, 'references_invalid', 2],
      [422, 'references_invalid', 1],
      [422, 'references_invalid', 1],
    ])
    expect((await svc.request('GET', `/api/research/projects/${id}/sources`)).body.items).toEqual([])
  })

  it('come from RIS, CSL-JSON and a DOI, with keys of their own', async () => {
    const id = await project()
    const ris = await add(id, { ris: 'TY  - JOUR\nAU  - Doe, Jane\nTI  - The title of it\nPY  - 2020\nER  - \n' })
    const csl = await add(id, {
      csl: [{ type: 'book', title: 'The title of it', author: [{ family: 'Doe' }], issued: 2020 }],
    })
    const doi = await add(id, { doi: 'https://doi.org/10.1000/182' })
    expect([ris, csl, doi].map(({ body }) => keysOf(body))).toEqual([
      ['doe2020title'],
      ['doe2020title-2'],
      ['roe2021found'],
    ])
    expect(doi.body.items[0]!.csl).toEqual({
      type: 'article-journal',
      title: 'Found',
      author: [{ family: 'Roe', given: 'R' }],
      issued: { 'date-parts': [[2021]] },
      DOI: '10.1000/182',
    })
    const odd = await add(id, { doi: '10.1000/a#b?c' })
    expect(odd.body.items[0]!.csl).toMatchObject({ title: 'Found', DOI: '10.1000/a#b?c' })
    const faulty = await add(id, { csl: { type: 'bok', author: 'Doe' } })
    const taken = await add(id, { csl: { type: 'book', title: 'Other' }, key: 'doe2020title' })
    expect([faulty.status, faulty.body.detail, taken.status]).toEqual([
      400,
      expect.stringContaining('Did you mean "book"?'),
      409,
    ])
  })

  it('by a DOI without a way out say what to do', async () => {
    const closed = await startTestKernel({ plugins: ['developer', 'research'] })
    try {
      const { body } = await closed.request('POST', '/api/research/projects', { body: { title: 'P' } })
      const path = `/api/research/projects/${body.research_project_id as string}/sources`
      const alone = await closed.request<Problem>('POST', path, { body: { doi: '10.1000/182' } })
      const given = await closed.request('POST', path, {
        body: { doi: '10.1000/182', csl: { type: 'book', title: 'B' } },
      })
      expect([alone.status, alone.body.code, alone.body.detail]).toEqual([
        422,
        'doi_unavailable',
        expect.stringContaining('BibTeX'),
      ])
      expect(given.body.items[0].csl).toEqual({ type: 'book', title: 'B', DOI: '10.1000/182' })
    } finally {
      await closed.stop()
    }
  })
})
