import { describe, expect, it } from 'vitest'
import { spaceA } from './kit.ts'
import type { TestMemory } from './kit.ts'

/** Which documents a filter leaves. */
export function describeFilters(workspace: () => TestMemory): void {
  describe('filters', () => {
    /** By words and by meaning, which must agree. */
    async function within(ws: TestMemory, filter: object): Promise<string[]> {
      const asked = { filter: { at: 5000, ...filter }, limit: 50 }
      const [byWords, byMeaning] = [await ws.keyword('note', asked), await ws.near(spaceA, 1, asked)]
      expect(byMeaning.toSorted()).toEqual(byWords.toSorted())
      return byWords.toSorted()
    }

    it('leaves documents that have all the tags, the source and the time', async () => {
      const ws = workspace()
      ws.put('mem_1', 'note', { tags: ['a', 'b'], source: 'x', created_at: 10 })
      ws.put('mem_2', 'note', { tags: ['a'], source: 'x', created_at: 20 })
      ws.put('mem_3', 'note', { tags: ['b'], source: 'y', created_at: 30 })
      ws.put('mem_4', 'note')
      ws.embed(spaceA, { mem_1: 1, mem_2: 2, mem_3: 3, mem_4: 4 })
      expect(await within(ws, { tags: ['a'] })).toEqual(['mem_1', 'mem_2'])
      expect(await within(ws, { tags: ['a', 'b'] })).toEqual(['mem_1'])
      expect(await within(ws, { tags: ['A'] })).toEqual([])
      expect(await within(ws, { source: 'x', tags: ['b'] })).toEqual(['mem_1'])
      expect(await within(ws, { source: 'z' })).toEqual([])
      expect(await within(ws, { created_from: 20, created_before: 30 })).toEqual(['mem_2'])
      expect(await within(ws, { created_from: 30 })).toEqual(['mem_3', 'mem_4'])
      expect(await within(ws, { tags: [] })).toEqual(['mem_1', 'mem_2', 'mem_3', 'mem_4'])
    })

    it('finds a passage from the time on at which it begins to be valid, and before it ends', async () => {
      const ws = workspace()
      ws.put('mem_always', 'note')
      ws.put('mem_from', 'note', { valid_from: 100 })
      ws.put('mem_until', 'note', { valid_until: 200 })
      ws.put('mem_window', 'note', { valid_from: 100, valid_until: 200 })
      ws.embed(spaceA, { mem_always: 1, mem_from: 2, mem_until: 3, mem_window: 4 })
      expect(await within(ws, { at: 99 })).toEqual(['mem_always', 'mem_until'])
      expect(await within(ws, { at: 100 })).toEqual(['mem_always', 'mem_from', 'mem_until', 'mem_window'])
      expect(await within(ws, { at: 200 })).toEqual(['mem_always', 'mem_from'])
    })

    it('follows what a document is described by', async () => {
      const ws = workspace()
      ws.put('mem_1', 'note', { tags: ['old', 'kept'], source: 'x' })
      ws.embed(spaceA, { mem_1: 1 })
      expect(await within(ws, { tags: ['old'] })).toEqual(['mem_1'])
      ws.describe('mem_1', { tags: ['kept', 'new'], source: 'y', valid_until: 6000 })
      ws.describe('mem_absent', { tags: ['new'] })
      expect(await within(ws, { tags: ['old'] })).toEqual([])
      expect(await within(ws, { tags: ['new', 'kept'], source: 'y' })).toEqual(['mem_1'])
      expect(await within(ws, { source: 'y', at: 6000 })).toEqual([])
      ws.put('mem_1', 'note', { tags: ['again'] })
      expect([await within(ws, { tags: ['again'] }), await within(ws, { source: 'y' })]).toEqual([['mem_1'], []])
    })

    it('finds what a filter leaves although very many better ones are refused', async () => {
      const ws = workspace()
      ws.write(db => {
        for (let number = 0; number < 1500; number += 1) {
          const source = number === 1499 ? 'rare' : 'common'
          const text = number === 1499 ? 'one note among other words that are there to make it long' : 'note note note'
          ws.plane.put(db, {
            document_id: `mem_${number}`,
            ...{ source, tags: [number % 2 === 0 ? 'even' : 'odd'], created_at: number, valid_from: null },
            valid_until: number < 1499 ? 4000 : null,
            passages: [{ ordinal: 0, text, heading: [], start: 0, end: text.length }],
          })
        }
      })
      expect(await ws.keyword('note', { filter: { at: 3000, source: 'rare' } })).toEqual(['mem_1499'])
      expect(await ws.keyword('note', { filter: { at: 5000 } })).toEqual(['mem_1499'])
      expect(await ws.keyword('note', { filter: { at: 3000, tags: ['odd'] }, limit: 200 })).toHaveLength(200)
    })
  })
}
