import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Child } from '@svc/plugin'
import { openChildProcesses } from '../../../test/rooms/kernel.ts'
import { madePdf, onePagePdf } from '../../../test/support/made-documents.ts'
import { observedChildren } from '../../../test/support/programs/observed-children.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { createDocumentReader } from './document-reader.ts'
import type { DocumentReader } from './document-reader.ts'

const log = recordingLog()
const children = openChildProcesses()
const spawned: Child[] = []
const counted = observedChildren(async (program, options) => {
  const child = await children.spawn(program, options)
  spawned.push(child)
  return child
})
const signal = new AbortController().signal
let reader: DocumentReader
let folder: string

beforeAll(async () => {
  reader = createDocumentReader({ children: counted, log })
  folder = await mkdtemp(join(tmpdir(), 'svc-documents-'))
})
afterAll(async () => {
  await reader.close()
  await children.close()
  await rm(folder, { recursive: true })
})

async function read(name: string, content: Buffer | string, more: { type?: string; workspaceId?: string } = {}) {
  const path = join(folder, 'document')
  await writeFile(path, content)
  const { type = null, workspaceId = 'ws_1' } = more
  return reader.read({ name, content_type: type, path }, { workspaceId, signal })
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

describe('a document is read as what its bytes say', () => {
  it('Markdown and text as they are', async () => {
    expect([
      await read('a.md', '---\ntitle: "Named"\n---\n# One\n\ntext\n'),
      await read('b.MD', '# Two #\r\n\r\ntext'),
      await read('notes', 'x', { type: 'text/markdown; charset=utf-8' }),
      await read('main.ts', 'export const a = 1\n'),
    ]).toEqual([
      { text: '---\ntitle: "Named"\n---\n# One\n\ntext\n', format: 'markdown', title: 'Named', warnings: [] },
      { text: '# Two #\r\n\r\ntext', format: 'markdown', title: 'Two', warnings: [] },
      { text: 'x', format: 'markdown', title: null, warnings: [] },
      { text: 'export const a = 1\n', format: 'text', title: null, warnings: [] },
    ])
  })

  it('text in other encodings, with a warning where the encoding is a guess', async () => {
    const texts = [
      await read('a.txt', Buffer.concat([bytes('\xff\xfe'), Buffer.from('grün', 'utf16le')])),
      await read('b.txt', Buffer.from('long enough', 'utf16le')),
      await read('c.txt', bytes('caf\xe9 \x80 5')),
      await read('d.html', bytes('<html><meta charset="shift_jis"><p>\x93\xfa\x96\x7b')),
      await read('e.txt', bytes('\xef\xbb\xbfmarked')),
    ]
    expect(texts.map(({ text, warnings }) => [text, ...warnings.map(each => each.slice(0, 30))])).toEqual([
      ['grün'],
      ['long enough', 'The text has no byte order mar'],
      ['café € 5', 'The text is not UTF-8; it was '],
      ['日本'],
      ['marked'],
    ])
  })

  it('HTML by its title and its words', async () => {
    expect(await read('page.html', '<html><title>The page</title><h1>Top</h1><p>Words</p><script>x</script>')).toEqual({
      text: '# Top\n\nWords',
      format: 'markdown',
      title: 'The page',
      warnings: [],
    })
  })

  it('a PDF page by page, with headings by their size and without what every page repeats', async () => {
    const topics = ['Revenue', 'Staff', 'Outlook']
    const words = (topic: string) =>
      `${topic} grew by twelve percent over the year, and nobody knows why. `.repeat(5).trim()
    const pdf = await madePdf({
      info: { title: 'Annual report' },
      header: 'Acme, confidential',
      footer: (number: number, all: number) => `${number} / ${all}`,
      content: topics.flatMap((topic, index) => [
        { text: topic, fontSize: 20, ...(index > 0 && { pageBreak: 'before' }) },
        words(topic),
        { text: `That was ${topic}.`, margin: [0, 20, 0, 0] },
      ]),
    })
    const text = topics.map(topic => `# ${topic}\n\n${words(topic)}\n\nThat was ${topic}.`).join('\n\n\f\n\n')
    expect(await read('report.pdf', pdf)).toEqual({ text, format: 'markdown', title: 'Annual report', warnings: [] })
  })

  it('a Word document with its headings, lists and tables', async () => {
    const row = (...cells: string[]) =>
      new TableRow({ children: cells.map(text => new TableCell({ children: [new Paragraph(text)] })) })
    const document = new Document({
      title: 'Handbook & rules',
      sections: [
        {
          children: [
            new Paragraph({ text: 'Holidays', heading: HeadingLevel.HEADING_1 }),
            new Paragraph('Thirty days < forty.'),
            new Paragraph({ text: 'summer', bullet: { level: 0 } }),
            new Paragraph({ text: 'July', bullet: { level: 1 } }),
            new Table({ rows: [row('Grade', 'Days'), row('1', '30')] }),
          ],
        },
      ],
    })
    expect(await read('handbook.docx', await Packer.toBuffer(document))).toEqual({
      text: '# Holidays\n\nThirty days < forty.\n\n- summer\n  - July\n\n| Grade | Days |\n| --- | --- |\n| 1 | 30 |',
      format: 'markdown',
      title: 'Handbook & rules',
      warnings: [],
    })
  })

  it('and not as what its name says', async () => {
    const pdf = await madePdf({ content: ['hello'] })
    const [lying, page] = [await read('notes.md', pdf), await read('a.txt', '<!DOCTYPE html><p>Hi')]
    expect([lying.text, ...lying.warnings, page.text, ...page.warnings]).toEqual([
      'hello',
      'The name says Markdown; the file is a PDF and was read as that.',
      'Hi',
      'The name says text; the file is HTML and was read as that.',
    ])
  })
})

it.each<[string, string, Buffer | string, number, string]>([
  [
    'an image named as text',
    'a.txt',
    bytes('\x89PNG\r\n\x1a\n\0\0\0'),
    415,
    'The file is a PNG image, though its name says text. What can be read:',
  ],
  [
    'a program named as Markdown',
    'a.md',
    bytes('MZ\x90\0\x03\0'),
    415,
    'The file is a program, though its name says Markdown.',
  ],
  [
    'bytes of no format',
    'a.bin',
    Buffer.from(Array.from({ length: 900 }, (_, index) => (index * 89) % 251)),
    415,
    'The file is no text: it holds',
  ],
  ['an old Word document', 'a.doc', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0'), 415, 'save it as DOCX without one.'],
  ['an empty file', 'a.txt', '', 422, 'The file is empty.'],
  ['blanks', 'a.md', ' \n\n', 422, 'The document has no text.'],
  ['a scan', 'a.pdf', onePagePdf('q Q'), 422, 'The PDF has no text: its pages are empty, or images as of a scanner.'],
  ['a PDF that was cut off', 'a.pdf', '%PDF-1.7\n1 0 obj', 422, 'The document cannot be read: it is damaged'],
  [
    'more text than a document can have',
    'a.txt',
    'word '.repeat(2_200_000),
    422,
    'The document has more than 10 MiB of text',
  ],
])('%s is refused in words', async (_, name, content, status, message) => {
  const code = status === 415 ? 'unsupported_media_type' : 'import_failed'
  await expect(read(name, content)).rejects.toMatchObject({ status, code, message: expect.stringContaining(message) })
})

it('a PDF with a password is refused as that', async () => {
  const pdf = await madePdf({ userPassword: 'x', content: ['secret'] })
  await expect(read('a.pdf', pdf)).rejects.toMatchObject({ code: 'import_failed', message: /protected by a password/ })
})

it('a file over the limit is refused before a byte of it is read', async () => {
  const small = createDocumentReader({ children: counted, log, limits: { maxBytes: 10 } })
  const before = spawned.length
  const path = join(folder, 'large')
  await writeFile(path, 'more than ten bytes')
  await expect(
    small.read({ name: 'a', content_type: null, path }, { workspaceId: 'ws_1', signal }),
  ).rejects.toMatchObject({
    status: 413,
  })
  expect(spawned).toHaveLength(before)
})

it('all documents of a workspace are read by one process, which no other workspace gets', async () => {
  expect(spawned).toHaveLength(1)
  await read('a.txt', 'of another', { workspaceId: 'ws_2' })
  expect(new Set(spawned.map(({ pid }) => pid)).size).toBe(2)
})

it('the persons of a workspace take turns, so that one with many documents keeps no other waiting', async () => {
  const order: string[] = []
  const readFor = async (person: string) => {
    const path = join(folder, person)
    await writeFile(path, `# A page\n\nof ${person}`)
    await reader.read({ name: 'a.md', content_type: null, path }, { workspaceId: 'ws_1', person, signal })
    order.push(person)
  }
  await Promise.all([...Array.from({ length: 8 }, () => readFor('usr_1')), readFor('usr_2')])
  expect(order.indexOf('usr_2')).toBeLessThan(4)
})

it('who leaves in the middle ends the process, and the next document is read', async () => {
  const leaving = new AbortController()
  const asked = vi.spyOn(spawned[1]!, 'requestBytes')
  const path = join(folder, 'left')
  await writeFile(path, '<a><b><p>'.repeat(100_000))
  const left = reader.read(
    { name: 'a.html', content_type: null, path },
    { workspaceId: 'ws_2', signal: leaving.signal },
  )
  const outcome = expect(left).rejects.toThrow('left')
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('read', expect.anything(), leaving.signal, undefined))
  leaving.abort(new Error('left'))
  await outcome
  expect(await spawned[1]!.exited).toMatchObject({ killed: 'left' })
  expect((await read('b.txt', 'next')).text).toBe('next')
})
