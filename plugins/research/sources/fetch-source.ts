import { CallerError, UnprocessableError } from '@svc/plugin'
import type { Egress, EgressResponse, JsonObject } from '@svc/plugin'

/** A page or file that was fetched, before its body is read. */
export interface FetchedPage {
  final_url: string
  content_type: string
  body: AsyncIterable<Uint8Array>
}

interface FetchFor {
  workspaceId: string
  signal: AbortSignal
}

const timeoutMs = 30_000
const mostCslBytes = 1024 * 1024
const takenTypes = /^(?:text\/|application\/(?:pdf|xhtml\+xml|xml|json)\b)/
const doiPattern = /^10\.\d{4,9}\/\S{1,500}$/

/** What goes out to the network for a source. */
export class SourceFetcher {
  readonly #egress: Egress
  readonly #maxBytes: number
  readonly #resolver: string

  /** `resolver`: where DOIs are looked up; empty: nowhere. */
  constructor({ egress, maxBytes, resolver }: { egress: Egress; maxBytes: number; resolver: string }) {
    this.#egress = egress
    this.#maxBytes = maxBytes
    this.#resolver = resolver.replace(/\/+$/, '')
  }

  /** Whether an address could be fetched at all. @throws UnprocessableError `url_blocked` */
  check(url: string): void {
    this.#egress.check(url)
  }

  /** @throws UnprocessableError `url_blocked` | `unprocessable`, CallerError 415, PayloadTooLargeError, UpstreamError, TimeoutError */
  async page(url: string, { workspaceId, signal }: FetchFor): Promise<FetchedPage> {
    const headers = { accept: 'text/html, application/pdf, text/*;q=0.8' }
    const maxBytes = this.#maxBytes
    const response = await this.#egress.fetch({ url, headers, workspaceId, signal, timeoutMs, maxBytes })
    assertFound(response, url)
    const content_type = (response.headers['content-type'] ?? 'text/plain').split(';')[0]!.trim().toLowerCase()
    if (!takenTypes.test(content_type))
      throw new CallerError(
        415,
        'unsupported_media_type',
        `The address answers ${content_type}; text, HTML and PDF are taken.`,
      )
    return { final_url: response.url, content_type, body: response.body }
  }

  /** A work by its DOI, as CSL-JSON. @throws UnprocessableError `doi_unavailable`, UpstreamError, TimeoutError */
  async doi(doi: string, { workspaceId, signal }: FetchFor): Promise<JsonObject> {
    if (this.#resolver === '')
      throw new UnprocessableError(
        'doi_unavailable',
        `This server looks up no DOIs. Paste the BibTeX of https://doi.org/${doi}, or send the reference as "csl"; an operator allows look-ups with SVC_RESEARCH_DOI_RESOLVER.`,
      )
    const url = `${this.#resolver}/${doi.split('/').map(encodeURIComponent).join('/')}`
    const headers = { accept: 'application/vnd.citationstyles.csl+json' }
    const response = await this.#egress.fetch({ url, headers, workspaceId, signal, timeoutMs, maxBytes: mostCslBytes })
    assertFound(response, doi)
    const text = await response.text()
    try {
      const csl: unknown = JSON.parse(text)
      if (typeof csl === 'object' && csl !== null && !Array.isArray(csl)) return csl as JsonObject
    } catch {
      // Said below.
    }
    throw new UnprocessableError(
      'unprocessable',
      `The registry's answer for the DOI ${doi} is no reference. Paste its BibTeX.`,
    )
  }
}

function assertFound({ status }: EgressResponse, what: string): void {
  if (status >= 200 && status < 300) return
  throw new UnprocessableError('unprocessable', `${what} answered with the status ${status}; nothing was kept.`)
}

/** `10.1000/182`, whichever way it is written; null for what is no DOI. */
export function normalDoi(text: string): string | null {
  const doi = text.trim().replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '')
  return doiPattern.test(doi) ? doi.toLowerCase() : null
}
