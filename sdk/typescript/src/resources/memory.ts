import { Call, readJson } from '../core/call.ts'
import { SvcError } from '../core/errors.ts'
import { Lines } from '../core/streams/lines.ts'
import { checkContent, fileForm } from '../core/transport/multipart.ts'
import type { FileContent, FileField } from '../core/transport/multipart.ts'
import type { Answer, Body, Item, ListQuery, Query } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'

const all = '/api/memory'
const one = '/api/memory/{id}'

type Found = Answer<'searchMemory'>
/** What was found, best first, with how it was searched. */
export type SearchResults = Found['results'] & Omit<Found, 'results'>

/** What the workspace remembers. */
export class Memory extends Resource {
  add(body: Body<'addMemory'> | string, options?: RequestOptions): Call<Answer<'addMemory'>> {
    return this.ask<'addMemory'>('POST', all, { body: typeof body === 'string' ? { content: body } : body, options })
  }

  /** The passages that fit a question, best first. */
  search(query: string, body: Omit<Body<'searchMemory'>, 'query'> = {}, options?: RequestOptions): Call<SearchResults> {
    return new Call(
      async () => this.transport.send(this.request('POST', `${all}/search`, { body: { ...body, query }, options })),
      answer => {
        const { results, ...rest } = readJson<Found>(answer)
        return Object.assign([...results], rest) as SearchResults
      },
    )
  }

  get(id: string, options?: RequestOptions): Call<Answer<'getMemory'>> {
    return this.ask<'getMemory'>('GET', one, { path: { id }, options })
  }

  update(id: string, body: Body<'updateMemory'>, options?: RequestOptions): Call<Answer<'updateMemory'>> {
    return this.ask<'updateMemory'>('PATCH', one, { path: { id }, body, options })
  }

  delete(id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', one, { path: { id }, options })
  }

  list(query?: ListQuery<'listMemories'>, options?: RequestOptions): Pages<Item<'listMemories'>> {
    return this.pages<'listMemories'>(all, { query, options })
  }

  /** Deletes all documents of a source, and says how many they were. */
  deleteBySource(source: string, options?: RequestOptions): Call<Answer<'deleteMemoriesOfSource'>> {
    return this.ask<'deleteMemoriesOfSource'>('DELETE', all, { query: { source: named(source) }, options })
  }

  /** The versions of a document, newest first. */
  history(
    id: string,
    query?: ListQuery<'listMemoryVersions'>,
    options?: RequestOptions,
  ): Pages<Item<'listMemoryVersions'>> {
    return this.pages<'listMemoryVersions'>(`${one}/history`, { path: { id }, query, options })
  }

  version(id: string, version: number, options?: RequestOptions): Call<Answer<'getMemoryVersion'>> {
    return this.ask<'getMemoryVersion'>('GET', `${one}/history/{version}`, {
      path: { id, version: String(version) },
      options,
    })
  }

  /** Reads a file into memory; of a large one the answer is the `job_id` that does it. */
  import(
    file: Exclude<FileContent, ReadableStream> | FileField,
    fields: { source?: string; tags?: readonly string[]; mode?: 'job' } = {},
    options?: RequestOptions,
  ): Call<Answer<'importMemories'>> {
    const field = isField(file) ? file : { content: file }
    checkContent(field.content)
    const { tags, ...rest } = fields
    const content = fileForm(field, { ...rest, tags: tags?.join(',') })
    return this.ask<'importMemories'>('POST', `${all}/import`, { content, options })
  }

  /** Every document as it can be imported again, one at a time. */
  export(query: Query<'exportMemories'> = {}, options?: RequestOptions): Lines<Body<'addMemory'>> {
    return new Lines(
      this.transport.send({ ...this.request('GET', `${all}/export`, { query, options }), accept: '*/*' }),
    )
  }

  stats(options?: RequestOptions): Call<Answer<'getMemoryStats'>> {
    return this.ask<'getMemoryStats'>('GET', `${all}/stats`, { options })
  }

  /** The model that makes vectors of text. */
  embedder(options?: RequestOptions): Call<Answer<'getMemoryEmbedder'>> {
    return this.ask<'getMemoryEmbedder'>('GET', `${all}/embedder`, { options })
  }

  setEmbedder(body: Body<'setMemoryEmbedder'>, options?: RequestOptions): Call<Answer<'setMemoryEmbedder'>> {
    return this.ask<'setMemoryEmbedder'>('PUT', `${all}/embedder`, { body, options })
  }
}

function isField(file: unknown): file is FileField {
  return typeof file === 'object' && file !== null && 'content' in file
}

/** An empty source would name every document that has none. */
function named(source: string): string {
  if (typeof source !== 'string' || source === '') throw new SvcError('source must be a string that is not empty.')
  return source
}
