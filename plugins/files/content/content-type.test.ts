import { expect, it } from 'vitest'
import { contentTypeOf } from './content-type.ts'

const png = Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')
const zip = Buffer.from('PK\x03\x04....', 'latin1')

it.each<[string, Buffer, string | null, string, string]>([
  ['the bytes before the word', png, 'text/html', 'a.html', 'image/png'],
  ['the bytes before the name', Buffer.from('%PDF-1.7'), null, 'a.png', 'application/pdf'],
  [
    'HTML that says it is an image',
    Buffer.from('  <!DOCTYPE html><script>1</script>'),
    'image/png',
    'a.png',
    'text/html',
  ],
  ['HTML that says it is plain text', Buffer.from('<script>1</script>'), 'text/plain', 'a.txt', 'text/html'],
  [
    'SVG behind a declaration',
    Buffer.from('<?xml version="1.0"?><!-- x --><svg onload="1">'),
    'image/png',
    'a',
    'image/svg+xml',
  ],
  ['SVG with a byte order mark', Buffer.from('\ufeff<svg xmlns="…">'), null, 'a.txt', 'image/svg+xml'],
  ['XML', Buffer.from('<?xml version="1.0"?><a/>'), null, 'a', 'application/xml'],
  ['text that says it is an image', Buffer.from('hello'), 'image/jpeg', 'a.jpg', 'text/plain'],
  ['text by its word', Buffer.from('a,b'), 'text/csv; charset=utf-8', 'a', 'text/csv'],
  ['text by its name', Buffer.from('# A'), 'application/octet-stream', 'a.MD', 'text/markdown'],
  [
    'text whose last character is cut',
    Buffer.from('é'.repeat(3000)).subarray(0, 4095),
    null,
    'a.txt',
    'application/octet-stream',
  ],
  [
    'a full head whose last character is cut',
    Buffer.from(`a${'é'.repeat(3000)}`).subarray(0, 4096),
    null,
    'a.txt',
    'text/plain',
  ],
  ['nothing', Buffer.alloc(0), null, 'a.json', 'application/json'],
  [
    'a document in a ZIP',
    zip,
    null,
    'a.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  ['a ZIP that says it is a page', zip, 'text/html', 'a.zip', 'application/zip'],
  ['bytes that say they are a page', Buffer.from([0, 1, 2]), 'text/html', 'a.html', 'application/octet-stream'],
  ['bytes of their own kind', Buffer.from([0, 1, 2]), 'application/msgpack', 'a', 'application/msgpack'],
  ['a word that is none', Buffer.from([0, 1]), 'a/b\r\nx: y', 'a', 'application/octet-stream'],
  ['a video', Buffer.from('\0\0\0\x20ftypisom', 'latin1'), null, 'a', 'video/mp4'],
])('%s', (_what, head, said, path, type) => {
  expect(contentTypeOf(head, said, path)).toBe(type)
})

it('a head full of comments is looked at once', () => {
  const comments = '<!---->'.repeat(580)
  expect(
    [comments, `${comments}<svg/>`, '<!--'.repeat(1000)].map(text => contentTypeOf(Buffer.from(text), null, 'a')),
  ).toEqual(['text/plain', 'image/svg+xml', 'text/plain'])
})
