import { getPriority } from 'node:os'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChildMethodError } from '@svc/plugin'
import type { ChildThread, ThreadUse } from '@svc/plugin'
import { HardenedChildProcesses } from './index.ts'

const never = new AbortController().signal
const entry = new URL('./fixtures/task-thread.ts', import.meta.url)

let children: HardenedChildProcesses
let stop: AbortController
let thread: ChildThread<string, unknown>

beforeEach(() => {
  stop = new AbortController()
  const write = (): void => undefined
  const log = { debug: write, info: write, warn: write, error: write }
  children = new HardenedChildProcesses({ programs: {}, log, signal: stop.signal })
  thread = children.thread({ entry, memoryMb: 32, mostWaitingEach: 2, refusal: 'Too many wait.' })
})

afterEach(() => children.close())

const run = (task: string, use: Partial<ThreadUse> = {}) =>
  thread.run(task, { workspaceId: 'a', signal: never, ...use })

describe('a thread', () => {
  it('is not started before the first task, and ended when it has none', async () => {
    const resting = children.thread({ entry, idleMs: 1 })
    expect(resting.isRunning).toBe(false)
    expect(await resting.run('hello', { workspaceId: 'a', signal: never })).toBe('hello')
    await vi.waitFor(() => expect(resting.isRunning).toBe(false))
  })

  it.runIf(process.platform === 'linux')('comes after the thread that everybody waits for', async () => {
    expect([await run('priority'), getPriority()]).toEqual([getPriority() + 5, getPriority()])
  })

  it('answers a task, and says by code and sentence what one threw', async () => {
    expect([await run('hello'), await run('bytes')]).toEqual(['hello', new Uint8Array([1, 2, 3])])
    const failed = await run('fail').catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ChildMethodError)
    expect(failed).toMatchObject({ code: 'not_today', message: 'It does not work today.' })
  })

  it.each<[string, string, Partial<ThreadUse>]>([
    ['time', 'spin', { timeoutMs: 100 }],
    ['memory', 'hog', {}],
    ['crash', 'exit', {}],
  ])('ends over a task for its %s, and another one does the next', async (reason, task, use) => {
    await expect(run(task, use)).rejects.toMatchObject({ code: 'unavailable', reason })
    expect(await run('next')).toBe('next')
  })

  it('is ended when its caller leaves, and callers take turns', async () => {
    const caller = new AbortController()
    const order: string[] = []
    const left = run('spin', { signal: caller.signal })
    const waiting = ['a', 'a', 'b'].map(async (workspaceId, index) => {
      await run('next', { workspaceId })
      order.push(`${workspaceId}${index}`)
    })
    await expect(run('more')).rejects.toThrow('Too many wait.')
    caller.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    await Promise.all(waiting)
    expect(order).toEqual(['a0', 'b2', 'a1'])
  })

  it('that remembers something dear finishes the task of a caller that left', async () => {
    const keeping = children.thread<string, unknown>({ entry, finishes: true })
    const caller = new AbortController()
    await keeping.run('remember', { workspaceId: 'a', signal: never })
    const left = keeping.run('slow', { workspaceId: 'a', signal: caller.signal })
    caller.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect(await keeping.run('recall', { workspaceId: 'a', signal: never })).toEqual(['remember', 'slow'])
  })

  it('that finishes its tasks answers the one under way when the server ends', async () => {
    const keeping = children.thread<string, unknown>({ entry, finishes: true })
    await keeping.run('remember', { workspaceId: 'a', signal: never })
    const working = keeping.run('slow', { workspaceId: 'a', signal: never })
    const waiting = expect(keeping.run('recall', { workspaceId: 'a', signal: never })).rejects.toThrow('stopping')
    // The turn has begun.
    await new Promise(setImmediate)
    stop.abort()
    await Promise.all([expect(working).resolves.toEqual(expect.anything()), waiting])
    await vi.waitFor(() => expect(keeping.isRunning).toBe(false))
  })

  it('ends with the server: who waits is refused', async () => {
    const working = expect(run('spin')).rejects.toMatchObject({ reason: 'ended' })
    const waiting = expect(run('next')).rejects.toThrow('The server is stopping.')
    await vi.waitFor(() => expect(thread.isRunning).toBe(true))
    stop.abort()
    await Promise.all([working, waiting])
    await expect(run('later')).rejects.toThrow('The server is stopping.')
  })
})
