import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TestContext } from 'vitest'
import type { Job } from '@svc/plugin'
import { startServerProcess } from '../support/programs/server-process.ts'
import { Fleet } from './fleet.ts'
import type { FleetOptions } from './fleet.ts'
import { violations } from './history.ts'

const fleets: Fleet[] = []
const helpers: ChildProcess[] = []

async function start(options?: FleetOptions): Promise<Fleet> {
  const fleet = await Fleet.start(options)
  fleets.push(fleet)
  return fleet
}

afterEach(async () => {
  for (const helper of helpers.splice(0)) helper.kill('SIGKILL')
  for (const fleet of fleets.splice(0)) await fleet.stop()
})

/** Enqueues until it is refused: what was acknowledged, and the refusal. */
async function enqueueUntilRefused(
  fleet: Fleet,
  payload: (n: number) => object,
): Promise<{ acknowledged: string[]; refusal: { status: number; code: string } }> {
  const acknowledged: string[] = []
  for (let n = 0; ; n += 1) {
    const { status, body } = await fleet.request('POST', '/api/jobs', { kind: 'external.work', payload: payload(n) })
    if (status !== 201) return { acknowledged, refusal: { status, code: (body as { code: string }).code } }
    acknowledged.push((body as Job).job_id)
  }
}

async function found(fleet: Fleet, ids: readonly string[]): Promise<number> {
  const answers = await Promise.all(ids.map(id => fleet.request('GET', `/api/jobs/${id}`)))
  return answers.filter(({ status }) => status === 200).length
}

/** A small disk of its own, in a mount namespace that ends with the server. */
function smallDisk(home: string): readonly string[] {
  const asRoot = process.getuid?.() === 0 ? [] : ['-r']
  return ['unshare', ...asRoot, '-m', 'sh', '-c', 'mount -t tmpfs -o size=12m none "$0" && exec "$@"', home]
}

async function startOnSmallDisk(context: TestContext): Promise<Fleet> {
  const probe = spawn('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs none /mnt'], { stdio: 'ignore' })
  const [code] = (await once(probe, 'exit').catch(() => [1])) as [number]
  if (code !== 0) context.skip('no disk of its own can be mounted here')
  return start({ serverConcurrency: 0, through: smallDisk })
}

describe('a full disk', () => {
  it('is told as 507, loses nothing that was acknowledged, and work goes on when there is room', async context => {
    const fleet = await startOnSmallDisk(context)
    const inside = join('/proc', String(fleet.server.pid), 'root', fleet.home)
    await writeFile(join(inside, 'filler'), Buffer.alloc(3_000_000))
    const text = 'x'.repeat(100_000)
    const { acknowledged, refusal } = await enqueueUntilRefused(fleet, () => ({ text }))
    expect(refusal).toEqual({ status: 507, code: 'storage_full' })
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(await found(fleet, acknowledged)).toBe(acknowledged.length)
    await rm(join(inside, 'filler'))
    const stop = new AbortController()
    const worker = fleet.claimAndComplete('worker', stop.signal, 30, ['external.work'])
    const stats = await fleet.settled()
    stop.abort()
    await worker
    expect(stats.states).toMatchObject({ queued: 0, running: 0, succeeded: acknowledged.length })
  })
})

/** Leaves this many bytes on the small disk. */
async function fillUpTo(inside: string, left: number): Promise<void> {
  const { bavail, bsize } = await statfs(inside)
  await writeFile(join(inside, 'filler'), Buffer.alloc(bavail * bsize - left))
}

/** What lies in the folder of a plugin. */
async function keptBy(inside: string, plugin: string): Promise<string[]> {
  const entries = await readdir(join(inside, 'workspaces'), { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile() && entry.parentPath.split('/').includes(plugin)).map(({ name }) => name)
}

describe('a disk that fills up while it is written to', () => {
  it('keeps nothing of a source or of an export, and takes both when there is room', async context => {
    const fleet = await startOnSmallDisk(context)
    const inside = join('/proc', String(fleet.server.pid), 'root', fleet.home)
    const made = await fleet.request('POST', '/api/research/projects', { title: 'Full' })
    const { research_project_id: id } = made.body as { research_project_id: string }
    const sources = `/api/research/projects/${id}/sources`
    const text = 'Those who had slept recalled 42 of 50 word pairs after a nap. '.repeat(24_000)
    const source = { text, title: 'Naps' }
    const order = { items: [{ type: 'markdown', content: text, title: 'Naps' }], format: 'json' }
    const exported = () => fleet.request('POST', '/api/export', order)
    await fillUpTo(inside, 1_000_000)

    const refused = [await fleet.request('POST', sources, source), await exported()]
    expect(refused.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
      [507, 'storage_full'],
      [507, 'storage_full'],
    ])
    expect([await keptBy(inside, 'research'), await keptBy(inside, 'export')]).toEqual([[], []])
    expect((await fleet.request('GET', sources)).body).toMatchObject({ items: [] })

    await rm(join(inside, 'filler'))
    const taken = [await fleet.request('POST', sources, source), await exported()]
    expect(taken.map(({ status }) => status)).toEqual([201, 200])
    expect([(await keptBy(inside, 'research')).length, (await keptBy(inside, 'export')).length]).toEqual([1, 1])
  })

  it('keeps each batch of logged metrics whole or not at all, and takes the next when there is room', async context => {
    const fleet = await startOnSmallDisk(context)
    const inside = join('/proc', String(fleet.server.pid), 'root', fleet.home)
    const made = await fleet.request('POST', '/api/ml/runs', {})
    const { run_id } = made.body as { run_id: string }
    const batch = (at: number) =>
      Array.from({ length: 1000 }, (_, step) => ({ key: 'loss', value: step / 7, step: at * 1000 + step }))
    const log = (at: number) => fleet.request('POST', `/api/ml/runs/${run_id}/log`, { metrics: batch(at) })
    await fillUpTo(inside, 2_000_000)
    let kept = 0
    let refusal: { status: number; code: string } | null = null
    while (refusal === null) {
      const { status, body } = await log(kept)
      if (status === 200) kept += 1
      else refusal = { status, code: (body as { code: string }).code }
    }
    expect(refusal).toEqual({ status: 507, code: 'storage_full' })
    const total = async () =>
      ((await fleet.request('GET', `/api/ml/runs/${run_id}/metrics/loss?max_points=10`)).body as { total: number })
        .total
    await rm(join(inside, 'filler'))
    expect(await total()).toBe(kept * 1000)
    expect((await log(kept)).status).toBe(200)
    expect(await total()).toBe((kept + 1) * 1000)
  })
})

/** Lets every fsync of the server fail from now on, until the answer is called. */
async function breakFsync(fleet: Fleet, context: TestContext): Promise<() => Promise<void>> {
  const calls = 'fsync,fdatasync'
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`]
  const strace = spawn('strace', ['-f', ...inject, '-p', String(fleet.server.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  helpers.push(strace)
  let said = ''
  strace.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const isThere = await Promise.race([once(strace, 'spawn'), once(strace, 'error')]).then(
    ([error]) => error === undefined,
  )
  if (!isThere) context.skip('strace is not here')
  await vi.waitFor(() => expect(said).toMatch(/attached|ptrace/))
  if (/ptrace\(.*not permitted/.test(said)) context.skip('this process may not be traced here')
  return async () => {
    strace.kill('SIGINT')
    await once(strace, 'exit')
  }
}

describe('a disk whose fsync fails', () => {
  it('acknowledges nothing it cannot keep, and keeps all that it acknowledged', async context => {
    const fleet = await start({ serverConcurrency: 0 })
    const before = await fleet.enqueueMany(5)
    const repair = await breakFsync(fleet, context)
    const { acknowledged, refusal } = await enqueueUntilRefused(fleet, n => ({ n }))
    expect(acknowledged).toEqual([])
    expect(refusal.status).toBeGreaterThanOrEqual(500)
    await repair()
    await fleet.replaceServer()
    expect(await found(fleet, before)).toBe(before.length)
    const after = await fleet.enqueueMany(3, n => ({ n }), 'after')
    expect(await found(fleet, after)).toBe(3)
  })
})

describe('a home that is in use', () => {
  it('is refused to a second server, which changes nothing for the first', async () => {
    const fleet = await start()
    const second = startServerProcess({ home: fleet.home, env: { SVC_LOG_LEVEL: 'error' } })
    expect(await second.exited).toMatchObject({ code: 75 })
    expect(second.stderr()).toMatch(/in use by another svc process\..*--home or SVC_HOME/)
    const ids = await fleet.enqueueMany(20)
    expect((await fleet.settled()).states.succeeded).toBe(ids.length)
    expect(violations(await fleet.history())).toEqual([])
  })
})
