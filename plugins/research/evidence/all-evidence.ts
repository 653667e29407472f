import type { DataPlane, HttpServer } from '@svc/plugin'
import type { Datasets } from '@svc/plugin/contracts/datasets'
import type { Files } from '@svc/plugin/contracts/files'
import type { Tracking } from '@svc/plugin/contracts/ml/learning'
import type { SnapshotFiles } from '../sources/snapshot-files.ts'
import type { TextWork } from '../thread/text-work.ts'
import type { EvidenceKind, EvidenceType } from './evidence.ts'
import { OwnRecords } from './own-records.ts'
import { QuoteEvidence } from './quote-evidence.ts'
import { DatasetEvidence, FileEvidence, NoteEvidence, QueryEvidence } from './record-evidence.ts'
import { AnalysisEvidence, RunEvidence } from './value-evidence.ts'

export interface AllEvidenceOptions {
  data: DataPlane
  files: SnapshotFiles
  work: TextWork
  http: Pick<HttpServer, 'dispatch'>
  datasets: Datasets | undefined
  library: Files | undefined
  runs: Tracking | undefined
}

/** The seven kinds of evidence. */
export class AllEvidence {
  readonly quotes: QuoteEvidence
  readonly #kinds: Record<EvidenceType, EvidenceKind>
  readonly #options: AllEvidenceOptions
  readonly #records: OwnRecords

  constructor(
    options: AllEvidenceOptions,
    records = new OwnRecords(options.http),
    quotes = new QuoteEvidence(options),
  ) {
    this.#options = options
    this.#records = records
    this.quotes = quotes
    this.#kinds = {
      quote: quotes,
      dataset: new DatasetEvidence(options.datasets),
      analysis: new AnalysisEvidence(records),
      query: new QueryEvidence(records),
      run: new RunEvidence(options.runs),
      note: new NoteEvidence(records, options.work),
      file: new FileEvidence(options.library),
    }
  }

  of(type: EvidenceType): EvidenceKind {
    return this.#kinds[type]
  }

  /** For one verification: each file and record is read once. */
  remembering(): AllEvidence {
    return new AllEvidence(this.#options, this.#records.remembering(), this.quotes.remembering())
  }
}
