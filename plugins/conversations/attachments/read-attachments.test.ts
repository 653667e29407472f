import { SvcError } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { readAttachments } from './read-attachments.ts'
import type { SentAttachment } from './read-attachments.ts'

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes as string).toString('base64')
const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

const noFiles = (fileId: string): Promise<never> => Promise.reject(new Error(`the file ${fileId} was asked for`))

async function refusalOf(sent: SentAttachment): Promise<{ status: number; message: string }> {
  try {
    await readAttachments([sent], noFiles)
  } catch (error) {
    if (error instanceof SvcError) return { status: error.status, message: error.message }
    throw error
  }
  throw new Error('it was taken')
}

describe('attachments', () => {
  it('are text as it is, text in base64, and images known by their first bytes', async () => {
    const read = await readAttachments(
      [
        { name: 'a.md', content_type: 'text/markdown; charset=utf-8', text: '# Hé' },
        { name: 'b.json', content_type: 'application/json', data: base64('\uFEFF{"a":1}') },
        { name: 'said to be text.txt', content_type: 'text/plain', data: base64(png) },
        { name: 'c.png', data: `data:image/png;base64,${base64(png)}` },
      ],
      noFiles,
    )
    const image = { content_type: 'image/png', kind: 'image', content: `data:image/png;base64,${base64(png)}` }
    expect(read).toEqual([
      { name: 'a.md', content_type: 'text/markdown', kind: 'text', content: '# Hé' },
      { name: 'b.json', content_type: 'application/json', kind: 'text', content: '{"a":1}' },
      { name: 'said to be text.txt', ...image },
      { name: 'c.png', ...image },
    ])
  })

  it.each<[string, SentAttachment, number, RegExp]>([
    [
      'a type that no model reads',
      { name: 'a.zip', content_type: 'application/zip', data: base64('PK') },
      422,
      /image\/png/,
    ],
    ['an image that is none', { name: 'a.png', content_type: 'image/png', data: base64('<svg/>') }, 422, /image\/png/],
    [
      'bytes that are called text',
      { name: 'a', content_type: 'text/plain', data: base64(Buffer.from([0xff])) },
      422,
      /UTF-8/,
    ],
    ['NUL in text', { name: 'a', text: 'a\u0000b' }, 400, /NUL/],
    ['half a surrogate pair in a name', { name: '\ud800', text: 'a' }, 400, /surrogate/],
    ['both text and data', { name: 'a', text: 'a', data: 'YQ==' }, 400, /not both/],
    ['neither', { name: 'a' }, 400, /either/],
    ['what is not base64', { name: 'a', data: '%%%' }, 400, /base64/],
    ['more than 5 MiB', { name: 'a', text: 'x'.repeat(5 * 1024 * 1024 + 1) }, 413, /5242880/],
  ])('refuse %s', async (_what, sent, status, message) => {
    expect(await refusalOf(sent)).toEqual({ status, message: expect.stringMatching(message) as string })
  })
})
