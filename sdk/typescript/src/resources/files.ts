import type { Call } from '../core/call.ts'
import { SvcError } from '../core/errors.ts'
import { checkContent, fileForm } from '../core/transport/multipart.ts'
import type { FileContent, FileField } from '../core/transport/multipart.ts'
import type { Answer, Body, Item, ListQuery, Query } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { fillPath } from '../core/transport/path.ts'
import { Resource } from '../core/resource.ts'
import { sendPieces } from '../core/transport/upload.ts'
import type { UploadOptions } from '../core/transport/upload.ts'

const all = '/api/files'
const one = `${all}/{file_id}`

type File = Answer<'getFile'>

export interface Upload {
  content: FileContent
  /** Where the file goes; without it to the name that `content` has. A stream needs it. */
  path?: string
  name?: string
  content_type?: string
  /** Only over the content with this ETag; `ifNoneMatch: "*"` only where no file is. */
  ifMatch?: string
  ifNoneMatch?: '*'
}

/** The workspace's files. */
export class Files extends Resource {
  /** Stores a file, or a new version of the one at its path. */
  upload({ content, path, ifMatch, ifNoneMatch, ...field }: Upload, options?: RequestOptions): Call<File> {
    checkContent(content)
    const headers = {
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    }
    if (content instanceof ReadableStream) {
      if (path === undefined) throw new SvcError('path must say where a stream goes.')
      return this.put(path, content, { ...options, headers: { ...headers, ...options?.headers } })
    }
    const form = fileForm({ ...field, content } as FileField, { path })
    return this.ask<'uploadFiles', File>('POST', all, { content: form, headers, options })
  }

  /** Stores bytes at a path as they come. */
  put(path: string, content: FileContent, options?: RequestOptions): Call<File> {
    const headers = {
      'content-type': content instanceof Blob && content.type ? content.type : 'application/octet-stream',
    }
    return this.ask<'putFile'>('PUT', `${all}/content/{path}`, { path: { path }, content, headers, options })
  }

  /** Stores a large file in pieces. A piece that is lost is sent again from where the server has come to. */
  uploadLarge(file: Blob, upload: UploadOptions = {}, options?: RequestOptions): Promise<File> {
    return sendPieces(this.transport, file, upload, options)
  }

  list(query?: ListQuery<'listFiles'>, options?: RequestOptions): Pages<Item<'listFiles'>> {
    return this.pages<'listFiles'>(all, { query, options })
  }

  get(file_id: string, options?: RequestOptions): Call<File> {
    return this.ask<'getFile'>('GET', one, { path: { file_id }, options })
  }

  /** The bytes, or with `range` some of them; `.asResponse()` gives them as they come. */
  content(
    file_id: string,
    { range, ...query }: Query<'downloadFile'> & { range?: readonly [from: number, to?: number] } = {},
    options?: RequestOptions,
  ): Call<Uint8Array> {
    const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range[0]}-${range[1] ?? ''}` }
    return this.bytes('GET', `${one}/content`, { path: { file_id }, query, headers, options })
  }

  contentByPath(path: string, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', `${all}/content/{path}`, { path: { path }, options })
  }

  move(file_id: string, path: string, options?: RequestOptions): Call<Answer<'moveFile'>> {
    return this.ask<'moveFile'>('PATCH', one, { path: { file_id }, body: { path }, options })
  }

  copy(file_id: string, path: string, options?: RequestOptions): Call<Answer<'copyFile'>> {
    return this.ask<'copyFile'>('POST', `${one}/copy`, { path: { file_id }, body: { path }, options })
  }

  /** Puts a file into the trash. */
  delete(file_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', one, { path: { file_id }, options })
  }

  restore(file_id: string, body: Body<'restoreFile'> = {}, options?: RequestOptions): Call<Answer<'restoreFile'>> {
    return this.ask<'restoreFile'>('POST', `${one}/restore`, { path: { file_id }, body, options })
  }

  trash(query?: ListQuery<'listTrash'>, options?: RequestOptions): Pages<Item<'listTrash'>> {
    return this.pages<'listTrash'>(`${all}/trash`, { query, options })
  }

  emptyTrash(options?: RequestOptions): Call<Answer<'emptyTrash'>> {
    return this.ask<'emptyTrash'>('DELETE', `${all}/trash`, { options })
  }

  /** Deletes a file of the trash for good. */
  purge(file_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', `${all}/trash/{file_id}`, { path: { file_id }, options })
  }

  versions(
    file_id: string,
    query?: ListQuery<'listFileVersions'>,
    options?: RequestOptions,
  ): Pages<Item<'listFileVersions'>> {
    return this.pages<'listFileVersions'>(`${one}/versions`, { path: { file_id }, query, options })
  }

  /** A link that opens the file without a key, for a time. */
  link(file_id: string, body: Body<'linkFile'> = {}, options?: RequestOptions): Call<Answer<'linkFile'>> {
    return this.ask<'linkFile'>('POST', `${one}/link`, { path: { file_id }, body, options })
  }

  endLinks(file_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', `${one}/links`, { path: { file_id }, options })
  }

  /** Stores a text, or bytes in base64, at a path. */
  write(body: Body<'writeFile'>, options?: RequestOptions): Call<Answer<'writeFile'>> {
    return this.ask<'writeFile'>('POST', `${all}/text`, { body, options })
  }

  /** Reads a file into the workspace's memory, in the background. */
  remember(file_id: string, body: Body<'rememberFile'> = {}, options?: RequestOptions): Call<Answer<'rememberFile'>> {
    return this.ask<'rememberFile'>('POST', `${one}/remember`, { path: { file_id }, body, options })
  }

  moveFolder(from: string, to: string, options?: RequestOptions): Call<Answer<'moveFolder'>> {
    return this.ask<'moveFolder'>('POST', `${all}/folders/move`, { body: { from, to }, options })
  }

  deleteFolder(path: string, options?: RequestOptions): Call<Answer<'deleteFolder'>> {
    fillPath('{path}', { path })
    return this.ask<'deleteFolder'>('DELETE', `${all}/folders`, { query: { path }, options })
  }

  usage(options?: RequestOptions): Call<Answer<'getFilesUsage'>> {
    return this.ask<'getFilesUsage'>('GET', `${all}/usage`, { options })
  }
}
