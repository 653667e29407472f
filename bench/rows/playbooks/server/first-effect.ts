import { setTimeout as wait } from 'node:timers/promises'
import { median, medianMs } from '../../../support/load.ts'
import { atMost } from '../../../support/row.ts'
import type { Row } from '../../../support/row.ts'
import { rawCommits } from '../bench-runs.ts'
import { BenchServer, serverPath as path } from './bench-server.ts'

const warmUps = 5
const rounds = 40

/** From `POST /api/playbooks/runs` until the first request of the run comes in outside. */
export async function firstEffect(): Promise<Row[]> {
  await using bench = await BenchServer.start()
  await bench.store('effect', [{ go: bench.post('/go') }])
  let arrived = Promise.withResolvers<number>()
  bench.onRequest = (_request, response) => {
    arrived.resolve(performance.now())
    response.end()
  }
  using raw = rawCommits(`${bench.folder}/raw.sqlite`)
  const times = { ours: [] as number[], beside: [] as number[] }
  for (let round = -warmUps; round < rounds; round += 1) {
    arrived = Promise.withResolvers()
    const startedAt = performance.now()
    await bench.start('effect')
    const ours = (await arrived.promise) - startedAt
    const route = await medianMs(1, () => bench.ask('GET', '/api/auth/me'))
    const beside = route + 2 * raw.commit(1)
    // The run before ends meanwhile.
    await wait(20)
    if (round < 0) continue
    times.ours.push(ours)
    times.beside.push(beside)
  }
  const beside = { name: 'authenticated JSON route + 2 raw commits', value: median(times.beside) }
  return [atMost({ path, measure: 'POST to its first effect, p50', ours: median(times.ours), unit: 'ms', beside }, 2)]
}
