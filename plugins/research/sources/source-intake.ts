import { assertNoBodyFaults, bodyFault, UnavailableError, UnprocessableError } from '@svc/plugin'
import type { Clock, FieldError, JsonObject, Principal } from '@svc/plugin'
import type { Files } from '@svc/plugin/contracts/files'
import type { TextWork } from '../thread/text-work.ts'
import { checkedCsl } from './csl-item.ts'
import type { CslItem } from './csl-item.ts'
import { normalDoi } from './fetch-source.ts'
import type { SourceFetcher } from './fetch-source.ts'
import { referenceHash } from './source-keys.ts'
import type { ArrivingFiles } from './snapshot-files.ts'
import type { SnapshotRow } from './snapshot-store.ts'
import type { SourceTexts } from './source-texts.ts'
import type { NewSource, SourceKind } from './source.ts'

/** A source that was read and whose bytes are kept, before it stands in the project. */
export interface ReadSource {
  kind: SourceKind
  /** Its own, as a BibTeX entry has one. */
  key: string | null
  csl: CslItem
  content_sha256: string
  snapshot: Omit<SnapshotRow, 'source_id' | 'number'> | null
}

export interface SourceIntakeOptions {
  texts: SourceTexts
  fetcher: SourceFetcher
  work: TextWork
  library: Files | undefined
  clock: Clock
}

export interface IntakeUse {
  principal: Principal
  signal: AbortSignal
  /** Takes the bytes. */
  arriving: ArrivingFiles
}

export interface IntakeResult {
  items: ReadSource[]
  warnings: string[]
}

/** Reads what somebody gives as a source: text, a file, an address, a DOI, or references. */
export class SourceIntake {
  readonly #options: SourceIntakeOptions

  constructor(options: SourceIntakeOptions) {
    this.#options = options
  }

  /** @throws ValidationError, UnprocessableError, and as the readers of each kind */
  async read(given: NewSource, use: IntakeUse): Promise<IntakeResult> {
    const ways = (['file_id', 'url', 'doi', 'bibtex', 'ris', 'text'] as const).filter(way => given[way] !== undefined)
    if (ways.length > 1) throw bodyFault(`/${ways[1]}`, `cannot be given beside ${ways[0]}: add one source at a time`)
    const more = givenCsl(given)
    if (given.doi !== undefined) return this.#doi(given.doi, more, use)
    const format = given.bibtex === undefined ? 'ris' : 'bibtex'
    const references = given.bibtex ?? given.ris
    if (references !== undefined) return this.#references(format, references, more, use)
    if (given.text !== undefined) return this.#text(given.text, given.title, more[0], use)
    if (given.file_id !== undefined) return this.#file(given.file_id, more[0], use)
    if (given.url !== undefined) return this.#url(given.url, more[0], use)
    if (more.length === 0)
      throw bodyFault('', 'must have one of file_id, url, doi, bibtex, ris, csl, or text with its title')
    return { items: more.map(csl => reference(null, csl)), warnings: [] }
  }

  /** Fetches an address again. @throws as {@link read} */
  async url(url: string, { principal, signal, arriving }: IntakeUse) {
    const { fetcher, texts, clock } = this.#options
    const page = await fetcher.page(url, { workspaceId: principal.workspace_id, signal })
    const kept = await arriving.keep(page.body)
    const named = {
      sha256: kept.sha256,
      name: nameIn(page.final_url, page.content_type),
      content_type: page.content_type,
    }
    const { text, title, warnings } = await texts.ofSnapshot(principal, named, { signal, arriving })
    const snapshot = {
      ...kept,
      content_type: page.content_type,
      file_id: null,
      url,
      final_url: page.final_url,
      fetched_at: clock.now(),
      ...textColumns(text),
    }
    return { snapshot, title, warnings }
  }

  async #url(url: string, more: CslItem | undefined, use: IntakeUse): Promise<IntakeResult> {
    const { snapshot, title, warnings } = await this.url(url, use)
    const found = {
      type: 'webpage',
      title: title ?? snapshot.final_url,
      URL: snapshot.final_url,
      accessed: dateOf(snapshot.fetched_at),
    }
    return { items: [withSnapshot('url', { ...found, ...more }, snapshot)], warnings }
  }

  async #file(fileId: string, more: CslItem | undefined, use: IntakeUse) {
    const { principal, signal, arriving } = use
    const { workspace_id } = principal
    const { library, texts, clock } = this.#options
    if (library === undefined)
      throw new UnavailableError(
        'Files are kept by the plugin files, which is switched off. Send the source as "text".',
      )
    const { file, content } = await library.open(workspace_id, fileId)
    const kept = await arriving.keep(content)
    const named = { sha256: kept.sha256, name: file.name, content_type: file.content_type }
    const { text, title, warnings } = await texts.ofSnapshot(principal, named, { signal, arriving })
    const snapshot = {
      ...kept,
      content_type: file.content_type,
      file_id: file.file_id,
      url: null,
      final_url: null,
      fetched_at: clock.now(),
      ...textColumns(text),
    }
    const csl = { type: 'document', title: title ?? file.name.replace(/\.[a-z0-9]{1,5}$/i, ''), ...more }
    return { items: [withSnapshot('file', csl, snapshot)], warnings }
  }

  async #text(text: string, title: string | undefined, more: CslItem | undefined, { arriving }: IntakeUse) {
    if (title === undefined) throw bodyFault('/title', 'must be given with text: it is what the source is cited by')
    if (text.trim() === '') throw bodyFault('/text', 'must hold some text')
    if (!text.isWellFormed()) throw bodyFault('/text', 'must be valid Unicode: it holds half of a surrogate pair')
    const { texts, clock } = this.#options
    const kept = await arriving.keepText(text)
    const extracted = await texts.ofText(text, arriving)
    const snapshot = {
      ...kept,
      content_type: 'text/plain',
      file_id: null,
      url: null,
      final_url: null,
      fetched_at: clock.now(),
      ...textColumns(extracted),
    }
    return { items: [withSnapshot('text', { type: 'document', title, ...more }, snapshot)], warnings: [] }
  }

  async #doi(text: string, more: CslItem[], { principal, signal }: IntakeUse): Promise<IntakeResult> {
    const doi = normalDoi(text)
    if (doi === null) throw bodyFault('/doi', 'is no DOI: it looks like 10.1000/182, or https://doi.org/10.1000/182')
    const [given] = more
    const { fetcher } = this.#options
    try {
      const faults: FieldError[] = []
      const found = checkedCsl(await fetcher.doi(doi, { workspaceId: principal.workspace_id, signal }), '', faults)
      return { items: [reference(null, { ...found, DOI: doi, ...given })], warnings: faults.map(faultOfRegistry) }
    } catch (error) {
      const isOff = error instanceof UnprocessableError && error.code === 'doi_unavailable'
      if (!isOff || given === undefined) throw error
      return {
        items: [reference(null, { ...given, DOI: doi })],
        warnings: ['The DOI was not looked up: the reference is as it was given.'],
      }
    }
  }

  async #references(format: 'bibtex' | 'ris', text: string, more: CslItem[], use: IntakeUse): Promise<IntakeResult> {
    const { principal, signal } = use
    const read = await this.#options.work.run(
      'references',
      { format, text },
      { workspaceId: principal.workspace_id, signal },
    )
    if (read.fault) {
      const { line, message } = read.fault
      throw new UnprocessableError('references_invalid', `Line ${line} ${message}. Nothing was added.`, {
        extra: { line },
      })
    }
    const faults: FieldError[] = []
    const items = read.items.map(({ key, csl }) => reference(key, { ...checkedCsl(csl, '', faults), ...more[0] }))
    return { items, warnings: faults.map(({ path, message }) => `${path.slice(1)} ${message}; it was left out.`) }
  }
}

function faultOfRegistry({ path, message }: FieldError): string {
  return `The registry's ${path.slice(1)} ${message}; it was left out.`
}

/** The columns of a snapshot for its text. */
export function textColumns(extracted: Awaited<ReturnType<SourceTexts['ofText']>> | null) {
  if (extracted === null) return { text_sha256: null, text_size: 0, text_json: null }
  const { sha256, ...rest } = extracted.text
  return { text_sha256: sha256, text_size: extracted.size, text_json: JSON.stringify(rest) }
}

function givenCsl({ csl }: NewSource): CslItem[] {
  if (csl === undefined) return []
  const faults: FieldError[] = []
  const items = Array.isArray(csl)
    ? csl.map((item, index) => checkedCsl(item as JsonObject, `/csl/${index}`, faults))
    : [checkedCsl(csl, '/csl', faults)]
  assertNoBodyFaults(faults)
  return items
}

function reference(key: string | null, csl: CslItem): ReadSource {
  return { kind: 'reference', key, csl, content_sha256: referenceHash(csl), snapshot: null }
}

function withSnapshot(kind: SourceKind, csl: CslItem, snapshot: NonNullable<ReadSource['snapshot']>): ReadSource {
  return { kind, key: null, csl, content_sha256: snapshot.sha256, snapshot }
}

function dateOf(milliseconds: number) {
  const date = new Date(milliseconds)
  return { 'date-parts': [[date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]] }
}

function nameIn(url: string, contentType: string): string {
  const name = decodeURIComponentSafe(new URL(url).pathname.split('/').at(-1) ?? '')
  // The reader goes by the bytes, then by the name, and an address without an ending is a page.
  if (/\.[a-z0-9]{2,5}$/i.test(name)) return name
  if (/html/.test(contentType)) return `${name || 'page'}.html`
  return contentType === 'application/pdf' ? `${name || 'page'}.pdf` : `${name || 'page'}.txt`
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
