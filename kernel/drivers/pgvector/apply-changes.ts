import type { VectorSpace } from '@svc/plugin'
import type { AddedVector, VectorChanges } from '../sqlite/memory/candidate-source.ts'
import { isIndexable, vectorIndexStore as store } from './vector-index-store.ts'
import type { Session } from './vector-index-store.ts'

/** Brings the index from before these changes to after them, in the caller's transaction. */
export async function applyChanges(
  session: Session,
  schema: string,
  workspaceId: string,
  { added, removed }: Pick<VectorChanges, 'added' | 'removed'>,
): Promise<void> {
  const there = removed.filter(({ space_key }) => !space_key.includes('\0'))
  for (const [key, gone] of Map.groupBy(there, each => each.space_key)) {
    const part = await store.part(session, workspaceId, key)
    const passageIds = gone.map(each => each.passage_id)
    if (part !== null) await store.remove(session, part.partId, passageIds)
  }
  const removedAt = new Map(removed.map(({ space_key, passage_id, seq }) => [`${passage_id} ${space_key}`, seq]))
  const isThere = ({ seq, space, passage_id }: AddedVector): boolean =>
    (removedAt.get(`${passage_id} ${space.key}`) ?? 0) < seq && isIndexable(space)
  for (const vectors of Map.groupBy(added.filter(isThere), each => each.space.key).values()) {
    const [first] = vectors
    if (first !== undefined) await addTo(session, schema, workspaceId, first.space, vectors)
  }
}

async function addTo(
  session: Session,
  schema: string,
  workspaceId: string,
  space: VectorSpace,
  vectors: readonly AddedVector[],
): Promise<void> {
  await store.addPart(session, workspaceId, space)
  const part = await store.part(session, workspaceId, space.key)
  if (part === null) return
  // The last one counts where a passage comes twice.
  const newest = [...new Map(vectors.map(vector => [vector.passage_id, vector])).values()]
  const passageIds = newest.map(each => each.passage_id)
  await store.remove(session, part.partId, passageIds)
  await store.add(session, schema, part, newest)
}
