import { bodyFault, UnprocessableError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import type { QuoteSearch } from '../quotes/find-quote.ts'
import { requireSource } from '../sources/shown-source.ts'
import type { SnapshotFiles } from '../sources/snapshot-files.ts'
import type { SourceState } from '../sources/source.ts'
import { snapshotStore } from '../sources/snapshot-store.ts'
import type { TextWork } from '../thread/text-work.ts'
import { ReadSources } from './read-sources.ts'
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

/** What a file says of its source. */
export type KeptState = Extract<SourceState, 'ok' | 'no_text' | 'missing' | 'altered'>

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
  /** What this verification has read; null: each file is read when it is asked about. */
  readonly #read: ReadSources | null

  constructor(options: QuoteEvidenceOptions, read: ReadSources | null = null) {
    this.#options = options
    this.#read = read
  }

  /** For one verification, which asks about the quotes of one text after another: each file is read and hashed once. */
  remembering(): QuoteEvidence {
    return new QuoteEvidence(this.#options, new ReadSources(this.#options))
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
    const gone = `The text of the source ${key} is missing from the disk. Add the source again.`
    const found = await files.withPath({ workspaceId, sha256: snapshot.text_sha256, gone }, path =>
      work.run('quote', { path, quote, start, page }, { workspaceId, signal: use.signal }),
    )
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
    const read = this.#read ?? new ReadSources(this.#options)
    const snapshots = read.snapshots(workspaceId, use.projectId, source_id)
    const snapshot = await read.state(workspaceId, selector.snapshot_sha256)
    if (snapshot === 'missing' || !snapshots.some(({ sha256 }) => sha256 === selector.snapshot_sha256))
      return { code: 'source_missing', message: 'The bytes that were kept of the source are gone.' }
    if (snapshot === 'altered')
      return {
        code: 'source_altered',
        message: 'The bytes that were kept of the source have another SHA-256 than when they were quoted.',
      }
    const text = await read.text(workspaceId, selector.text_sha256)
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
    // The evidence holds for the text that it quotes. A newer one that is missing or altered is a problem of the source.
    if ((await read.state(workspaceId, latest.text_sha256)) !== 'sound') return null
    const { files, work } = this.#options
    const gone = 'The newest text of the source is missing from the disk. Add the source again.'
    const now = await files.withPath({ workspaceId, sha256: latest.text_sha256, gone }, path =>
      work.run('quote', { path, quote }, { workspaceId, signal: use.signal }),
    )
    if (now.outcome !== 'missing') return null
    const message =
      'The source was fetched again, and no longer has the quote. The evidence holds for the bytes that were kept then.'
    return { code: 'source_changed', message, was: selector.exact, ...(now.nearest && { is: now.nearest.text }) }
  }

  /** What is kept of a source in its present state; null for a reference. */
  async stateOf(workspaceId: string, projectId: string, sourceId: string): Promise<KeptState | null> {
    const read = this.#read ?? new ReadSources(this.#options)
    const latest = read.snapshots(workspaceId, projectId, sourceId).at(-1)
    if (!latest) return null
    const states = [await read.state(workspaceId, latest.sha256)]
    if (latest.text_sha256 !== null) states.push(await read.state(workspaceId, latest.text_sha256))
    const worst = states.find(state => state === 'missing') ?? states.find(state => state === 'altered')
    if (worst !== undefined) return worst
    return latest.text_sha256 === null ? 'no_text' : 'ok'
  }
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
