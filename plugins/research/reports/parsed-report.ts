import type { CiteItem } from '../citing/cite-task.ts'

/** A place in a report: `from` and `to` in UTF-16, for cutting; line and column (in code points) from 1, for people. */
export interface Span {
  from: number
  to: number
  line: number
  column: number
}

export interface CitationMark extends Span {
  items: CiteItem[]
  /** `@key says`: the author stands in the sentence. */
  inText: boolean
}

export interface RecordMark extends Span {
  type: 'claim' | 'dataset' | 'analysis' | 'query' | 'run' | 'note' | 'file'
  id: string
  version: number | null
  /** `[unverified]` stands behind it. */
  isUnverified: boolean
}

export interface ValueMark extends Span {
  evidence_id: string
  format: string | null
}

/** What a report names, and what in it a reader would ask about. */
export interface ParsedReport {
  citations: CitationMark[]
  records: RecordMark[]
  values: ValueMark[]
  /** `[unverified]`, wherever it stands. */
  unverified: Span[]
  /** Sentences with a figure and without a citation, claim or value. */
  bareFigures: (Span & { text: string })[]
  /** Footnotes that are defined twice. */
  duplicates: (Span & { label: string })[]
}
