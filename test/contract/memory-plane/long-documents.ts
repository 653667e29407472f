import { describe, expect, it } from 'vitest'
import type { Passage, PreparedPassages } from '@svc/plugin'
import { noFacts, spaceA, vectorOf } from './kit.ts'
import type { TestMemory } from './kit.ts'

const { signal } = new AbortController()
const count = 150

function piecesOf(word: string, changed: number[] = []): Passage[] {
  return Array.from({ length: count }, (_, ordinal) => {
    const text = `${changed.includes(ordinal) ? 'changed' : word} ${ordinal}`
    return { ordinal, text, heading: [], start: ordinal, end: ordinal + 1 }
  })
}

export function describeLongDocuments(workspace: () => TestMemory): void {
  describe('a document of many passages', () => {
    const prepare = (memory: TestMemory, id: string | null, passages: Passage[]): Promise<PreparedPassages> =>
      memory.plane.prepare(memory.workspaceId, id, passages, signal)
    const put = (memory: TestMemory, prepared: PreparedPassages, tags: string[] = []): void =>
      memory.write(db => memory.plane.putPrepared(db, { document_id: 'mem_long', ...noFacts, tags }, prepared))
    const tidy = (memory: TestMemory, before = 1): Promise<void> =>
      memory.plane.tidy(memory.workspaceId, before, signal)
    const stateOf = (memory: TestMemory) => ({
      ...memory.plane.count(memory.workspaceId, spaceA),
      tidy: memory.plane.isTidy(memory.workspaceId),
    })

    it('is found when all of it is there, and not before', async () => {
      const memory = workspace()
      const prepared = await prepare(memory, null, piecesOf('walnut'))
      expect([await memory.keyword('walnut'), await memory.keyword('walnut', { filter: { at: -9e15 } })]).toEqual([
        [],
        [],
      ])
      put(memory, prepared, ['nuts'])
      const { found } = await memory.search({
        mode: 'keyword',
        text: 'walnut 149',
        filter: { at: 5000, tags: ['nuts'] },
      })
      expect(found.map(({ document_id, ordinal }) => [document_id, ordinal])).toEqual([['mem_long', 149]])
      expect(stateOf(memory)).toEqual({ passages: count, embedded: 0, tidy: true })
    })

    it('is found as it was until it is changed as a whole; what stays keeps its vectors', async () => {
      const memory = workspace()
      put(memory, await prepare(memory, null, piecesOf('walnut')))
      const waiting = memory.plane.unembedded(memory.workspaceId, spaceA, { limit: count })
      const vectors = waiting.map(({ passage_id }, index) => ({ passage_id, values: vectorOf(index, spaceA) }))
      memory.plane.addVectors(memory.workspaceId, spaceA, vectors)
      const prepared = await prepare(memory, 'mem_long', piecesOf('walnut', [7]))
      expect([await memory.keyword('changed'), await memory.keyword('walnut')]).toEqual([[], ['mem_long']])
      put(memory, prepared)
      expect([await memory.keyword('changed'), await memory.near(spaceA, 8)]).toEqual([['mem_long'], ['mem_long']])
      await tidy(memory)
      expect(stateOf(memory)).toEqual({ passages: count, embedded: count - 1, tidy: true })
      const left = memory.plane.unembedded(memory.workspaceId, spaceA, { limit: 10 })
      expect(left.map(({ text }) => text)).toEqual(['changed 7'])
    })

    it('is gone at once when it is removed or replaced by a short one, and what is left of it soon', async () => {
      const memory = workspace()
      put(memory, await prepare(memory, null, piecesOf('walnut')), ['nuts'])
      memory.put('mem_long', 'hazel')
      expect([await memory.keyword('walnut'), await memory.keyword('hazel')]).toEqual([[], ['mem_long']])
      await tidy(memory)
      expect(stateOf(memory)).toEqual({ passages: 1, embedded: 0, tidy: true })
      put(memory, await prepare(memory, 'mem_long', piecesOf('walnut')), ['nuts'])
      memory.remove('mem_long')
      expect(await memory.keyword('walnut', { filter: { at: 5000, tags: ['nuts'] } })).toEqual([])
      await tidy(memory)
      expect(stateOf(memory)).toEqual({ passages: 0, embedded: 0, tidy: true })
    })

    it('leaves nothing behind when it is given up, and cannot be put once it was cleared away', async () => {
      const memory = workspace()
      const leaving = AbortSignal.abort(new Error('gone'))
      await expect(memory.plane.prepare(memory.workspaceId, null, piecesOf('walnut'), leaving)).rejects.toThrow('gone')
      memory.plane.discard(memory.workspaceId, await prepare(memory, null, piecesOf('walnut')))
      await tidy(memory)
      const forgotten = await prepare(memory, null, piecesOf('walnut'))
      await tidy(memory)
      expect(stateOf(memory)).toEqual({ passages: count, embedded: 0, tidy: false })
      await tidy(memory, Number.MAX_SAFE_INTEGER)
      expect(() => put(memory, forgotten)).toThrow('no longer there')
      expect(stateOf(memory)).toEqual({ passages: 0, embedded: 0, tidy: true })
    })
  })
}
