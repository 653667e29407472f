import type { WorkspaceDatabase } from '@svc/plugin'
import type { lineageRelations } from './lineage-types.ts'

export interface EdgeRow {
  from_id: string
  from_type: string
  to_id: string
  to_type: string
  relation: (typeof lineageRelations)[number]
}

export interface WantedLineage {
  project_id: string
  /** Null: all of the project. */
  focus: string | null
  depth: number
  /** `up`: what rests on it; `down`: what it rests on. */
  direction: 'up' | 'down' | 'both'
  limit: number
}

// Every edge of the project, from what rests to what it rests on.
const edges = `edges (from_id, from_type, to_id, to_type, relation) AS (
  SELECT r.report_id, 'report', c.claim_id, 'claim', 'claims' FROM research_reports r
    JOIN research_report_versions v USING (report_id, version), json_each(v.names_json, '$.claims') n
    JOIN research_claims c ON c.claim_id = n.value AND c.project_id = r.project_id WHERE r.project_id = @project_id
  UNION ALL SELECT r.report_id, 'report', s.source_id, 'source', 'cites' FROM research_reports r
    JOIN research_report_versions v USING (report_id, version), json_each(v.names_json, '$.citations') n
    JOIN research_sources s ON s.key = n.value AND s.project_id = r.project_id WHERE r.project_id = @project_id
  UNION ALL SELECT claim_id, 'claim', evidence_id, type, CASE type WHEN 'quote' THEN 'quotes' ELSE 'computed_from' END
    FROM evidence WHERE type IN ('quote', 'query')
  UNION ALL SELECT claim_id, 'claim', target, type, CASE WHEN type IN ('note', 'file') THEN 'mentions' ELSE 'computed_from' END
    FROM evidence WHERE type IN ('analysis', 'run', 'note', 'file')
  UNION ALL SELECT claim_id, 'claim', target || '@' || json_extract(body_json, '$.version'), 'dataset_version', 'computed_from'
    FROM evidence WHERE type = 'dataset'
  UNION ALL SELECT target, 'analysis', json_extract(body_json, '$.dataset_id') || '@' || json_extract(body_json, '$.version'),
    'dataset_version', 'computed_from' FROM evidence
    WHERE type = 'analysis' AND json_extract(body_json, '$.dataset_id') IS NOT NULL AND json_extract(body_json, '$.version') IS NOT NULL
  UNION ALL SELECT json_extract(body_json, '$.dataset_id') || '@' || json_extract(body_json, '$.version'), 'dataset_version',
    json_extract(body_json, '$.dataset_id'), 'dataset', 'version_of' FROM evidence
    WHERE json_extract(body_json, '$.dataset_id') IS NOT NULL AND json_extract(body_json, '$.version') IS NOT NULL
  UNION ALL SELECT evidence_id, 'quote', 'sha256:' || json_extract(body_json, '$.selector.snapshot_sha256'), 'snapshot', 'quotes'
    FROM evidence WHERE type = 'quote'
  UNION ALL SELECT 'sha256:' || sha256, 'snapshot', source_id, 'source', 'snapshot_of'
    FROM research_snapshots JOIN research_sources USING (source_id) WHERE project_id = @project_id
  UNION ALL SELECT source_id, 'source', file_id, 'file', 'imported_from'
    FROM research_snapshots JOIN research_sources USING (source_id) WHERE project_id = @project_id AND file_id IS NOT NULL
  UNION ALL SELECT target, 'run', json_extract(body_json, '$.dataset_id') || '@' || json_extract(body_json, '$.version'),
    'dataset_version', 'trained_on' FROM evidence
    WHERE type = 'run' AND json_extract(body_json, '$.dataset_id') IS NOT NULL AND json_extract(body_json, '$.version') IS NOT NULL
  UNION ALL SELECT claim_id, 'claim', json_extract(created_by, '$.session_id'), 'session', 'produced_by'
    FROM research_claims WHERE project_id = @project_id AND json_extract(created_by, '$.session_id') IS NOT NULL
  UNION ALL SELECT report_id, 'report', json_extract(v.created_by, '$.session_id'), 'session', 'produced_by'
    FROM research_reports r JOIN research_report_versions v USING (report_id, version)
    WHERE project_id = @project_id AND json_extract(v.created_by, '$.session_id') IS NOT NULL
  UNION ALL SELECT l.node_id, l.node_type, json_extract(o.value, '$.id'), json_extract(o.value, '$.type'), json_extract(o.value, '$.relation')
    FROM links l, json_each(l.origins_json) o
  UNION ALL SELECT json_extract(o.value, '$.id'), 'dataset_version', substr(json_extract(o.value, '$.id'), 1,
    instr(json_extract(o.value, '$.id'), '@') - 1), 'dataset', 'version_of'
    FROM links l, json_each(l.origins_json) o WHERE json_extract(o.value, '$.type') = 'dataset_version'
  UNION ALL SELECT node_id, node_type, record_id, 'dataset', 'version_of' FROM links WHERE node_type = 'dataset_version'
)`
// As `nodeIdOf` names them.
const nodeOfLink = `CASE WHEN version IS NULL OR type NOT IN ('dataset', 'model') THEN record_id ELSE record_id || '@' || version END AS node_id,
  CASE WHEN version IS NOT NULL AND type = 'dataset' THEN 'dataset_version' ELSE type END AS node_type`
// A record is reached once for each distance, so that a ring ends at the depth.
const selectLineage = `WITH RECURSIVE
  evidence AS MATERIALIZED (SELECT e.* FROM research_evidence e JOIN research_claims USING (claim_id) WHERE project_id = @project_id),
  links AS MATERIALIZED (SELECT ${nodeOfLink}, record_id, origins_json FROM research_links WHERE project_id = @project_id),
  ${edges},
  every_edge AS MATERIALIZED (SELECT DISTINCT * FROM edges),
  reached (id, distance) AS (
    SELECT @focus, 0 WHERE @focus IS NOT NULL
    UNION SELECT to_id, distance + 1 FROM reached JOIN every_edge ON from_id = id WHERE distance < @depth AND @direction <> 'up'
    UNION SELECT from_id, distance + 1 FROM reached JOIN every_edge ON to_id = id WHERE distance < @depth AND @direction <> 'down'
  )
  SELECT from_id, from_type, to_id, to_type, relation FROM every_edge
  WHERE @focus IS NULL OR (from_id IN (SELECT id FROM reached) AND to_id IN (SELECT id FROM reached))
  ORDER BY from_id, to_id LIMIT @limit`
const selectLinked = `SELECT ${nodeOfLink} FROM research_links WHERE project_id = ? ORDER BY link_id DESC LIMIT 5000`

/** What rests on what in a project. */
export const lineageStore = {
  edges(db: WorkspaceDatabase, wanted: WantedLineage): EdgeRow[] {
    return db.all<EdgeRow>(selectLineage, { ...wanted })
  },
  /** The nodes of the records that a project is linked to. */
  linked(db: WorkspaceDatabase, projectId: string): { node_id: string; node_type: string }[] {
    return db.all<{ node_id: string; node_type: string }>(selectLinked, projectId)
  },
}
