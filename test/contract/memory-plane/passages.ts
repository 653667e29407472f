import { describe, expect, it } from 'vitest'
import { between, spaceA, vectorOf } from './kit.ts'
import type { TestMemory } from './kit.ts'

/** What is put, described and removed, and what is found of it. */
export function describePassages(workspace: () => TestMemory): void {
  describe('passages', () => {
    it('finds a document by words, by meaning and by both, and says how', async () => {
      const ws = workspace()
      ws.put('mem_tea', [{ heading: ['Drinks', 'Tea'], text: 'Green tea is steeped at eighty degrees.' }])
      ws.put('mem_car', 'The engine is warm at ninety degrees.')
      ws.put('mem_sea', 'The sea is cold.')
      ws.embed(spaceA, { mem_tea: 1, mem_car: 2, mem_sea: 3 })
      const vector = { space: spaceA, values: between(vectorOf(1, spaceA), vectorOf(2, spaceA), 0.45) }
      const [keyword, semantic, hybrid] = await Promise.all(
        (['keyword', 'semantic', 'hybrid'] as const).map(mode => ws.search({ mode, text: 'tea degrees', vector })),
      )
      expect(keyword?.found.map(each => each.document_id)).toEqual(['mem_tea', 'mem_car'])
      expect(semantic?.found.map(each => each.document_id).slice(0, 2)).toEqual(['mem_tea', 'mem_car'])
      expect(hybrid?.complete).toBe(true)
      expect(hybrid?.words).toEqual([
        { term: 'tea', passages: 1 },
        { term: 'degrees', passages: 2 },
      ])
      const number = expect.any(Number) as number
      expect(hybrid?.candidates).toEqual([
        {
          document_id: 'mem_tea',
          ordinal: 0,
          heading: ['Drinks', 'Tea'],
          text: 'Green tea is steeped at eighty degrees.',
          start: 0,
          end: 39,
          keyword: { rank: 1, bm25: number, index: 'words', share: 1, coverage: 1 },
          semantic: { rank: 1, similarity: number },
        },
        expect.objectContaining({ document_id: 'mem_car', keyword: expect.objectContaining({ rank: 2 }) as unknown }),
        expect.objectContaining({ document_id: 'mem_sea', keyword: null, semantic: { rank: 3, similarity: number } }),
      ])
      const coverage = hybrid?.candidates[1]?.keyword?.coverage ?? 0
      expect(coverage > 0 && coverage < 1).toBe(true)
    })

    it('gives what was found by its words alone its similarity too', async () => {
      const ws = workspace()
      for (let number = 0; number < 8; number += 1) ws.put(`mem_${number}`, number === 7 ? 'rare' : 'common')
      ws.embed(spaceA, Object.fromEntries(Array.from({ length: 8 }, (_, number) => [`mem_${number}`, number + 1])))
      const { candidates } = await ws.search({
        text: 'rare',
        vector: { space: spaceA, values: vectorOf(1, spaceA) },
        limit: 1,
      })
      expect(candidates.map(each => [each.document_id, each.semantic?.rank])).toEqual([
        ['mem_7', null],
        ['mem_0', 1],
      ])
      const { candidates: all } = await ws.search({
        mode: 'semantic',
        vector: { space: spaceA, values: vectorOf(1, spaceA) },
        limit: 8,
      })
      const same = all.find(each => each.document_id === 'mem_7')?.semantic?.similarity
      expect(candidates[0]?.semantic?.similarity).toBeCloseTo(same ?? Number.NaN, 6)
    })

    it('leaves room in the lists for other documents than one with many passages', async () => {
      const ws = workspace()
      ws.put(
        'mem_long',
        Array.from({ length: 15 }, (_, number) => `pears, pears and pears ${number}`),
      )
      for (let number = 0; number < 3; number += 1)
        ws.put(`mem_${number}`, `a long list of fruit with one word of pears ${number}`)
      const { candidates } = await ws.search({ mode: 'keyword', text: 'pears', limit: 6 })
      expect(candidates.map(each => each.document_id).toSorted()).toEqual([
        'mem_0',
        'mem_1',
        'mem_2',
        'mem_long',
        'mem_long',
        'mem_long',
      ])
      expect((await ws.search({ mode: 'keyword', text: 'pears', limit: 20 })).candidates).toHaveLength(18)
    })

    it('answers one passage a document, its best', async () => {
      const ws = workspace()
      ws.put('mem_long', ['apples in a box', 'pears and pears and pears', 'a pear'])
      ws.put('mem_short', 'pears in a tin')
      const { found } = await ws.search({ mode: 'keyword', text: 'pears' })
      expect(found.map(each => [each.document_id, each.ordinal])).toEqual([
        ['mem_long', 1],
        ['mem_short', 0],
      ])
    })

    it('puts what stands under a heading with the word before what only mentions it', async () => {
      const ws = workspace()
      ws.put('mem_aside', 'this text of seven words says refunds')
      ws.put('mem_under', [{ heading: ['Refunds'], text: 'this text of seven words says nothing' }])
      expect(await ws.keyword('refunds')).toEqual(['mem_under', 'mem_aside'])
    })

    it('keeps the vectors of passages that stay, whatever moved, and asks for the others', async () => {
      const ws = workspace()
      ws.put('mem_1', ['one', 'two', 'two', 'three'])
      ws.embed(spaceA, { mem_1: [1, 2, 3, 4] })
      ws.put('mem_1', ['zero', 'three', 'two', 'one', 'two'])
      const waiting = ws.plane.unembedded(ws.workspaceId, spaceA, { limit: 10 })
      expect(waiting.map(each => each.text)).toEqual(['zero'])
      expect(ws.plane.count(ws.workspaceId, spaceA)).toEqual({ passages: 5, embedded: 4 })
      const { found } = await ws.search({ mode: 'semantic', vector: { space: spaceA, values: vectorOf(4, spaceA) } })
      expect(found[0]).toMatchObject({ text: 'three', ordinal: 1, start: 1000, end: 1005 })
    })

    it('forgets the words and vectors of a text that was replaced or removed', async () => {
      const ws = workspace()
      ws.put('mem_1', 'an umbrella 雨傘屋')
      ws.put('mem_2', 'a raincoat')
      ws.embed(spaceA, { mem_1: 1, mem_2: 2 })
      expect(await ws.near(spaceA, 1)).toEqual(['mem_1', 'mem_2'])
      ws.put('mem_1', 'a parasol')
      expect([await ws.keyword('umbrella'), await ws.keyword('雨傘屋'), await ws.near(spaceA, 1)]).toEqual([
        [],
        [],
        ['mem_2'],
      ])
      ws.remove('mem_1', 'mem_2', 'mem_never')
      expect([await ws.keyword('parasol raincoat'), await ws.near(spaceA, 1)]).toEqual([[], []])
      expect(ws.plane.count(ws.workspaceId, spaceA)).toEqual({ passages: 0, embedded: 0 })
    })

    it('begins a text to be embedded with its headings', () => {
      const ws = workspace()
      ws.put('mem_1', [{ heading: ['Guide', 'Start'], text: 'Press the button.' }, 'Nothing above.'])
      const waiting = ws.plane.unembedded(ws.workspaceId, spaceA, { limit: 1 })
      expect(waiting.map(each => each.text)).toEqual(['Guide › Start\nPress the button.'])
    })

    it('leaves nothing of a transaction that failed', async () => {
      const ws = workspace()
      ws.put('mem_1', 'kept')
      const failing = (): void =>
        ws.write(db => {
          ws.plane.put(db, {
            document_id: 'mem_2',
            ...{ source: null, tags: [], created_at: 1, valid_from: null, valid_until: null },
            passages: [{ ordinal: 0, text: 'lost', heading: [], start: 0, end: 4 }],
          })
          ws.plane.remove(db, ['mem_1'])
          throw new Error('no')
        })
      expect(failing).toThrow('no')
      expect(await ws.keyword('kept lost')).toEqual(['mem_1'])
    })

    it('never finds a text of another workspace', async () => {
      const [mine, theirs] = [workspace(), workspace()]
      theirs.put('mem_canary', 'canary 金絲雀鳥')
      theirs.embed(spaceA, { mem_canary: 1 })
      mine.put('mem_mine', 'my own text')
      mine.embed(spaceA, { mem_mine: 2 })
      const vector = { space: spaceA, values: vectorOf(1, spaceA) }
      const answers = await Promise.all(
        (['hybrid', 'keyword', 'semantic'] as const).map(mode =>
          mine.ids({ mode, text: 'canary 金絲雀鳥 text', vector }),
        ),
      )
      expect(answers).toEqual([['mem_mine'], ['mem_mine'], ['mem_mine']])
    })
  })
}
