import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDocumentReader } from '../../plugins/memory/reading/document-reader.ts'
import type { DocumentLimits } from '../../plugins/memory/reading/document-limits.ts'
import { madePdf, madeZip, onePagePdf, pdfOf, wordFile, wordParagraph } from '../support/made-documents.ts'
import { recordingLog } from '../support/recording-log.ts'
import { openChildProcesses, startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const mebibyte = 1024 * 1024
const catalogue = { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' }
const blanks = (bytes: number) => deflateRawSync(Buffer.alloc(bytes, ' '), { level: 1 })

describe('a document made to harm, sent to a server', () => {
  let svc: TestKernel
  beforeAll(async () => {
    svc = await startTestKernel({ plugins: ['memory', 'developer'] })
  })
  afterAll(() => svc?.stop())

  const send = async (name: string, content: Buffer | string) => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
    const headers = { authorization: `Bearer ${svc.key}` }
    const answer = await fetch(`${svc.url}/api/memory/import`, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json()) as { code: string; detail: string } }
  }

  it.each<[string, string, () => Buffer | string, string]>([
    [
      'a Word file with more parts than any has',
      'a.docx',
      () => {
        const packed = deflateRawSync('')
        const parts = Array.from({ length: 10_001 }, (_, index) => ({ name: `word/${index}`, content: '', packed }))
        return wordFile(wordParagraph('x'), parts)
      },
      'The document has 10004 parts; at most 10000 are read.',
    ],
    [
      'a Word file with a part that climbs out of it',
      'a.docx',
      () => wordFile(wordParagraph('x'), [{ name: '../../etc/evil.xml', content: 'x' }]),
      'a part with the unsafe name "../../etc/evil.xml"',
    ],
    [
      'a Word file with entities of entities',
      'a.docx',
      () =>
        wordFile(
          wordParagraph('&c;'),
          [],
          `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(9)}"><!ENTITY c "${'&b;'.repeat(9)}">]>`,
        ),
      'XML with a DTD',
    ],
    [
      'a Word file nested without end',
      'a.docx',
      () => wordFile('<w:p>'.repeat(200_000) + '</w:p>'.repeat(200_000)),
      'nested more than 1000 elements deep',
    ],
    ['a Word file that was cut off', 'a.docx', () => wordFile(wordParagraph('x')).subarray(0, 400), 'is cut off'],
    [
      'a PDF whose pages are its own parents',
      'a.pdf',
      () => pdfOf([catalogue, { dictionary: '<< /Type /Pages /Kids [2 0 R] /Count 5 >>' }]),
      'The PDF is damaged: none of its pages can be read.',
    ],
    [
      'a PDF of lists in lists',
      'a.pdf',
      () => pdfOf([catalogue, { dictionary: `<< /Kids ${'['.repeat(100_000)}${']'.repeat(100_000)} /Count 1 >>` }]),
      'The document cannot be read',
    ],
    [
      'a PDF whose drawings draw themselves',
      'a.pdf',
      () =>
        pdfOf([
          catalogue,
          { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
          { dictionary: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>' },
          { dictionary: '<< /Length 5 >>', stream: Buffer.from('/X Do') },
          {
            dictionary:
              '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 11 /Resources << /XObject << /X 5 0 R >> >> >>',
            stream: Buffer.from('/X Do /X Do'),
          },
        ]),
      'The PDF has no text',
    ],
    [
      'a Word file with a part that unpacks to more than it may',
      'a.docx',
      () => wordFile(wordParagraph('x'), [{ name: 'word/styles.xml', content: '', packed: blanks(80 * mebibyte) }]),
      'A part of the document unpacks to more than is read.',
    ],
    [
      'a Word file whose parts do so together',
      'a.docx',
      () => {
        const packed = blanks(45 * mebibyte)
        const parts = ['a', 'b', 'c'].map(name => ({ name: `word/${name}.xml`, content: '', packed }))
        return wordFile(wordParagraph('x'), parts)
      },
      'A part of the document unpacks to more than is read.',
    ],
  ])('%s is refused in words', async (_, name, content, message) => {
    const { status, body } = await send(name, content())
    expect({ status, code: body.code, detail: body.detail }).toEqual({
      status: 422,
      code: 'import_failed',
      detail: expect.stringContaining(message),
    })
  })

  it.each([
    ['an archive named as a Word file', 'a.docx', madeZip([{ name: 'x/../../y', content: 'x' }]), 422],
    ['an archive in an archive', 'a.docx', madeZip([{ name: 'b.zip', content: madeZip([]) }]), 415],
    ['a sheet named as text', 'a.txt', madeZip([{ name: 'xl/workbook.xml', content: 'x' }]), 415],
    ['a program named as a page', 'a.html', Buffer.from('\x7fELF\x02\x01\x01\0\0', 'latin1'), 415],
  ])('%s is told', async (_, name, content, status) => {
    expect((await send(name, content)).status).toBe(status)
  })

  it('what came of it is nothing, and the next document is read well', async () => {
    const sent = await send('next.pdf', await madePdf({ content: ['The spare key hangs behind the clock.'] }))
    const { body } = await svc.request('GET', '/api/memory')
    expect(sent).toMatchObject({ status: 201, body: { documents: 1 } })
    expect(body.items.map(({ content }: { content: string }) => content)).toEqual([
      'The spare key hangs behind the clock.',
    ])
  })
})

describe('a document that takes too much of the machine', () => {
  const children = openChildProcesses()
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-documents-'))
  })
  afterAll(async () => {
    await children.close()
    await rm(folder, { recursive: true })
  })

  const cases: [string, string, () => Buffer | string, Partial<DocumentLimits>, string][] = [
    [
      'a PDF that unpacks to a thousand times its size',
      'a.pdf',
      () => onePagePdf(Buffer.alloc(96 * mebibyte, ' ')),
      { memoryMb: 160 },
      'The document needs more than 160 MiB of memory',
    ],
    [
      'a PDF with thousands of pages that are one',
      'a.pdf',
      () =>
        pdfOf([
          catalogue,
          { dictionary: `<< /Type /Pages /Kids [${'3 0 R '.repeat(9000)}] /Count 9000 >>` },
          { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>' },
        ]),
      { cpuMs: 400 },
      'The document takes longer than 0.4 s of computing',
    ],
    [
      'a page whose marks cross each other',
      'a.html',
      () => '<a><b><p>'.repeat(100_000),
      { wallMs: 200 },
      'The document takes longer than 0.2 s',
    ],
  ]
  it.each(cases)('%s ends with its process, and the reader says why', async (_, name, content, limits, message) => {
    const log = recordingLog()
    const reader = createDocumentReader({ children, log, limits })
    const path = join(folder, 'document')
    await writeFile(path, content())
    const reading = { workspaceId: 'ws_1', signal: new AbortController().signal }
    await expect(reader.read({ name, content_type: null, path }, reading)).rejects.toMatchObject({
      status: 422,
      code: 'import_failed',
      message: expect.stringContaining(message),
    })
    await reader.close()
  })
})
