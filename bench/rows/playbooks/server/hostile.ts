import { setTimeout as wait } from 'node:timers/promises'
import { medianMs } from '../../../support/load.ts'
import { rssMb } from '../../../support/process.ts'
import { addedAtMost, atMost } from '../../../support/row.ts'
import type { Row } from '../../../support/row.ts'
import { BenchServer, serverPath as path } from './bench-server.ts'

const hostileRuns = 8
const goodRuns = 15
const healthLimitMs = 250
const mostAddedMb = 10

/** Runs whose expressions never end, one after the other, beside a good one. */
export async function hostile(): Promise<Row[]> {
  await using bench = await BenchServer.start()
  await bench.store('good', [{ one: { set: { n: '${ [range(10)] | add }' } } }])
  await bench.store('busy', loop(20, '[range(10)] | length'))
  await bench.store('bad', loop(1000, '[range(1e12)] | length'))
  const good = () => bench.start('good', 30)
  // As much work of the same kind, so that what any work takes counts for nothing.
  for (let n = 0; n < 4 * hostileRuns; n += 1) await bench.start('busy', 30)
  await medianMs(5, good)
  const alone = await medianMs(goodRuns, good)
  const before = rssMb(bench.server.pid)
  for (let n = 0; n < hostileRuns; n += 1) await bench.start('bad')
  const over = new AbortController()
  const health = slowestHealth(bench, over.signal)
  const beside = await medianMs(goodRuns, good)
  over.abort()
  const row = (measure: string, ours: number, unit: string, name: string, value: number) => {
    return { path, measure, ours, unit, beside: { name, value } }
  }
  return [
    atMost(row(`a good run beside ${hostileRuns} with a hostile expression, p50`, beside, 'ms', 'alone', alone), 3),
    atMost(row('the slowest `/healthz` meanwhile', await health, 'ms', 'the limit', healthLimitMs), 1),
    addedAtMost(row('memory of the server meanwhile', rssMb(bench.server.pid), 'MiB', 'before', before), mostAddedMb),
  ]
}

function loop(times: number, program: string): object[] {
  const work = { try: [{ one: { set: { n: `\${ ${program} }` } } }], catch: {} }
  return [{ loop: { for: { in: `[range(${times})]` }, do: [{ work }] } }]
}

async function slowestHealth({ server }: BenchServer, signal: AbortSignal): Promise<number> {
  let slowest = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    await (await fetch(`${server.url}/healthz`)).text()
    slowest = Math.max(slowest, performance.now() - startedAt)
    await wait(50)
  }
  return slowest
}
