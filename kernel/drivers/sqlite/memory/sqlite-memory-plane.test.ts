import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NotFoundError, UnavailableError } from '@svc/plugin'
import type { MemorySearch } from '@svc/plugin'
import { recordingLog } from '../../../../test/support/recording-log.ts'
import { openTestPlanes } from '../../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../../test/rooms/planes.ts'
import { createIds, systemClock } from '../../../services/index.ts'
import { memoryMigrations } from './memory-migrations.ts'
import { SearchRunner } from './search-runner.ts'

const ids = createIds(systemClock)
const log = recordingLog()
const migrations = [{ owner: 'kernel', migrations: memoryMigrations }]
const question: MemorySearch = { mode: 'keyword', text: 'kept', vector: null, filter: { at: 1 }, limit: 5 }
const { signal } = new AbortController()
// The thread of a search that uses up all of its memory ends the same way.
const breaking = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ task }) => {
    if (task.path === 'broken') throw new Error('broken')
    parentPort.postMessage({ answer: { candidates: [], words: [], passages: 0, complete: true } })
  })`)}`,
)
let planes: TestPlanes

beforeAll(async () => {
  planes = await openTestPlanes({ migrations })
})
afterAll(() => planes.close())

function workspaceWith(text: string, in_: TestPlanes = planes): string {
  const workspaceId = ids.create('ws')
  in_.data.use(workspaceId, db =>
    in_.memory.put(db, {
      document_id: 'mem_1',
      ...{ source: null, tags: [], created_at: 1, valid_from: null, valid_until: null },
      passages: [{ ordinal: 0, text, heading: [], start: 0, end: text.length }],
    }),
  )
  return workspaceId
}

function pathOf(workspaceId: string, suffix = ''): string {
  return join(planes.home.path, 'workspaces', workspaceId, `data_plane.sqlite${suffix}`)
}

describe('the memory in files', () => {
  it('lets go of a file that is not searched any more, so that everything is in the one file', async () => {
    const workspaceId = workspaceWith('kept in one file')
    expect((await planes.memory.search(workspaceId, question, signal)).candidates).toHaveLength(1)
    expect(existsSync(pathOf(workspaceId, '-wal'))).toBe(true)
    const beside = (): boolean[] => ['-wal', '-shm'].map(suffix => existsSync(pathOf(workspaceId, suffix)))
    await vi.waitFor(() => expect(beside()).toEqual([false, false]), { timeout: 5000, interval: 50 })
    expect((await planes.memory.search(workspaceId, question, signal)).candidates).toHaveLength(1)
  })

  it('leaves one complete file when it stops during searches', async () => {
    const own = await openTestPlanes({ path: join(planes.home.path, 'another'), migrations })
    const workspaceId = workspaceWith('kept over a stop', own)
    const searches = Array.from({ length: 20 }, () => own.memory.search(workspaceId, question, signal))
    const outcomes = Promise.allSettled(searches)
    await searches[0]
    await own.close()
    const refused = (await outcomes).filter(each => each.status === 'rejected').map(each => each.reason as unknown)
    expect(refused.every(reason => reason instanceof UnavailableError)).toBe(true)
    const folder = join(own.home.path, 'workspaces', workspaceId)
    expect(['', '-wal', '-shm'].map(suffix => existsSync(join(folder, `data_plane.sqlite${suffix}`)))).toEqual([
      true,
      false,
      false,
    ])
    await expect(own.memory.search(workspaceId, question, signal)).rejects.toThrow(UnavailableError)
  })

  it('sees what another connection has written, and what it has removed', async () => {
    const workspaceId = workspaceWith('kept')
    const space = { key: 'test/4', dimensions: 4 }
    const near = { ...question, mode: 'semantic', vector: { space, values: Float32Array.of(1, 0, 0, 0) } } as const
    const foundNow = async (): Promise<number> =>
      (await planes.memory.search(workspaceId, near, signal)).candidates.length
    expect(await foundNow()).toBe(0)
    const [waiting] = planes.memory.unembedded(workspaceId, space, { limit: 1 })
    const vectors = [{ passage_id: waiting?.passage_id ?? 0, values: Float32Array.of(1, 1, 0, 0) }]
    planes.memory.addVectors(workspaceId, space, vectors)
    expect(await foundNow()).toBe(1)
    planes.data.use(workspaceId, db => planes.memory.remove(db, ['mem_1']))
    expect(await foundNow()).toBe(0)
  })

  it('finds the nearest of many, also when most of them were removed', async () => {
    const workspaceId = ids.create('ws')
    const space = { key: 'test/64', dimensions: 64 }
    const count = 1500
    const direction = (number: number): Float32Array =>
      Float32Array.from({ length: 64 }, (_, index) => Math.sin((number + 1) * (index + 1) * 1.7))
    planes.data.use(workspaceId, db =>
      db.transaction(() => {
        for (let number = 0; number < count; number += 1) {
          planes.memory.put(db, {
            document_id: `mem_${number}`,
            ...{ source: null, tags: [], created_at: number, valid_from: null, valid_until: null },
            passages: [{ ordinal: 0, text: `text ${number}`, heading: [], start: 0, end: 1 }],
          })
        }
      }),
    )
    const waiting = planes.memory.unembedded(workspaceId, space, { limit: count })
    planes.memory.addVectors(
      workspaceId,
      space,
      waiting.map(({ passage_id }, number) => ({ passage_id, values: direction(number) })),
    )
    const nearest = async (number: number): Promise<string | undefined> => {
      const vector = { space, values: direction(number) }
      const { candidates } = await planes.memory.search(workspaceId, { ...question, mode: 'semantic', vector }, signal)
      return candidates[0]?.document_id
    }
    expect([await nearest(3), await nearest(1234)]).toEqual(['mem_3', 'mem_1234'])
    const removed = Array.from({ length: 1000 }, (_, number) => `mem_${number}`)
    planes.data.use(workspaceId, db => planes.memory.remove(db, removed))
    expect([await nearest(1001), await nearest(1499)]).toEqual(['mem_1001', 'mem_1499'])
    const [again] = waiting.slice(1001)
    planes.memory.addVectors(workspaceId, space, [{ passage_id: again?.passage_id ?? 0, values: direction(9000) }])
    expect([await nearest(9000), (await nearest(1001)) === 'mem_1001']).toEqual(['mem_1001', false])
  })

  it('refuses ids that are not those of a workspace', async () => {
    for (const id of ['', '..', '../../etc', 'kernel']) {
      await expect(planes.memory.search(id, question, signal)).rejects.toThrow(NotFoundError)
    }
  })

  it('says what it is and how it stands', async () => {
    const { memory } = await planes.planes.status()
    expect(memory).toEqual({
      driver: 'sqlite',
      healthy: true,
      location: join(planes.home.path, 'workspaces'),
      version: expect.stringMatching(/^3\.\d+/) as string,
      detail: expect.stringMatching(/FTS5/) as string,
    })
  })
})

describe('the thread that searches', () => {
  it('is started anew after it failed, and the search in it can be tried again', async () => {
    const runner = new SearchRunner(log, breaking)
    const task = { path: 'kept', search: question, outside: null }
    const searches = [runner.run({ ...task, path: 'broken' }, signal), runner.run(task, signal)]
    const [broken, waiting] = await Promise.allSettled(searches)
    expect(broken).toMatchObject({
      reason: { code: 'unavailable', message: 'The search failed and can be tried again.' },
    })
    expect(waiting).toMatchObject({ value: { candidates: [] } })
    await runner.close()
  })

  it('takes no more than it can, and none of what was given up', async () => {
    const workspaceId = workspaceWith('kept')
    const runner = new SearchRunner(log)
    const task = { path: pathOf(workspaceId), search: question, outside: null }
    const leaving = new AbortController()
    const running = runner.run(task, signal)
    const waiting = Array.from({ length: 64 }, () => runner.run(task, leaving.signal))
    await expect(runner.run(task, signal)).rejects.toThrow('Too many searches wait already')
    const outcomes = Promise.allSettled(waiting)
    leaving.abort(new Error('left'))
    expect((await outcomes).every(each => each.status === 'rejected')).toBe(true)
    expect((await running).candidates).toHaveLength(1)
    expect((await runner.run(task, signal)).candidates).toHaveLength(1)
    await runner.close()
  })
})
