import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../../support/load.ts'
import { cpuMs, root, rssMb, startProcess } from '../../support/process.ts'
import type { BenchProcess } from '../../support/process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import type { ReadersOrder, ReadersState } from '../../support/stream-readers.ts'
import { startSvc } from '../../support/svc.ts'

const path = 'open event streams'
const streams = 10_000
const rounds = 3
const eventsARound = 3
const mostLateMs = 20_000
const kilobytesEach = 25

/** A server with ten thousand readers, all in one other process. */
interface Held {
  server: BenchProcess
  readers: ChildProcess
  rssBefore: number
  /** Has one event sent to every stream. */
  publish(): Promise<void>
}

async function ask(readers: ChildProcess, message: ReadersOrder | 'state'): Promise<ReadersState> {
  const answer = once(readers, 'message')
  const ended = once(readers, 'exit').then(() => Promise.reject(new Error('the process with the readers ended')))
  readers.send(message)
  const [state] = (await Promise.race([answer, ended])) as [ReadersState]
  return state
}

async function hold(server: BenchProcess, order: Pick<ReadersOrder, 'path' | 'headers'>, publish: Held['publish']) {
  const readers = fork(`${root}bench/support/stream-readers.ts`)
  const rssBefore = rssMb(server.pid)
  const { hostname: host, port } = new URL(server.url)
  await ask(readers, { ...order, host, port: Number(port), count: streams })
  return { server, readers, rssBefore, publish }
}

/** Events a second apart; CPU of the server for each that came to a reader, in microseconds. */
async function round({ server, readers, publish }: Held): Promise<number> {
  const before = await ask(readers, 'state')
  const cpuBefore = cpuMs(server.pid)
  for (let event = 0; event < eventsARound; event += 1) {
    const next = wait(1000)
    await publish()
    await next
  }
  const wanted = before.frames + streams * eventsARound
  const deadline = performance.now() + mostLateMs
  // A busy machine delivers late; what never comes is an error.
  for (let { frames } = await ask(readers, 'state'); frames < wanted; { frames } = await ask(readers, 'state')) {
    if (performance.now() > deadline) throw new Error(`${wanted - frames} events did not come to their readers`)
    await wait(50)
  }
  return ((cpuMs(server.pid) - cpuBefore) * 1000) / (streams * eventsARound)
}

function heldRow(held: number): Row {
  const beside = { name: 'opened', value: streams }
  const ratio = held / streams
  return { path, measure: 'streams held', ours: held, unit: 'streams', beside, ratio, goal: 'all', met: ratio === 1 }
}

/** Ten thousand streams with an event a second each, beside `node:http` that writes the same bytes. */
export async function eventStreams(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const svc = await startSvc({ env: { SVC_STREAMS_PER_PRINCIPAL: String(streams) } })
  stack.defer(() => svc.stop())
  const headers = { authorization: `Bearer ${svc.key}` }
  const createJob = async () => {
    const answer = await fetch(`${svc.url}/api/jobs`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"kind":"bench.streams"}',
    })
    if (!answer.ok) throw new Error(`no job: ${answer.status} ${await answer.text()}`)
  }
  const ours = await hold(svc, { path: '/api/events', headers }, createJob)
  stack.defer(() => void ours.readers.kill('SIGKILL'))
  await createJob()
  await wait(1000)
  const { sample } = await ask(ours.readers, 'state')

  const raw = await startProcess({
    file: 'bench/peers/http/raw-event-streams.ts',
    path: '/',
    env: { FRAME: sample.slice(sample.indexOf('id: ')).split('\n\n', 1)[0] + '\n\n' },
  })
  stack.defer(() => raw.stop())
  const publishRaw = async () => void (await fetch(`${raw.url}/publish`, { method: 'POST' }))
  const theirs = await hold(raw, { path: '/stream', headers: {} }, publishRaw)
  stack.defer(() => void theirs.readers.kill('SIGKILL'))
  await publishRaw()
  await wait(1000)

  const figures: { ours: number[]; raw: number[] } = { ours: [], raw: [] }
  for (let each = 0; each < rounds; each += 1) {
    figures.ours.push(await round(ours))
    figures.raw.push(await round(theirs))
  }
  const { open, dropped } = await ask(ours.readers, 'state')
  const each = ({ server, rssBefore }: Held) => ((rssMb(server.pid) - rssBefore) * 1024) / streams
  return [
    atMost(
      {
        path,
        measure: `CPU of an event that came to one of ${streams} readers`,
        ours: median(figures.ours),
        unit: 'µs',
        beside: { name: 'raw node:http', value: median(figures.raw) },
      },
      1.3,
    ),
    atMost(
      {
        path,
        measure: `RSS of each of ${streams}; raw node:http has ${each(theirs).toFixed(1)} kB`,
        ours: each(ours),
        unit: 'kB',
        beside: { name: 'the goal', value: kilobytesEach },
      },
      1,
    ),
    heldRow(open - dropped),
  ]
}
