import { buffer } from 'node:stream/consumers'
import type { Block, ExportedRecord, ExportSource } from '@svc/plugin/contracts/export'
import type { StoredFile } from '@svc/plugin/contracts/files'
import type { Library } from './library.ts'

/** What is read into a document; a larger file is described. */
const mostTextBytes = 2 * 1024 * 1024
const mostImageBytes = 20 * 1024 * 1024

/** A file as a chapter: Markdown and text as they are, images as figures, any other as what it is. In a ZIP the file itself lies beside it. */
export function fileExport(library: Library): ExportSource {
  return {
    type: 'file',
    title: 'File',
    permission: 'files:read',
    async read({ id = '' }, { principal, wantsAttachments }): Promise<ExportedRecord> {
      const file = library.get(principal.workspace_id, id)
      const blocks = await blocksOf(library, principal.workspace_id, file)
      return {
        title: file.name,
        version: file.version,
        sha256: file.sha256,
        chapters: [
          {
            title: file.name,
            about: `File ${file.path}, version ${file.version}, ${file.content_type}, ${file.size} bytes`,
            blocks,
          },
        ],
        record: file,
        attachments: wantsAttachments
          ? [{ name: file.name, content: (await library.open(principal.workspace_id, id)).content }]
          : [],
      }
    },
  }
}

async function blocksOf(library: Library, workspaceId: string, file: StoredFile): Promise<Block[]> {
  const { content_type, file_id, name, size } = file
  const kind = /^image\/(png|jpeg)$/.exec(content_type)?.[1] as 'png' | 'jpeg' | undefined
  const read = async (): Promise<Buffer> => buffer((await library.open(workspaceId, file_id)).content)
  if (kind !== undefined && size <= mostImageBytes)
    return [{ type: 'figure', image: { kind, bytes: new Uint8Array(await read()) }, alt: name }]
  const isMarkdown = content_type === 'text/markdown' || /\.(?:md|markdown)$/i.test(name)
  if (size <= mostTextBytes && (isMarkdown || /^text\/|^application\/(?:json|yaml|xml)/.test(content_type))) {
    const text = (await read()).toString('utf8')
    return [isMarkdown ? { type: 'markdown', text: withoutFrontMatter(text) } : { type: 'code', text }]
  }
  const facts = [
    ['Size', `${size} bytes`],
    ['Type', content_type],
    ['SHA-256', file.sha256],
  ]
  return [
    {
      type: 'paragraph',
      children: [{ type: 'text', text: 'This file is not shown here. The format ZIP has it as it is.' }],
    },
    {
      type: 'table',
      columns: [
        { name: 'Fact', kind: 'text' },
        { name: 'Value', kind: 'text' },
      ],
      rows: facts,
    },
  ]
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---\r?\n[^]*?\r?\n---\r?\n/, '')
}
