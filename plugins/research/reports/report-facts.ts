import type { Claim } from '../claims/claim.ts'
import type { EvidenceRow } from '../claims/claim-store.ts'
import type { CitedItem } from '../citing/citations.ts'
import { namesIn, titleOf, yearOf } from '../sources/csl-item.ts'
import type { CslItem } from '../sources/csl-item.ts'
import type { ParsedReport } from './parsed-report.ts'

/** What a report names, as it is now. */
export interface ReportFacts {
  parsed: ParsedReport
  claims: Map<string, Claim>
  /** Every source of the project, by its key. */
  sources: Map<string, CitedItem>
  keyOfSource: Map<string, string>
  evidence: Map<string, EvidenceRow>
  /** Records that the project is linked to: `note:note_…`. */
  links: Set<string>
}

/** What a bibliography needs of a work and does not find. */
export function missingOf(item: CslItem): string[] {
  return [
    ...(titleOf(item) === '' ? ['title'] : []),
    ...(namesIn(item, 'author').length + namesIn(item, 'editor').length === 0 ? ['author'] : []),
    ...(yearOf(item) === null ? ['date'] : []),
  ]
}
