import type { WorkspaceDatabase } from '@svc/plugin'
import type { EvidenceType, Relation } from '../evidence/evidence.ts'
import type { ClaimKind, ClaimStatus } from './claim.ts'

export interface ClaimRow {
  claim_id: string
  project_id: string
  text: string
  kind: ClaimKind
  tags: string
  status: ClaimStatus
  problem_json: string | null
  record_sha256: string
  head_sha256: string
  created_by: string
  created_at: number
  updated_at: number
  verified_at: number | null
}

export interface EvidenceRow {
  evidence_id: string
  claim_id: string
  /** From 1, without holes only until one is deleted. */
  position: number
  type: EvidenceType
  relation: Relation
  note: string | null
  source_id: string | null
  target: string | null
  body_json: string
  problem_json: string | null
  /** How often its record has changed; negative once that was looked at. */
  is_stale: number
  record_sha256: string
  created_by: string
  created_at: number
}

const claimColumns =
  'claim_id, project_id, text, kind, tags, status, problem_json, record_sha256, head_sha256, created_by, created_at, updated_at, verified_at'
const evidenceColumns =
  'evidence_id, claim_id, position, type, relation, note, source_id, target, body_json, problem_json, is_stale, record_sha256, created_by, created_at'
const insertClaim = `INSERT INTO research_claims (${claimColumns}) VALUES (@claim_id, @project_id, @text, @kind, @tags, @status,
  @problem_json, @record_sha256, @head_sha256, @created_by, @created_at, @updated_at, @verified_at)`
const updateClaim = `UPDATE research_claims SET text = @text, kind = @kind, tags = @tags, status = @status, problem_json = @problem_json,
  record_sha256 = @record_sha256, head_sha256 = @head_sha256, updated_at = @updated_at, verified_at = @verified_at WHERE claim_id = @claim_id`
const setVerified = 'UPDATE research_claims SET verified_at = ? WHERE claim_id IN (SELECT value FROM json_each(?))'
const selectTimes = 'SELECT claim_id, updated_at FROM research_claims WHERE project_id = ?'
const selectClaim = `SELECT ${claimColumns} FROM research_claims WHERE project_id = ? AND claim_id = ?`
const selectPage = `SELECT ${claimColumns} FROM research_claims WHERE project_id = @project_id AND claim_id < @before
  AND (@status IS NULL OR status = @status)
  AND (@source_id IS NULL OR claim_id IN (SELECT claim_id FROM research_evidence WHERE source_id = @source_id))
  ORDER BY claim_id DESC LIMIT @limit`
const selectAll = `SELECT ${claimColumns} FROM research_claims WHERE project_id = ? ORDER BY claim_id`
const countClaims = 'SELECT count(*) AS count FROM research_claims WHERE project_id = ?'
const deleteClaim = 'DELETE FROM research_claims WHERE claim_id = ?'
const insertEvidence = `INSERT INTO research_evidence (${evidenceColumns}) VALUES (@evidence_id, @claim_id, @position, @type, @relation,
  @note, @source_id, @target, @body_json, @problem_json, @is_stale, @record_sha256, @created_by, @created_at)`
const updateEvidence = `UPDATE research_evidence SET problem_json = @problem_json, is_stale = @is_stale, record_sha256 = @record_sha256
  WHERE evidence_id = @evidence_id`
const selectEvidence = `SELECT ${evidenceColumns} FROM research_evidence WHERE claim_id IN (SELECT value FROM json_each(?))
  ORDER BY claim_id, position`
const deleteEvidence = 'DELETE FROM research_evidence WHERE evidence_id = ?'
const selectResting = `SELECT DISTINCT claim_id, text FROM research_claims JOIN research_evidence USING (claim_id) WHERE source_id = ?
  ORDER BY claim_id`
const selectStale = `SELECT DISTINCT claim_id FROM research_evidence JOIN research_claims USING (claim_id)
  WHERE project_id = ? AND is_stale > 0`
const selectMarks =
  'SELECT evidence_id, is_stale FROM research_evidence WHERE claim_id IN (SELECT value FROM json_each(?))'
const markSourceStale = 'UPDATE research_evidence SET is_stale = abs(is_stale) + 1 WHERE source_id = ?'
const markTargetsStale =
  'UPDATE research_evidence SET is_stale = abs(is_stale) + 1 WHERE target IN (SELECT value FROM json_each(?))'
/** The receipt of a query names the datasets that it read; deletions are rare, so all receipts are looked at. */
const markQueriesStale = `UPDATE research_evidence SET is_stale = abs(is_stale) + 1
  WHERE type = 'query' AND EXISTS (
    SELECT 1 FROM json_each(body_json, '$.receipt.tables') AS cited
    WHERE cited.value ->> 'dataset_id' IN (SELECT value FROM json_each(?)))`

/** The claims of the projects of one workspace, and their evidence. */
export const claimStore = {
  insert(db: WorkspaceDatabase, row: ClaimRow): void {
    db.run(insertClaim, { ...row })
  },
  update(db: WorkspaceDatabase, row: ClaimRow): void {
    const { project_id: _project, created_by: _by, created_at: _at, ...changed } = row
    db.run(updateClaim, changed)
  },
  /** They are as they were. */
  setVerified(db: WorkspaceDatabase, claimIds: readonly string[], at: number): void {
    if (claimIds.length > 0) db.run(setVerified, at, JSON.stringify(claimIds))
  },
  /** When each claim of a project was last changed. */
  changeTimes(db: WorkspaceDatabase, projectId: string): Map<string, number> {
    const rows = db.all<Pick<ClaimRow, 'claim_id' | 'updated_at'>>(selectTimes, projectId)
    return new Map(rows.map(({ claim_id, updated_at }) => [claim_id, updated_at]))
  },
  get(db: WorkspaceDatabase, projectId: string, claimId: string): ClaimRow | undefined {
    return db.get<ClaimRow>(selectClaim, projectId, claimId)
  },
  page(
    db: WorkspaceDatabase,
    page: { project_id: string; before: string; limit: number; status: string | null; source_id: string | null },
  ): ClaimRow[] {
    return db.all<ClaimRow>(selectPage, page)
  },
  all(db: WorkspaceDatabase, projectId: string): ClaimRow[] {
    return db.all<ClaimRow>(selectAll, projectId)
  },
  count(db: WorkspaceDatabase, projectId: string): number {
    return db.get<{ count: number }>(countClaims, projectId)?.count ?? 0
  },
  delete(db: WorkspaceDatabase, claimId: string): void {
    db.run(deleteClaim, claimId)
  },
  insertEvidence(db: WorkspaceDatabase, row: EvidenceRow): void {
    db.run(insertEvidence, { ...row })
  },
  updateEvidence(db: WorkspaceDatabase, { problem_json, is_stale, record_sha256, evidence_id }: EvidenceRow): void {
    db.run(updateEvidence, { problem_json, is_stale, record_sha256, evidence_id })
  },
  /** Of each claim, in order. */
  evidenceOf(db: WorkspaceDatabase, claimIds: readonly string[]): Map<string, EvidenceRow[]> {
    const rows = db.all<EvidenceRow>(selectEvidence, JSON.stringify(claimIds))
    return Map.groupBy(rows, ({ claim_id }) => claim_id)
  },
  deleteEvidence(db: WorkspaceDatabase, evidenceId: string): void {
    db.run(deleteEvidence, evidenceId)
  },
  /** Claims with evidence from the source. */
  restingOn(db: WorkspaceDatabase, sourceId: string): { claim_id: string; text: string }[] {
    return db.all<{ claim_id: string; text: string }>(selectResting, sourceId)
  },
  /** Claims with evidence whose record has changed since it was last looked at. */
  stale(db: WorkspaceDatabase, projectId: string): string[] {
    return db.all<{ claim_id: string }>(selectStale, projectId).map(({ claim_id }) => claim_id)
  },
  /** Of each piece of evidence, by which a change since it was read shows. */
  staleMarks(db: WorkspaceDatabase, claimIds: readonly string[]): Map<string, number> {
    const rows = db.all<Pick<EvidenceRow, 'evidence_id' | 'is_stale'>>(selectMarks, JSON.stringify(claimIds))
    return new Map(rows.map(({ evidence_id, is_stale }) => [evidence_id, is_stale]))
  },
  /** What quotes the source is looked at again before its claims are shown. */
  markStale(db: WorkspaceDatabase, sourceId: string): void {
    db.run(markSourceStale, sourceId)
  },
  /** As {@link markStale}, for evidence that rests on records of other domains. */
  markTargetsStale(db: WorkspaceDatabase, targets: readonly string[]): void {
    db.run(markTargetsStale, JSON.stringify(targets))
  },
  /** As {@link markStale}, for queries that read one of the datasets. */
  markQueriesStale(db: WorkspaceDatabase, datasetIds: readonly string[]): void {
    db.run(markQueriesStale, JSON.stringify(datasetIds))
  },
}
