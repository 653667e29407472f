import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../../../support/load.ts'
import { addedAtMost } from '../../../support/row.ts'
import type { Row } from '../../../support/row.ts'
import { BenchServer, serverPath as path } from './bench-server.ts'

const runs = 100
/** As many as a workspace may have in flight. */
const inFlight = 16
// After a third crash a task faults.
const rounds = 2

/** Runs whose step hangs, as many in flight as may be; the server is killed, and another one begins. */
export async function killed(): Promise<Row[]> {
  await using bench = await BenchServer.start()
  await bench.store('hangs', [{ hang: bench.post('/hang') }])
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await bench.kill()
    bare.push(await bench.begin())
  }
  const begun = new Map<string, number>()
  bench.onRequest = request => void begun.set(String(request.headers['idempotency-key']), performance.now())
  for (let n = 0; n < runs; n += 1) await bench.start('hangs')
  await until(() => begun.size >= inFlight)
  const keys = [...begun.keys()]
  const ready: number[] = []
  const after: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await bench.kill()
    begun.clear()
    ready.push(await bench.begin())
    const readyAt = performance.now()
    await until(() => begun.size >= inFlight)
    if (keys.some(key => !begun.has(key))) throw new Error('A run that was not in flight began before one that was.')
    after.push(Math.max(0, ...keys.map(key => (begun.get(key) ?? 0) - readyAt)))
  }
  const measure = `kill -9 with ${runs} runs under way: from the start to the last of ${inFlight} in flight again`
  const ours = Math.max(...ready.map((at, round) => at + (after[round] ?? 0))) / 1000
  const beside = { name: 'a bare start', value: median(bare) / 1000 }
  return [addedAtMost({ path, measure, ours, unit: 's', beside }, 2)]
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await wait(5)
}
