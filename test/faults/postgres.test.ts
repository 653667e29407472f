import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'
import { Fleet } from './fleet.ts'
import { violations } from './history.ts'

const rounds = Number(process.env['FAULT_ROUNDS'] ?? 8)

let postgres: TestPostgres
let databases = 0
const fleets: Fleet[] = []

beforeAll(async () => {
  postgres = await startPostgres()
})
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop()
})
afterAll(() => postgres.stop())

async function start(): Promise<Fleet> {
  const fleet = await Fleet.start({
    env: { DATABASE_URL: await postgres.createDatabase(`faults_${(databases += 1)}`) },
  })
  fleets.push(fleet)
  return fleet
}

/** One round after the other: PostgreSQL restarts, a worker dies, the server dies. */
async function strike(fleet: Fleet, round: number): Promise<void> {
  if (round % 3 === 0) {
    await postgres.halt()
    await wait(200)
    await postgres.resume()
  } else if (round % 3 === 1) {
    await fleet.workers.find(worker => worker.isRunning)?.kill()
    fleet.startWorker()
  } else await fleet.replaceServer()
}

describe('workers on PostgreSQL', () => {
  it(`keep every promise while it restarts and they are killed, over ${rounds} rounds`, async () => {
    const fleet = await start()
    const stop = new AbortController()
    const client = fleet.claimAndComplete('elsewhere', stop.signal)
    fleet.startWorker()
    fleet.startWorker()
    const enqueued = fleet.enqueueMany(rounds * 40, n => ({ n, ms: n % 10 }))
    for (let round = 0; round < rounds; round += 1) {
      await wait(400)
      await strike(fleet, round)
    }
    const ids = await enqueued
    const stats = await fleet.settled()
    stop.abort()
    await client
    const history = await fleet.history()
    expect(violations(history)).toEqual([])
    expect(stats.states).toEqual({ queued: 0, running: 0, succeeded: ids.length, cancelled: 0, dead: 0 })
  }, 240_000)
})
