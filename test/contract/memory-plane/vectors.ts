import { describe, expect, it } from 'vitest'
import { InternalError } from '@svc/plugin'
import { between, spaceA, spaceB, vectorOf } from './kit.ts'
import type { TestMemory } from './kit.ts'

/** Vectors, which follow the texts. */
export function describeVectors(workspace: () => TestMemory): void {
  describe('vectors', () => {
    it('compares a question with vectors of its own space alone', async () => {
      const ws = workspace()
      ws.put('mem_a', 'alpha')
      ws.put('mem_b', 'beta')
      ws.embed(spaceA, { mem_a: 1 })
      ws.embed(spaceB, { mem_b: 1 })
      const [a, b] = [await ws.near(spaceA, 1), await ws.near(spaceB, 1)]
      expect([a, b]).toEqual([['mem_a'], ['mem_b']])
      expect(await ws.near({ key: 'test/unknown', dimensions: 16 }, 1)).toEqual([])
      expect(ws.plane.spaces(ws.workspaceId)).toEqual([spaceA, spaceB])
    })

    it('takes a text without a meaning, which is near to nothing and keeps no other from being found', async () => {
      const ws = workspace()
      ws.put('mem_none', 'alpha')
      ws.put('mem_some', 'beta')
      ws.embed(spaceA, { mem_some: 1 })
      const [none] = ws.plane.unembedded(ws.workspaceId, spaceA, { limit: 1 })
      const values = new Float32Array(spaceA.dimensions)
      ws.plane.addVectors(ws.workspaceId, spaceA, [{ passage_id: none?.passage_id ?? 0, values }])
      expect(ws.plane.count(ws.workspaceId, spaceA)).toEqual({ passages: 2, embedded: 2 })
      expect((await ws.near(spaceA, 1))[0]).toBe('mem_some')
      expect(await ws.keyword('alpha')).toEqual(['mem_none'])
    })

    it('answers the nearest ones in their order, with the cosine as similarity', async () => {
      const ws = workspace()
      const [first, second] = [vectorOf(1, spaceA), vectorOf(2, spaceA)]
      const cosine = (one: Float32Array, other: Float32Array): number =>
        one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0) /
        (Math.hypot(...one) * Math.hypot(...other))
      const shares = [0, 0.2, 0.4, 0.6, 0.8]
      for (const share of shares) ws.put(`mem_${share}`, `text ${share}`)
      for (const share of shares) {
        const waiting = ws.plane.unembedded(ws.workspaceId, spaceA, { limit: 1, documentIds: [`mem_${share}`] })
        // Of any length: directions alone are compared.
        const values = between(first, second, share).map(value => value * 7)
        ws.plane.addVectors(
          ws.workspaceId,
          spaceA,
          waiting.map(({ passage_id }) => ({ passage_id, values })),
        )
      }
      const { found } = await ws.search({ mode: 'semantic', vector: { space: spaceA, values: first } })
      expect(found.map(each => [each.document_id, each.semantic?.rank])).toEqual(
        shares.map((share, index) => [`mem_${share}`, index + 1]),
      )
      expect(found.map(each => each.semantic?.similarity)).toEqual(
        shares.map(share => expect.closeTo(cosine(first, between(first, second, share)), 3) as number),
      )
    })

    it('refuses vectors of the wrong size, of a size that the space never had, and of what is no number', async () => {
      const ws = workspace()
      ws.put('mem_1', 'alpha')
      const [waiting] = ws.plane.unembedded(ws.workspaceId, spaceA, { limit: 1 })
      const passage_id = waiting?.passage_id ?? 0
      const add = (space: typeof spaceA, values: Float32Array) => (): void =>
        ws.plane.addVectors(ws.workspaceId, space, [{ passage_id, values }])
      expect(add(spaceA, new Float32Array(15))).toThrow(InternalError)
      for (const bad of [NaN, Infinity, -Infinity]) {
        expect(add(spaceA, vectorOf(1, spaceA).fill(bad, 3, 4))).toThrow(/no finite number/)
      }
      add(spaceA, vectorOf(1, spaceA))()
      expect(add({ key: spaceA.key, dimensions: 8 }, vectorOf(1, spaceB))).toThrow(/16 dimensions here, and 8/)
      const ask = (space: typeof spaceA, values: Float32Array): Promise<unknown> =>
        ws.search({ mode: 'semantic', vector: { space, values } })
      await expect(ask(spaceA, new Float32Array(15))).rejects.toThrow(InternalError)
      await expect(ask({ key: spaceA.key, dimensions: 8 }, new Float32Array(8))).rejects.toThrow(InternalError)
      await expect(ask(spaceA, new Float32Array(16).fill(NaN))).rejects.toThrow(/no finite number/)
      expect(ws.plane.count(ws.workspaceId, spaceA)).toEqual({ passages: 1, embedded: 1 })
    })

    it('leaves out vectors of passages that were changed or removed meanwhile', async () => {
      const ws = workspace()
      ws.put('mem_1', 'alpha')
      ws.put('mem_2', 'beta')
      ws.put('mem_3', 'gamma')
      const waiting = ws.plane.unembedded(ws.workspaceId, spaceA, { limit: 10 })
      ws.put('mem_1', 'delta')
      ws.remove('mem_2')
      ws.plane.addVectors(
        ws.workspaceId,
        spaceA,
        waiting.map(({ passage_id }) => ({ passage_id, values: vectorOf(1, spaceA) })),
      )
      expect(ws.plane.count(ws.workspaceId, spaceA)).toEqual({ passages: 2, embedded: 1 })
      expect(await ws.near(spaceA, 1)).toEqual(['mem_3'])
      expect(ws.plane.unembedded(ws.workspaceId, spaceA, { limit: 10 }).map(each => each.text)).toEqual(['delta'])
    })

    it('names the oldest passages without a vector first, in whatever order the others got theirs', () => {
      const ws = workspace()
      for (const name of ['a', 'b', 'c', 'd', 'e']) ws.put(`mem_${name}`, name)
      ws.embed(spaceA, { mem_d: 1, mem_a: 2 })
      const texts = (limit: number): string[] =>
        ws.plane.unembedded(ws.workspaceId, spaceA, { limit }).map(each => each.text)
      expect([texts(2), texts(9)]).toEqual([
        ['b', 'c'],
        ['b', 'c', 'e'],
      ])
      ws.embed(spaceA, { mem_b: 3, mem_c: 4, mem_e: 5 })
      expect(texts(9)).toEqual([])
      ws.put('mem_f', 'f')
      expect(texts(9)).toEqual(['f'])
    })

    it('says that an answer is not complete while vectors are missing, and finds those by their words', async () => {
      const ws = workspace()
      ws.put('mem_1', 'alpha')
      ws.put('mem_2', 'beta')
      ws.embed(spaceA, { mem_1: 1 })
      const vector = { space: spaceA, values: vectorOf(1, spaceA) }
      const ask = async (): Promise<unknown> => {
        const { found, complete } = await ws.search({ text: 'beta', vector })
        return [found.map(each => each.document_id).toSorted(), complete]
      }
      expect(await ask()).toEqual([['mem_1', 'mem_2'], false])
      ws.embed(spaceA, { mem_2: 2 })
      expect(await ask()).toEqual([['mem_1', 'mem_2'], true])
    })

    it('replaces a vector that is given again', async () => {
      const ws = workspace()
      ws.put('mem_1', 'alpha')
      ws.put('mem_2', 'beta')
      const waiting = ws.plane.unembedded(ws.workspaceId, spaceA, { limit: 2 })
      ws.embed(spaceA, { mem_1: 1, mem_2: 2 })
      expect(await ws.near(spaceA, 1)).toEqual(['mem_1', 'mem_2'])
      const swapped = waiting.map(({ passage_id }, index) => ({ passage_id, values: vectorOf(2 - index, spaceA) }))
      ws.plane.addVectors(ws.workspaceId, spaceA, swapped)
      expect(await ws.near(spaceA, 1)).toEqual(['mem_2', 'mem_1'])
      expect(ws.plane.count(ws.workspaceId, spaceA)).toEqual({ passages: 2, embedded: 2 })
    })

    it('drops the vectors of an embedder in slices, and none of another', async () => {
      const ws = workspace()
      for (let number = 0; number < 5; number += 1) {
        ws.put(`mem_${number}`, `text ${number}`)
        ws.embed(spaceA, { [`mem_${number}`]: number })
        ws.embed(spaceB, { [`mem_${number}`]: number })
      }
      const drop = (): boolean => ws.plane.dropVectors(ws.workspaceId, spaceA.key, 2)
      expect([drop(), drop()]).toEqual([false, false])
      expect(await ws.near(spaceA, 0)).toHaveLength(1)
      expect(drop()).toBe(true)
      expect([await ws.near(spaceA, 0), (await ws.near(spaceB, 3))[0]]).toEqual([[], 'mem_3'])
      expect(ws.plane.spaces(ws.workspaceId)).toEqual([spaceB])
      expect(ws.plane.unembedded(ws.workspaceId, spaceA, { limit: 10 })).toHaveLength(5)
      expect(ws.plane.dropVectors(ws.workspaceId, 'test/never', 2)).toBe(true)
    })
  })
}
