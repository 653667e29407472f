import type { Call } from '../../core/call.ts'
import type { Accepted, Answer, Body, Item, ListQuery } from '../../core/operations.ts'
import type { RequestOptions } from '../../core/transport/options.ts'
import type { Pages } from '../../core/page.ts'
import { Resource } from '../../core/resource.ts'
import { checkContent, fileForm } from '../../core/transport/multipart.ts'
import type { FileField } from '../../core/transport/multipart.ts'
import type { Transport } from '../../core/transport/transport.ts'
import { Certificates, Keys } from './signing.ts'

const one = '/api/export/{export_id}'

/** Documents made of the workspace's records. */
export class Export extends Resource {
  readonly certificates: Certificates
  readonly keys: Keys

  constructor(transport: Transport) {
    super(transport)
    this.certificates = new Certificates(transport)
    this.keys = new Keys(transport)
  }

  /** Whether a PDF, a ZIP, or a file with its manifest beside it is as it was signed. */
  verify(
    file: FileField['content'],
    beside: { manifest?: string; signature?: string } = {},
    options?: RequestOptions,
  ): Call<Answer<'verifyExport'>> {
    checkContent(file)
    const content = fileForm({ content: file }, beside)
    return this.ask<'verifyExport'>('POST', '/api/export/verify', { content, options })
  }

  /** The file; `.withResponse()` gives its headers too, with `x-export-id`. With `mode: "job"` it is made in the background. */
  create(body: Body<'createExport'> & { mode: 'job' }, options?: RequestOptions): Call<Accepted<'createExport'>>
  create(body: Body<'createExport'> & { mode?: 'request' }, options?: RequestOptions): Call<Uint8Array>
  create(body: Body<'createExport'>, options?: RequestOptions): Call<Uint8Array> | Call<Accepted<'createExport'>> {
    if (body.mode !== 'job') return this.bytes('POST', '/api/export', { body, options })
    return this.ask<'createExport', Accepted<'createExport'>>('POST', '/api/export', { body, options })
  }

  /** The manifest's exact bytes, which were signed. */
  manifest(export_id: string, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', `${one}/manifest`, { path: { export_id }, options })
  }

  /** The signature over the manifest, in base64. */
  signature(export_id: string, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', `${one}/signature`, { path: { export_id }, options })
  }

  list(query?: ListQuery<'listExports'>, options?: RequestOptions): Pages<Item<'listExports'>> {
    return this.pages<'listExports'>('/api/export', { query, options })
  }

  get(export_id: string, options?: RequestOptions): Call<Answer<'getExport'>> {
    return this.ask<'getExport'>('GET', one, { path: { export_id }, options })
  }

  delete(export_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', one, { path: { export_id }, options })
  }

  /** The file of an export that was made before. */
  content(export_id: string, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', `${one}/content`, { path: { export_id }, options })
  }

  /** What can be exported, and the scope that each needs. */
  types(options?: RequestOptions): Call<Answer<'listExportTypes'>> {
    return this.ask<'listExportTypes'>('GET', '/api/export/types', { options })
  }
}
