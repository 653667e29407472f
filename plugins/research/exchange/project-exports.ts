import { PayloadTooLargeError } from '@svc/plugin'
import type { DataPlane, JsonObject, Principal } from '@svc/plugin'
import { claimStore } from '../claims/claim-store.ts'
import { linkStore } from '../links/link-store.ts'
import type { LinkType } from '../links/links.ts'
import type { Lineage } from '../lineage/lineage.ts'
import { requireProject } from '../projects/projects.ts'
import { reportStore } from '../reports/report-store.ts'
import type { CslItem } from '../sources/csl-item.ts'
import type { SnapshotFiles } from '../sources/snapshot-files.ts'
import { snapshotStore } from '../sources/snapshot-store.ts'
import type { SnapshotRow } from '../sources/snapshot-store.ts'
import { sourceStore } from '../sources/source-store.ts'
import type { TextWork } from '../thread/text-work.ts'
import type { BundledSource, ResearchBundle } from './bundle.ts'
import { vaultFiles } from './vault.ts'

export type ProjectFormat = 'bibtex' | 'csl' | 'ris' | 'vault' | 'json'

export interface ProjectFile {
  name: string
  content_type: string
  content: string | Uint8Array
}

export interface ProjectExportsOptions {
  data: DataPlane
  files: SnapshotFiles
  work: TextWork
  lineage: Lineage
}

const types: Record<ProjectFormat, [ending: string, type: string]> = {
  bibtex: ['bib', 'application/x-bibtex'],
  csl: ['json', 'application/vnd.citationstyles.csl+json'],
  ris: ['ris', 'application/x-research-info-systems'],
  vault: ['zip', 'application/zip'],
  json: ['json', 'application/json'],
}
const mostBytes = 64 * 1024 * 1024

/** A project in the formats of others: its references, a vault of linked notes, or the whole as JSON. */
export class ProjectExports {
  readonly #options: ProjectExportsOptions

  constructor(options: ProjectExportsOptions) {
    this.#options = options
  }

  /** @throws NotFoundError, PayloadTooLargeError for snapshots that are too large together */
  async export(
    projectId: string,
    format: ProjectFormat,
    { principal, signal }: { principal: Principal; signal: AbortSignal },
  ): Promise<ProjectFile> {
    const { data, work, lineage } = this.#options
    const { workspace_id: workspaceId } = principal
    const title = data.use(workspaceId, db => requireProject(db, projectId).title)
    const [ending, content_type] = types[format]
    const name = `${
      title
        .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
        .trim()
        .slice(0, 80) || 'research'
    }.${ending}`
    const file = (content: string | Uint8Array): ProjectFile => ({ name, content_type, content })
    if (format === 'json') return file(`${JSON.stringify(await this.bundle(workspaceId, projectId), null, 2)}\n`)
    const items = this.#references(workspaceId, projectId)
    if (format === 'csl') return file(`${JSON.stringify(items, null, 2)}\n`)
    const asking = { workspaceId, signal }
    if (format !== 'vault') return file((await work.run('write-references', { format, items }, asking)).text)
    const bundle = await this.bundle(workspaceId, projectId)
    const { text: bibtex } = await work.run('write-references', { format: 'bibtex', items }, asking)
    const graph = lineage.graph(workspaceId, projectId, { depth: 20, direction: 'both' })
    const { zip } = await work.run('zip', { files: vaultFiles({ bundle, bibtex, graph }) }, asking)
    return file(zip)
  }

  /** @throws NotFoundError, PayloadTooLargeError */
  async bundle(workspaceId: string, projectId: string): Promise<ResearchBundle> {
    const { data } = this.#options
    const read = data.use(workspaceId, db => {
      const project = requireProject(db, projectId)
      const sources = sourceStore.all(db, projectId)
      const claims = claimStore.all(db, projectId)
      const ids = claims.map(({ claim_id }) => claim_id)
      const snapshots = snapshotStore.latest(
        db,
        sources.map(({ source_id }) => source_id),
      )
      const reports = reportStore.page(db, { project_id: projectId, before: '~', limit: 1000 })
      return {
        project,
        sources,
        claims,
        snapshots,
        reports,
        evidence: claimStore.evidenceOf(db, ids),
        links: linkStore.all(db, projectId),
      }
    })
    const { project, snapshots, evidence } = read
    const size = [...snapshots.values()].reduce((sum, row) => sum + row.size + row.text_size, 0)
    if (size > mostBytes)
      throw new PayloadTooLargeError(
        `The sources have ${Math.ceil(size / 1024 / 1024)} MiB; at most ${mostBytes / 1024 / 1024} go into one file. A backup has all of it.`,
      )
    const keys = new Map(read.sources.map(({ source_id, key }) => [source_id, key]))
    const sources: BundledSource[] = []
    for (const { source_id, key, kind, csl_json, tags } of read.sources) {
      const snapshot = await this.#snapshot(workspaceId, snapshots.get(source_id))
      const csl = JSON.parse(csl_json) as JsonObject
      sources.push({ key, kind, csl, tags: JSON.parse(tags) as string[], snapshot })
    }
    return {
      svc_research: 1,
      project: {
        title: project.title,
        question: project.question,
        description: project.description,
        tags: JSON.parse(project.tags) as string[],
        style: project.style,
        locale: project.locale,
      },
      sources,
      claims: read.claims.map(({ claim_id, text, kind, tags }) => ({
        claim_id,
        text,
        kind,
        tags: JSON.parse(tags) as string[],
        evidence: (evidence.get(claim_id) ?? []).map(row => ({
          evidence_id: row.evidence_id,
          type: row.type,
          relation: row.relation,
          note: row.note,
          ...(row.source_id === null ? {} : { source_key: keys.get(row.source_id) ?? '' }),
          body: JSON.parse(row.body_json) as JsonObject,
        })),
      })),
      links: read.links.map(({ type, record_id, version }) => ({ type: type as LinkType, id: record_id, version })),
      reports: read.reports.map(({ title, body, style, locale, authors }) => ({
        title,
        body,
        style,
        locale,
        authors: JSON.parse(authors) as string[],
      })),
    }
  }

  #references(workspaceId: string, projectId: string): ({ id: string } & CslItem)[] {
    const rows = this.#options.data.use(workspaceId, db => sourceStore.all(db, projectId))
    return rows.map(({ key, csl_json }) => ({ ...(JSON.parse(csl_json) as CslItem), id: key }))
  }

  /** Null also where the bytes are gone: a verification names those. */
  async #snapshot(workspaceId: string, row: SnapshotRow | undefined): Promise<BundledSource['snapshot']> {
    const { files } = this.#options
    const bytes = row && (await files.bytes(workspaceId, row.sha256))
    if (!row || !bytes) return null
    const facts = JSON.parse(row.text_json ?? 'null') as { extractor: { name: string; version: string } } | null
    return {
      sha256: row.sha256,
      content_type: row.content_type,
      url: row.url,
      final_url: row.final_url,
      fetched_at: new Date(row.fetched_at).toISOString(),
      content: bytes.toString('base64'),
      text: row.text_sha256 === null ? null : await files.text(workspaceId, row.text_sha256),
      text_sha256: row.text_sha256,
      extractor: facts?.extractor ?? null,
    }
  }
}
