import { NotFoundError } from '@svc/plugin'
import type { DataPlane, WorkspaceDatabase } from '@svc/plugin'
import { claimStore } from '../claims/claim-store.ts'
import { requireProject } from '../projects/projects.ts'
import { reportStore } from '../reports/report-store.ts'
import type { CslItem } from '../sources/csl-item.ts'
import { snapshotStore } from '../sources/snapshot-store.ts'
import { sourceStore } from '../sources/source-store.ts'
import { lineageStore } from './lineage-store.ts'
import type { lineageTypes } from './lineage-types.ts'
import type { EdgeRow, WantedLineage } from './lineage-store.ts'

export interface LineageNode {
  id: string
  type: (typeof lineageTypes)[number]
  title: string
  /** Of a claim its status, of a source its state, of a quote the code of its problem. */
  state: string | null
  sha256?: string
  version?: number
}

export interface LineageGraph {
  nodes: LineageNode[]
  edges: { from: string; to: string; relation: EdgeRow['relation'] }[]
  truncated: boolean
}

export type LineageQuery = Pick<WantedLineage, 'depth' | 'direction'> & { focus?: string }

type Facts = Map<string, Omit<LineageNode, 'id' | 'type'>>

const mostNodes = 5000
const mostEdges = 20_000
const longestTitle = 200

/** What rests on what: from reports over claims and quotes down to bytes and versions. */
export class Lineage {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  /** @throws NotFoundError for a project, or a focus that the project does not have */
  graph(workspaceId: string, projectId: string, { focus, depth, direction }: LineageQuery): LineageGraph {
    return this.#data.use(workspaceId, db => {
      requireProject(db, projectId)
      const wanted = { project_id: projectId, focus: focus ?? null, depth, direction, limit: mostEdges + 1 }
      const rows = lineageStore.edges(db, wanted)
      const facts = factsOf(db, projectId)
      const types = new Map<string, LineageNode['type']>()
      for (const { from_id, from_type, to_id, to_type } of rows.slice(0, mostEdges)) {
        types.set(from_id, from_type as LineageNode['type'])
        types.set(to_id, to_type as LineageNode['type'])
      }
      if (focus === undefined) for (const [id, type] of alone(db, projectId)) if (!types.has(id)) types.set(id, type)
      const own = focus === undefined ? undefined : typeIn(alone(db, projectId), focus)
      if (focus !== undefined && !types.has(focus)) {
        if (own === undefined) throw new NotFoundError(`The project has no record ${focus}.`)
        types.set(focus, own)
      }
      const ids = [...types.keys()].slice(0, mostNodes)
      const shown = new Set(ids)
      return {
        nodes: ids.map(id => ({ id, type: types.get(id)!, ...(facts.get(id) ?? named(id)) })),
        edges: rows
          .filter(({ from_id, to_id }) => shown.has(from_id) && shown.has(to_id))
          .slice(0, mostEdges)
          .map(({ from_id, to_id, relation }) => ({ from: from_id, to: to_id, relation })),
        truncated: types.size > mostNodes || rows.length > mostEdges,
      }
    })
  }
}

/** Records that may stand alone. */
function alone(db: WorkspaceDatabase, projectId: string): [string, LineageNode['type']][] {
  const reports = reportStore.page(db, { project_id: projectId, before: '~', limit: 1000 })
  return [
    ...reports.map(({ report_id }): [string, 'report'] => [report_id, 'report']),
    ...claimStore.all(db, projectId).map(({ claim_id }): [string, 'claim'] => [claim_id, 'claim']),
    ...sourceStore.all(db, projectId).map(({ source_id }): [string, 'source'] => [source_id, 'source']),
    ...lineageStore
      .linked(db, projectId)
      .map(({ node_id, node_type }): [string, LineageNode['type']] => [node_id, node_type as LineageNode['type']]),
  ]
}

function typeIn(records: readonly (readonly [string, LineageNode['type']])[], id: string) {
  return records.find(([each]) => each === id)?.[1]
}

function factsOf(db: WorkspaceDatabase, projectId: string): Facts {
  const claims = claimStore.all(db, projectId)
  const evidence = claimStore.evidenceOf(
    db,
    claims.map(({ claim_id }) => claim_id),
  )
  const sources = sourceStore.all(db, projectId)
  const keys = new Map(sources.map(({ source_id, key }) => [source_id, key]))
  const facts: Facts = new Map()
  for (const { report_id, title, version } of reportStore.page(db, { project_id: projectId, before: '~', limit: 1000 }))
    facts.set(report_id, { title, state: null, version })
  for (const { claim_id, text, status } of claims) facts.set(claim_id, { title: cut(text), state: status })
  for (const { source_id, key, csl_json, state } of sources)
    facts.set(source_id, { title: cut(String((JSON.parse(csl_json) as CslItem).title ?? key)), state })
  for (const { sha256, source_id, number } of snapshotStore.ofProject(db, projectId))
    facts.set(`sha256:${sha256}`, { title: `${keys.get(source_id)}, snapshot ${number}`, state: null, sha256 })
  for (const row of [...evidence.values()].flat()) {
    const { quote, receipt } = JSON.parse(row.body_json) as { quote?: string; receipt?: { sql?: string } }
    const problem = row.problem_json === null ? null : (JSON.parse(row.problem_json) as { code: string }).code
    facts.set(row.evidence_id, { title: cut(quote ?? receipt?.sql ?? row.type), state: problem })
  }
  return facts
}

/** A record of another plugin: `RecordTitles` reads what it is called. */
function named(id: string): Omit<LineageNode, 'id' | 'type'> {
  const version = /@(\d+)$/.exec(id)?.[1]
  return { title: id, state: null, ...(version !== undefined && { version: Number(version) }) }
}

function cut(text: string): string {
  const points = Array.from(text)
  return points.length > longestTitle ? `${points.slice(0, longestTitle).join('')}…` : text
}
