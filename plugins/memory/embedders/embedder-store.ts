import type { VectorSpace, WorkspaceDatabase } from '@svc/plugin'

/** An embedder of the workspace and the space of its vectors. */
export interface ChosenEmbedder {
  /** `built-in`, a model's id, or `off`. */
  embedder: string
  space: VectorSpace
  /** Who chose it; null: the configuration did. */
  chosen_by: { user_id: string; username: string } | null
}

/** `active` is what searches compare with; `next` is being made ready to take its place. */
export interface EmbedderChoice {
  active: ChosenEmbedder | null
  next: ChosenEmbedder | null
}

interface EmbedderRow {
  place: 'active' | 'next'
  embedder: string
  space_key: string
  dimensions: number
  user_id: string | null
  username: string | null
}

const selectAll = `SELECT place, embedder, space_key, dimensions, user_id, username FROM memory_embedders`
const put = `INSERT INTO memory_embedders (place, embedder, space_key, dimensions, user_id, username)
  VALUES (@place, @embedder, @space_key, @dimensions, @user_id, @username)
  ON CONFLICT (place) DO UPDATE SET embedder = excluded.embedder, space_key = excluded.space_key, dimensions = excluded.dimensions,
    user_id = excluded.user_id, username = excluded.username`
const drop = `DELETE FROM memory_embedders WHERE place = ?`

/** Which embedder a workspace has; in its file, so that a copy of it is searched in the same way. */
export const embedderStore = {
  read(db: WorkspaceDatabase): EmbedderChoice {
    const rows = db.all<EmbedderRow>(selectAll)
    const at = (place: EmbedderRow['place']) => chosen(rows.find(row => row.place === place))
    return { active: at('active'), next: at('next') }
  },
  put(db: WorkspaceDatabase, place: EmbedderRow['place'], { embedder, space, chosen_by }: ChosenEmbedder): void {
    db.run(put, {
      place,
      embedder,
      space_key: space.key,
      dimensions: space.dimensions,
      user_id: chosen_by?.user_id ?? null,
      username: chosen_by?.username ?? null,
    })
  },
  dropNext(db: WorkspaceDatabase): void {
    db.run(drop, 'next')
  },
}

function chosen(row: EmbedderRow | undefined): ChosenEmbedder | null {
  if (!row) return null
  const { embedder, space_key, dimensions, user_id, username } = row
  const chosen_by = user_id === null ? null : { user_id, username: username ?? '' }
  return { embedder, space: { key: space_key, dimensions }, chosen_by }
}
