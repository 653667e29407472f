import { SvcError } from '../errors.ts'

/** The bytes of a file: text, bytes, a `Blob` or `File` (Node: `await openAsBlob(path)`), or a stream. */
export type FileContent = string | Uint8Array<ArrayBuffer> | ArrayBuffer | Blob | ReadableStream<Uint8Array>

/** A file to be sent in a form. */
export interface FileField {
  content: Exclude<FileContent, ReadableStream>
  name?: string
  content_type?: string
}

/** A form with one file under `file`, after its other fields. */
export function fileForm(
  { content, name, content_type }: FileField,
  fields: Readonly<Record<string, unknown>>,
): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    form.append(field, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const type = content_type ?? (content instanceof Blob ? content.type : '')
  const blob = content instanceof Blob && content.type === type ? content : new Blob([content], { type })
  form.append('file', blob, name ?? (content instanceof File ? content.name : 'file'))
  return form
}

/** @throws SvcError for what is no content of a file */
export function checkContent(content: unknown): asserts content is FileContent {
  const known =
    typeof content === 'string' ||
    content instanceof Uint8Array ||
    content instanceof ArrayBuffer ||
    content instanceof Blob ||
    content instanceof ReadableStream
  if (!known) throw new SvcError('content must be text, bytes, a Blob, a File or a ReadableStream.')
}

/** The fields of an import with the file that it reads. */
export type ImportedFile<Fields> = Omit<Fields, 'file'> & { readonly file: FileField['content'] | FileField }

/** A form when there is a file to send, else JSON. */
export function importParts(body: object): { content: FormData } | { body: object } {
  if (!('file' in body)) return { body }
  const { file, ...fields } = body as ImportedFile<object>
  const field = typeof file === 'object' && 'content' in file ? file : { content: file }
  checkContent(field.content)
  return { content: fileForm(field, fields as Readonly<Record<string, unknown>>) }
}
