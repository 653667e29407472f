import type { DataPlane, Principal } from '@svc/plugin'
import { requireProject } from '../projects/projects.ts'
import type { FoundPassage } from '../quotes/search-texts.ts'
import type { TextWork } from '../thread/text-work.ts'
import type { CslItem } from './csl-item.ts'
import type { SnapshotFiles } from './snapshot-files.ts'
import { snapshotStore } from './snapshot-store.ts'
import { sourceStore } from './source-store.ts'

export interface SearchedSources {
  passages: (FoundPassage & { key: string; title: string | null })[]
  /** Sources whose reference has a word of the query, whether or not they have a text. */
  references: { source_id: string; key: string; title: string | null }[]
}

const mostSources = 2000

/** Finds what the sources of a project say about something. */
export class SourceSearch {
  readonly #data: DataPlane
  readonly #files: SnapshotFiles
  readonly #work: TextWork

  constructor({ data, files, work }: { data: DataPlane; files: SnapshotFiles; work: TextWork }) {
    this.#data = data
    this.#files = files
    this.#work = work
  }

  /** @throws NotFoundError, TimeoutError */
  async search(
    projectId: string,
    { query, limit }: { query: string; limit: number },
    { principal: { workspace_id: workspaceId }, signal }: { principal: Principal; signal: AbortSignal },
  ): Promise<SearchedSources> {
    const { rows, snapshots } = this.#data.use(workspaceId, db => {
      requireProject(db, projectId)
      const all = sourceStore.all(db, projectId).slice(-mostSources)
      return {
        rows: all,
        snapshots: snapshotStore.latest(
          db,
          all.map(({ source_id }) => source_id),
        ),
      }
    })
    const named = new Map(rows.map(({ source_id, key, csl_json }) => [source_id, { key, ...titleIn(csl_json) }]))
    const withText = [...snapshots.values()].flatMap(({ source_id, text_sha256: sha256 }) =>
      sha256 === null ? [] : [{ source_id, sha256 }],
    )
    const hashes = withText.map(({ sha256 }) => sha256)
    const found = await this.#files.contents.withPaths(workspaceId, hashes, paths => {
      const texts = withText.flatMap(({ source_id, sha256 }) => {
        const path = paths.get(sha256)
        return path === undefined ? [] : [{ source_id, path }]
      })
      return this.#work.run('search', { texts, query, limit }, { workspaceId, signal })
    })
    const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
    const references = rows
      .filter(({ csl_json, key }) => words.some(word => `${key} ${csl_json}`.toLowerCase().includes(word)))
      .map(({ source_id }) => ({ source_id, ...named.get(source_id)! }))
    return {
      passages: found.map(passage => ({ ...passage, ...named.get(passage.source_id)! })),
      references: references.slice(0, limit),
    }
  }
}

function titleIn(cslJson: string): { title: string | null } {
  const { title } = JSON.parse(cslJson) as CslItem
  return { title: typeof title === 'string' ? title : null }
}
