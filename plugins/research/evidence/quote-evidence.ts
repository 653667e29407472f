import { bodyFault, UnprocessableError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import { CodePoints } from '../quotes/code-points.ts'
import type { QuoteSearch } from '../quotes/find-quote.ts'
import { requireSource } from '../sources/shown-source.ts'
import type { FileState, SnapshotFiles } from '../sources/snapshot-files.ts'
import { snapshotStore } from '../sources/snapshot-store.ts'
import type { TextWork } from '../thread/text-work.ts'
import type { EvidenceKind, EvidenceProblem, EvidenceUse, ResolvedEvidence } from './evidence.ts'

/** A W3C text quote and position selector, bound to the bytes and the text that it was found in. */
export type QuoteSelector = {
  exact: string
  prefix: string
  suffix: string
  start: number
  end: number
  page?: number
  snapshot_sha256: string
  text_sha256: string
}

export interface QuoteEvidenceOptions {
  data: DataPlane
  files: SnapshotFiles
  work: TextWork
}

export const leastQuote = 12
export const mostQuote = 5000

interface GivenQuote {
  quote: string
  source_id: string
  start?: number
  page?: number
}

interface QuoteBody extends GivenQuote {
  selector: QuoteSelector
}

/** A passage of a source. */
export class QuoteEvidence implements EvidenceKind<GivenQuote> {
  readonly #options: QuoteEvidenceOptions
  /** What the files of this verification were found to be; null: each is read when it is asked about. */
  readonly #checked: Map<string, Promise<CheckedFile>> | null

  constructor(options: QuoteEvidenceOptions, checked: Map<string, Promise<CheckedFile>> | null = null) {
    this.#options = options
    this.#checked = checked
  }

  /** Reads each file once. */
  remembering(): QuoteEvidence {
    return new QuoteEvidence(this.#options, new Map())
  }

  async resolve({ quote, source_id, start, page }: GivenQuote, use: EvidenceUse): Promise<ResolvedEvidence> {
    assertLength(quote)
    const { data, files, work } = this.#options
    const { workspace_id: workspaceId } = use.principal
    const { key, snapshot } = data.use(workspaceId, db => ({
      ...requireSource(db, use.projectId, source_id),
      snapshot: snapshotStore.latest(db, [source_id]).get(source_id),
    }))
    if (!snapshot?.text_sha256)
      throw new UnprocessableError(
        'no_text',
        `The source ${key} has no text that could be read: it can be cited, and not quoted.`,
      )
    const path = await files.path(workspaceId, snapshot.text_sha256)
    const found = await work.run('quote', { path, quote, start, page }, { workspaceId, signal: use.signal })
    const place = requirePlace(found, key)
    const selector: QuoteSelector = {
      exact: place.exact,
      prefix: place.prefix,
      suffix: place.suffix,
      start: place.start,
      end: place.end,
      ...(place.page === null ? {} : { page: place.page }),
      snapshot_sha256: snapshot.sha256,
      text_sha256: snapshot.text_sha256,
    }
    return { body: { source_id, quote, selector }, target: null, source_id }
  }

  async check({ source_id, quote, selector }: QuoteBody, use: EvidenceUse): Promise<EvidenceProblem | null> {
    const { workspace_id: workspaceId } = use.principal
    const snapshots = this.#options.data.use(workspaceId, db => snapshotStore.ofSource(db, source_id))
    const snapshot = await this.file(workspaceId, selector.snapshot_sha256)
    if (snapshot.state === 'missing' || !snapshots.some(({ sha256 }) => sha256 === selector.snapshot_sha256))
      return { code: 'source_missing', message: 'The bytes that were kept of the source are gone.' }
    if (snapshot.state === 'altered')
      return {
        code: 'source_altered',
        message: 'The bytes that were kept of the source have another SHA-256 than when they were quoted.',
      }
    const text = await this.text(workspaceId, selector.text_sha256)
    const there = text.points?.slice(selector.start, selector.end)
    if (text.state !== 'sound')
      return {
        code: 'text_altered',
        message:
          text.state === 'missing'
            ? 'The text of the source is gone.'
            : 'The text of the source has another SHA-256 than when it was quoted.',
        was: selector.exact,
        ...(there === undefined ? {} : { is: there }),
      }
    if (there !== selector.exact)
      return {
        code: 'quote_missing',
        message: 'The quote is not at its place in the text.',
        was: selector.exact,
        is: there ?? '',
      }
    const latest = snapshots.at(-1)
    if (!latest?.text_sha256 || latest.text_sha256 === selector.text_sha256) return null
    const path = await this.#options.files.path(workspaceId, latest.text_sha256)
    const now = await this.#options.work.run('quote', { path, quote }, { workspaceId, signal: use.signal })
    if (now.outcome !== 'missing') return null
    const message =
      'The source was fetched again, and no longer has the quote. The evidence holds for the bytes that were kept then.'
    return { code: 'source_changed', message, was: selector.exact, ...(now.nearest && { is: now.nearest.text }) }
  }

  /** A file, read again and compared with the hash that names it. */
  file(workspaceId: string, sha256: string): Promise<CheckedFile> {
    return this.#once(`bytes ${sha256}`, async () => {
      const { state } = await this.#options.files.check(workspaceId, sha256)
      return { state, points: null }
    })
  }

  text(workspaceId: string, sha256: string): Promise<CheckedFile> {
    return this.#once(`text ${sha256}`, async () => {
      const { state, bytes } = await this.#options.files.check(workspaceId, sha256)
      return { state, points: bytes && new CodePoints(bytes.toString('utf8')) }
    })
  }

  #once(name: string, read: () => Promise<CheckedFile>): Promise<CheckedFile> {
    const known = this.#checked?.get(name)
    if (known) return known
    const reading = read()
    this.#checked?.set(name, reading)
    return reading
  }
}

export interface CheckedFile {
  state: FileState
  points: CodePoints | null
}

function assertLength(quote: string): void {
  const length = quote.trim().length
  if (length < leastQuote)
    throw bodyFault(
      '/quote',
      `must have at least ${leastQuote} characters, so that it names one place; it has ${length}`,
    )
  if (length > mostQuote) throw bodyFault('/quote', `must have at most ${mostQuote} characters; it has ${length}`)
}

/** @throws UnprocessableError `quote_not_found` with the nearest passage, `quote_ambiguous` with the places */
export function requirePlace(found: QuoteSearch, where: string) {
  if (found.outcome === 'found') return found.place
  if (found.outcome === 'missing') {
    const { nearest } = found
    const hint = nearest ? ` Nearest there: "${nearest.text.slice(0, 300)}"` : ''
    const message = `The quote is not in ${where}. Letters, digits and case must be as they are there.${hint}`
    throw new UnprocessableError('quote_not_found', message, { extra: { nearest } })
  }
  const places = found.places.map(({ start, page, prefix, suffix }) => ({ start, page, prefix, suffix }))
  const message = `The quote stands ${found.count} times in ${where}. Say which place with "start" (${places.map(({ start }) => start).join(', ')}), or quote more.`
  throw new UnprocessableError('quote_ambiguous', message, { extra: { places, count: found.count } })
}
