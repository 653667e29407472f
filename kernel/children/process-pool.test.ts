import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Child, ChildPool, ChildPoolOptions, PoolUse } from '@svc/plugin'
import { ChildEndedError, ChildMethodError } from '@svc/plugin'
import { HardenedChildProcesses } from './index.ts'

const linux = process.platform === 'linux'
const never = new AbortController().signal
const defaults = {
  program: 'probe',
  size: 1,
  heapMb: 64,
  rssMb: 300,
  mostWaitingEach: 4,
  refusal: 'Too many wait.',
  idleMs: 600_000,
}

let children: HardenedChildProcesses
let stop: AbortController
let warnings: string[]

beforeEach(() => {
  warnings = []
  stop = new AbortController()
  const write = (): void => undefined
  const log = {
    debug: write,
    info: write,
    warn: (_fields: object, message: string) => void warnings.push(message),
    error: write,
  }
  const programs = { probe: new URL('./fixtures/probe/main.ts', import.meta.url) }
  children = new HardenedChildProcesses({ programs, log, signal: stop.signal })
})

afterEach(() => children.close())

const open = (options: Partial<ChildPoolOptions<null>> = {}) => children.pool({ ...defaults, ...options })
const user = (workspaceId = 'a', more: Partial<PoolUse> = {}): PoolUse => ({ workspaceId, signal: never, ...more })
const pidOf = (pool: ChildPool<null>, workspaceId?: string) =>
  pool.use(user(workspaceId), child => Promise.resolve(child.child.pid))

/** Holds a process until it is let go. */
function hold(pool: ChildPool<null>, workspaceId: string, more: Partial<PoolUse> = {}) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: child, resolve: began } = Promise.withResolvers<Child>()
  const done = pool.use(user(workspaceId, more), working => {
    began(working.child)
    return held
  })
  done.catch(() => undefined)
  return { child, letGo, done }
}

describe('a process of a pool', () => {
  it('is not started before the first use, and used again by its workspace alone', async () => {
    const pool = open()
    expect(pool.counts).toEqual({ busy: 0, idle: 0, spare: 0, starting: 0, waiting: 0 })
    const pids = [await pidOf(pool), await pidOf(pool), await pidOf(pool, 'b'), await pidOf(pool, 'b')]
    expect([pids[0] === pids[1], pids[2] === pids[3], pids[1] === pids[2]]).toEqual([true, true, false])
    expect(pool.counts).toMatchObject({ busy: 0, idle: 1 })
  })

  it('answers what is asked of it, and asks its user alone', async () => {
    const pool = open({ methods: ['double'] })
    const ask = (factor: number) =>
      pool.use(user('a', { methods: { double: value => Number(value) * factor } }), child => child.request('ask', 2))
    expect([await ask(2), await ask(3)]).toEqual([4, 6])
    const refused = pool.use(user(), child => child.request('ask', 2))
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is kept after a refusal, and not after a fault or a memory limit that it met itself', async () => {
    const pool = open({ retireOn: ['query_limit'] })
    const failing = async (code: string) => {
      const before = await pidOf(pool)
      const use = pool.use(user(), child => child.request('refuse', code))
      await expect(use).rejects.toBeInstanceOf(ChildMethodError)
      return (await pidOf(pool)) === before
    }
    expect([await failing('not_today'), await failing('out_of_memory'), await failing('query_limit')]).toEqual([
      true,
      false,
      false,
    ])
    const before = await pidOf(pool)
    await expect(pool.use(user(), child => child.request('bug', null))).rejects.toThrow('An internal error')
    expect(await pidOf(pool)).not.toBe(before)
  })

  it.runIf(linux)('that takes more memory than it may is replaced', async () => {
    const pool = open({ rssMb: 150 })
    const before = await pidOf(pool)
    const hogging = pool.use(user(), child => child.request('hog', null))
    await expect(hogging).rejects.toMatchObject({ reason: 'memory', exit: { killed: 'rss' } })
    expect(await pidOf(pool)).not.toBe(before)
  })

  it('that takes more time than it may is killed', async () => {
    const pool = open()
    const before = await pidOf(pool)
    const hanging = pool.use(user('a', { timeoutMs: 1 }), child => child.request('hang', null))
    await expect(hanging).rejects.toMatchObject({ reason: 'time', exit: { killed: 'time' } })
    expect(await pidOf(pool)).not.toBe(before)
  })

  it.runIf(linux)('that computes more than it may is killed', async () => {
    const pool = open()
    const spinning = pool.use(user('a', { cpuMs: 100 }), child => child.request('spin', null))
    await expect(spinning).rejects.toMatchObject({ reason: 'cpu' })
  })

  it('that ends by itself is reported as that', async () => {
    const pool = open()
    const ending = pool.use(user(), child => child.request('exit', null))
    await expect(ending).rejects.toMatchObject({ reason: 'crash', exit: { code: 3 } })
    await expect(ending).rejects.toBeInstanceOf(ChildEndedError)
  })

  it.each([
    ['enough uses', { uses: 2 }],
    ['too much CPU time in its life', { cpuMs: 0 }],
  ])('is replaced after %s', async (_name, recycle) => {
    const pool = open({ recycle })
    const pids = [await pidOf(pool), await pidOf(pool), await pidOf(pool)]
    expect(new Set(pids).size).toBe('uses' in recycle ? 2 : 3)
  })

  it.runIf(linux)('is replaced when it still holds much memory', async () => {
    const pool = open({ recycle: { rssMb: 1 } })
    const before = await pool.use(user(), async ({ child }) => {
      await vi.waitFor(() => expect(child.rssBytes()).toBeGreaterThan(0), { timeout: 10_000 })
      return child.pid
    })
    expect(await pidOf(pool)).not.toBe(before)
  })

  it('gives way to another workspace later where it is the only one of its own', async () => {
    const pool = open({ size: 3 })
    const only = await pidOf(pool, 'b')
    const two = [hold(pool, 'a'), hold(pool, 'a')]
    for (const { child, letGo, done } of two) {
      await child
      letGo()
      await done
    }
    await pidOf(pool, 'c')
    expect(await pidOf(pool, 'b')).toBe(only)
  })

  it('that nobody uses any more is ended', async () => {
    const pool = open({ idleMs: 1 })
    const child = await pool.use(user(), working => Promise.resolve(working.child))
    expect(await child.exited).toMatchObject({ killed: 'idle' })
    expect(pool.counts).toMatchObject({ idle: 0 })
  })

  it('is killed when its caller leaves', async () => {
    const pool = open()
    const caller = new AbortController()
    const left = hold(pool, 'a', { signal: caller.signal })
    const child = await left.child
    const hanging = child.request('hang', null)
    caller.abort(new Error('left'))
    await expect(hanging).rejects.toThrow('ended before it answered')
    left.letGo()
    await left.done
    expect(await child.exited).toMatchObject({ killed: 'left' })
  })
})

describe('turns at a pool', () => {
  it('one workspace does not starve another, and waits no longer than it may', async () => {
    const pool = open({ size: 2, mostEach: 1, mostWaitingEach: 2 })
    const began: string[] = []
    const use = (workspaceId: string) =>
      pool.use(user(workspaceId), async child => {
        began.push(workspaceId)
        await child.request('echo', 1)
      })
    const first = hold(pool, 'a')
    await first.child
    const waiting = [use('a'), use('a')]
    await expect(use('a')).rejects.toThrow('Too many wait.')
    await use('b')
    expect(began).toEqual(['b'])
    first.letGo()
    await Promise.all(waiting)
    expect(began).toEqual(['b', 'a', 'a'])
  })

  it('a caller that leaves gives its place back, while it waits and while its process is started', async () => {
    const pool = open()
    const caller = new AbortController()
    const starting = pool.use(user('a', { signal: caller.signal }), () => Promise.resolve())
    const waiting = pool.use(user('a', { signal: caller.signal }), () => Promise.resolve())
    caller.abort(new Error('left'))
    await expect(starting).rejects.toThrow('left')
    await expect(waiting).rejects.toThrow('left')
    expect(await pidOf(pool)).toBe(await pidOf(pool))
    expect(pool.counts).toMatchObject({ busy: 0, idle: 1, waiting: 0 })
  })

  it('a caller takes what comes free while another process is started for it, and that one serves the next', async () => {
    const opening: (() => void)[] = []
    const pool = open({ size: 2, open: () => new Promise(resolve => opening.push(() => resolve(null))) })
    const first = hold(pool, 'a')
    await vi.waitFor(() => expect(opening).toHaveLength(1), 10_000)
    opening[0]?.()
    const child = await first.child
    const second = hold(pool, 'a')
    await vi.waitFor(() => expect(opening).toHaveLength(2), 10_000)
    first.letGo()
    await first.done
    expect((await second.child).pid).toBe(child.pid)
    const third = hold(pool, 'a')
    expect(pool.counts).toMatchObject({ busy: 1, starting: 1, waiting: 1 })
    opening[1]?.()
    expect((await third.child).pid).not.toBe(child.pid)
    for (const { letGo, done } of [second, third]) {
      letGo()
      await done
    }
    expect(pool.counts).toEqual({ busy: 0, idle: 2, spare: 0, starting: 0, waiting: 0 })
  })

  it('work that holds a process does not wait for another one', async () => {
    const pool = open()
    const outer = hold(pool, 'a')
    await outer.child
    const take = () => pool.take({ ...user(), nested: true })
    const nested = await take()
    await expect(take()).rejects.toThrow('Too many wait.')
    nested.release()
    expect(await nested.child.exited).toMatchObject({ killed: 'recycled' })
    outer.letGo()
    await outer.done
    expect(pool.counts).toMatchObject({ busy: 0, idle: 1 })
  })

  it('who waits is refused when the pool closes or the server stops', async () => {
    for (const end of [(pool: ChildPool<null>) => void pool.close(), () => stop.abort()]) {
      const pool = open()
      const holder = hold(pool, 'a')
      const child = await holder.child
      const waiting = pool.use(user('b'), () => Promise.resolve())
      end(pool)
      await expect(waiting).rejects.toThrow('The server is stopping.')
      await expect(pidOf(pool)).rejects.toThrow('The server is stopping.')
      holder.letGo()
      await holder.done
      expect(await child.exited).toMatchObject({ killed: 'stop' })
    }
  })
})

describe('processes that stand ready', () => {
  it('are started once the pool is in use, and go to the next user', async () => {
    const pool = open({ size: 2, spares: 1 })
    await pidOf(pool)
    await vi.waitFor(() => expect(pool.counts).toMatchObject({ idle: 1, spare: 1 }), 10_000)
    await pidOf(pool, 'b')
    await vi.waitFor(() => expect(pool.counts).toMatchObject({ idle: 2, spare: 1 }), 10_000)
    await pidOf(pool, 'c')
    await vi.waitFor(() => expect(pool.counts).toMatchObject({ idle: 2, spare: 1 }), 10_000)
  })

  it('are awaited while they start, and stay within what the pool may have altogether', async () => {
    const pool = open({ size: 1, spares: 1, most: 1 })
    pool.warm()
    expect(pool.counts).toMatchObject({ starting: 1 })
    await pidOf(pool)
    expect(pool.counts).toEqual({ busy: 0, idle: 1, spare: 0, starting: 0, waiting: 0 })
  })

  it('one is started for a workspace that is expected, and let go of', async () => {
    const pool = open()
    pool.warm({ workspaceId: 'a' })
    pool.warm({ workspaceId: 'a' })
    expect(pool.counts).toMatchObject({ starting: 1 })
    const child = await pool.use(user(), working => Promise.resolve(working.child))
    pool.letGo('b')
    expect(pool.counts).toMatchObject({ idle: 1 })
    pool.letGo('a')
    expect(await child.exited).toMatchObject({ killed: 'let go' })
  })

  it('those that cannot be started are reported, and nothing waits for them', async () => {
    const pool = open({ spares: 1, open: () => Promise.reject(new Error('no engine')) })
    pool.warm()
    await vi.waitFor(() => expect(pool.startFailure).toBe('no engine'), 10_000)
    expect(warnings).toContain('A child process that was to stand ready could not be started.')
    await expect(pidOf(pool)).rejects.toThrow('The child process probe could not be started.')
    expect(pool.counts).toEqual({ busy: 0, idle: 0, spare: 0, starting: 0, waiting: 0 })
  })
})
