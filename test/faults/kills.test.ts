import { afterEach, describe, expect, it } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import type { FaultPoint } from '../support/programs/fault-points.ts'
import { Fleet } from './fleet.ts'
import { violations } from './history.ts'

const rounds = Number(process.env['FAULT_ROUNDS'] ?? 20)
const seed = Number(process.env['FAULT_SEED'] ?? 1)
const fleets: Fleet[] = []

async function start(options?: Parameters<typeof Fleet.start>[0]): Promise<Fleet> {
  const fleet = await Fleet.start(options)
  fleets.push(fleet)
  return fleet
}

afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop()
})

/** Numbers in 0..1 that come again with the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const touching = {
  enqueue: 'INSERT INTO kernel_jobs',
  claim: "SET state = 'running'",
  success: "SET state = 'succeeded'",
  event: 'INSERT INTO kernel_events',
}
const points: FaultPoint[] = Object.values(touching).flatMap(part =>
  (['before-commit', 'after-commit'] as const).map(at => ({ touching: part, at, nth: 5 })),
)

describe('a server that is killed', () => {
  it('before and after the commit of an enqueue, a claim, a success and an event loses nothing', async () => {
    const fleet = await start()
    const stop = new AbortController()
    const worker = fleet.claimAndComplete('elsewhere', stop.signal)
    const ids: string[] = []
    const unanswered: Promise<void>[] = []
    for (const [round, fault] of points.entries()) {
      await fleet.replaceServer({ kill: round === 0, fault })
      const enqueued = fleet.enqueueMany(20, n => ({ n: round * 100 + n, ms: 2 }), `round-${round}`)
      expect(await fleet.server.exited, JSON.stringify(fault)).toMatchObject({ signal: 'SIGKILL' })
      unanswered.push(enqueued.then(made => void ids.push(...made)))
    }
    await fleet.replaceServer({ kill: false })
    await Promise.all(unanswered)
    await fleet.settled()
    stop.abort()
    await worker
    const history = await fleet.history()
    expect(violations(history)).toEqual([])
    expect(history.jobs.map(job => job.job_id).sort()).toEqual([...ids].sort())
    expect(new Set(ids).size).toBe(points.length * 20)
  }, 120_000)

  it('by its own job each time lets that job end in dead, with the reason', async () => {
    const fleet = await start({ serverConcurrency: 1 })
    const id = await fleet.enqueue({ kind: 'faults.deadly' }, 'deadly')
    await fleet.server.exited
    // The job may begin, and end the server, before it has said that it is ready.
    await fleet.startServer().catch(() => undefined)
    await fleet.server.exited
    await fleet.startServer()
    await fleet.settled()
    const { body } = await fleet.request('GET', `/api/jobs/${id}`)
    const error = { message: expect.stringMatching(/lease|ended/) as string }
    expect(body).toMatchObject({ state: 'dead', attempt: 2, error })
    expect(violations(await fleet.history())).toEqual([])
  })
})

describe('workers and servers that are killed at random', () => {
  it(`keep every promise over ${rounds} rounds (FAULT_SEED=${seed})`, async () => {
    const random = randomFrom(seed)
    const fleet = await start()
    const stop = new AbortController()
    const clients = ['c1', 'c2'].map(name => fleet.claimAndComplete(name, stop.signal))
    const workers = [fleet.startWorker(), fleet.startWorker()]
    const enqueued = fleet.enqueueMany(rounds * 40, n => ({ n, ms: n % 10 }))
    for (let round = 0; round < rounds; round += 1) {
      await wait(100 + 400 * random())
      const victim = Math.floor(random() * 3)
      if (victim === 0) await fleet.replaceServer()
      else {
        await workers[victim - 1]?.kill()
        workers[victim - 1] = fleet.startWorker()
      }
    }
    const ids = await enqueued
    const stats = await fleet.settled()
    stop.abort()
    await Promise.all(clients)
    const history = await fleet.history()
    expect(violations(history)).toEqual([])
    expect(stats.states).toEqual({ queued: 0, running: 0, succeeded: ids.length, cancelled: 0, dead: 0 })
  }, 240_000)
})
