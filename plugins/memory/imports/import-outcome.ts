import { messageOf, SvcError } from '@svc/plugin'

/** What could not be imported, and why. */
export interface ImportFault {
  file_name: string
  line?: number
  code: string
  detail: string
}

/** What one document came to. */
export interface ImportedItem {
  id: string
  file_name: string
  chunks: number
  duplicate: boolean
  warnings: string[]
}

/** The counts cover everything; items and faults are only the first ones. */
export interface ImportOutcome {
  documents: number
  duplicates: number
  chunks: number
  source: string | null
  items: ImportedItem[]
  failed: number
  faults: ImportFault[]
}

const mostListed = 100

export class OutcomeCount {
  readonly outcome: ImportOutcome
  /** The first failure as it was thrown. */
  firstError: unknown = null

  /** `before`: what was counted before a restart. */
  constructor(source: string | null, before: ImportOutcome | null = null) {
    this.outcome = before ?? { documents: 0, duplicates: 0, chunks: 0, source, items: [], failed: 0, faults: [] }
  }

  came(item: ImportedItem): void {
    const { outcome } = this
    if (item.duplicate) outcome.duplicates += 1
    else {
      outcome.documents += 1
      outcome.chunks += item.chunks
    }
    if (outcome.items.length < mostListed) outcome.items.push(item)
  }

  /** @throws the error when it is no fault of the file */
  failed(error: unknown, place: { file_name: string; line?: number }): void {
    if (!(error instanceof SvcError) || error.status >= 500 || error.code === 'memory_full') throw error
    const { outcome } = this
    this.firstError ??= error
    outcome.failed += 1
    if (outcome.faults.length < mostListed) {
      outcome.faults.push({ ...place, code: error.code, detail: messageOf(error) })
    }
  }
}
