import { expect, vi } from 'vitest'
import type { MemoryFilter, PassageDocument, PlaneStatus, VectorSpace } from '@svc/plugin'
import type { HostedMemory } from './hosted.ts'

export const space: VectorSpace = { key: 'test/four@1:4', dimensions: 4 }
export const everything: MemoryFilter = { at: Date.parse('2026-06-01') }
const { signal } = new AbortController()

function documentOf(id: string, text = id): PassageDocument {
  const passages = [{ ordinal: 0, text, heading: [], start: 0, end: text.length }]
  return { document_id: id, source: null, tags: [], created_at: 1, valid_from: null, valid_until: null, passages }
}

/** A direction in the plane of the first two dimensions. */
export const at = (degrees: number): Float32Array =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0.1, 0)

/** Documents named by their direction, with their vectors. */
export function add(
  { planes, memory }: HostedMemory,
  workspaceId: string,
  degrees: readonly number[],
  of = space,
): void {
  planes.data.use(workspaceId, db => {
    for (const each of degrees) memory.put(db, documentOf(`mem_${each}`))
  })
  const waiting = memory.unembedded(workspaceId, of, { limit: 100_000 })
  memory.addVectors(
    workspaceId,
    of,
    waiting.map(({ passage_id, text }) => ({ passage_id, values: at(Number(text.slice('mem_'.length))) })),
  )
}

/** The names of what the index thinks is near, from the file. */
export async function near(
  { planes, index }: HostedMemory,
  workspaceId: string,
  degrees: number,
  { limit = 3, filter = everything, of = space } = {},
): Promise<string[] | null> {
  const question = { workspaceId, space: of, vector: at(degrees), filter, limit }
  const found = await index.candidates(question, signal)
  if (found === null) return null
  return planes.data
    .use(workspaceId, db =>
      found.passageIds.flatMap(id =>
        db.all<{ text: string }>('SELECT text FROM kernel_passages WHERE passage_id = ?', id),
      ),
    )
    .map(row => row.text)
}

/** What `planes/status` says of the files alone. */
export const files: PlaneStatus = { driver: 'sqlite', healthy: true, location: '/home', version: '3', detail: 'files' }

/** Waits until `planes/status` says so. */
export async function synced(room: HostedMemory, detail: string): Promise<void> {
  await vi.waitFor(async () => expect(await room.index.status(files)).toMatchObject({ driver: 'pgvector', detail }), {
    timeout: 10_000,
  })
}
