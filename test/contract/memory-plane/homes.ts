import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../rooms/planes.ts'
import { spaceA, TestMemory, vectorOf } from './kit.ts'
import type { OpenedMemory, OpenMemory } from './kit.ts'

/** A workspace's file carries all of its memory. */
export function describeHomes(open: OpenMemory): void {
  describe('homes', () => {
    const fileOf = (home: string, workspaceId: string): string =>
      join(home, 'workspaces', workspaceId, 'data_plane.sqlite')
    const vector = { space: spaceA, values: vectorOf(3, spaceA) }

    async function inHome<T>(path: string, work: (opened: OpenedMemory) => Promise<T>): Promise<T> {
      const opened = await open({ path })
      try {
        return await work(opened)
      } finally {
        await opened.close()
      }
    }

    it('finds the same with the same scores in a copy of the file, in another home and under another workspace id', async () => {
      const [one, other] = [await temporaryFolder(), await temporaryFolder()]
      try {
        const { workspaceId, before } = await inHome(one.path, async opened => {
          const ws = new TestMemory(() => opened)
          for (let number = 0; number < 20; number += 1) {
            ws.put(`mem_${number}`, `document ${number} of the archive 檔案館`, { tags: [`tag${number % 3}`] })
            ws.embed(spaceA, { [`mem_${number}`]: number })
          }
          ws.remove('mem_5')
          return { workspaceId: ws.workspaceId, before: await ws.search({ text: 'document 7 檔案館', vector }) }
        })
        const after = await inHome(other.path, async opened => {
          const ws = new TestMemory(() => opened)
          const file = fileOf(other.path, ws.workspaceId)
          await mkdir(dirname(file), { recursive: true })
          await copyFile(fileOf(one.path, workspaceId), file)
          return ws.search({ text: 'document 7 檔案館', vector })
        })
        expect(after).toEqual(before)
        expect(before.found).toHaveLength(10)
      } finally {
        await one.remove()
        await other.remove()
      }
    })

    it('finds after a restart what was there before', async () => {
      const folder = await temporaryFolder()
      try {
        const ws = await inHome(folder.path, async opened => {
          const made = new TestMemory(() => opened)
          made.put('mem_1', 'kept over the restart')
          made.embed(spaceA, { mem_1: 3 })
          await made.search({ text: 'restart', vector })
          return made.workspaceId
        })
        const found = await inHome(folder.path, async ({ memory, settled }) => {
          await settled(ws)
          const search = { mode: 'hybrid', text: 'restart', vector, filter: { at: 1 }, limit: 1 } as const
          return memory.search(ws, search, AbortSignal.timeout(10_000))
        })
        expect(found.candidates.map(each => [each.document_id, each.semantic?.rank])).toEqual([['mem_1', 1]])
      } finally {
        await folder.remove()
      }
    })
  })
}
