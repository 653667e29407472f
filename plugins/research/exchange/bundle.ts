import type { JsonObject } from '@svc/plugin'
import type { ClaimKind } from '../claims/claim.ts'
import type { EvidenceType, Relation } from '../evidence/evidence.ts'
import type { LinkType } from '../links/links.ts'
import type { SourceKind } from '../sources/source.ts'

/** A whole project as JSON: what was kept, what is claimed, what is written. Another home takes it and verifies it anew. */
export interface ResearchBundle {
  svc_research: 1
  project: {
    title: string
    question: string | null
    description: string | null
    tags: string[]
    style: string
    locale: string
  }
  sources: BundledSource[]
  claims: BundledClaim[]
  links: { type: LinkType; id: string; version: number | null }[]
  reports: {
    title: string
    body: string
    style: string | null
    locale: string | null
    authors: string[]
  }[]
}

export interface BundledSource {
  key: string
  kind: SourceKind
  csl: JsonObject
  tags: string[]
  /** The present one; null for a reference. */
  snapshot: {
    sha256: string
    content_type: string
    url: string | null
    final_url: string | null
    fetched_at: string
    /** Base64. */
    content: string
    text: string | null
    text_sha256: string | null
    extractor: { name: string; version: string } | null
  } | null
}

export interface BundledClaim {
  claim_id: string
  text: string
  kind: ClaimKind
  tags: string[]
  evidence: {
    evidence_id: string
    type: EvidenceType
    relation: Relation
    note: string | null
    /** Of a quote: the key of its source. */
    source_key?: string
    body: JsonObject
  }[]
}

/** What an import could not keep, or what no longer holds of it. */
export interface ImportProblem {
  code: string
  message: string
  source_key?: string
  claim?: string
}

export interface ImportOutcome {
  research_project_id: string
  imported: { sources: number; claims: number; evidence: number; links: number; reports: number }
  problems: ImportProblem[]
}
