import { messageOf } from '@svc/plugin'
import { median } from '../support/load.ts'
import { peerCheckout } from '../support/peer-checkout.ts'
import { cpuMs, root } from '../support/process.ts'
import { atMost } from '../support/row.ts'
import type { Row } from '../support/row.ts'
import { startSvc } from '../support/svc.ts'
import type { SvcServer } from '../support/svc.ts'

/** The last one before turns were made cheaper, of 2026-11-22. */
const before = '26f642d'
const rounds = 5
const turnsARound = 150
const turnsAConversation = 10
const question = 'How many seats do 17 tables of 6 have, and what would 18 of them have?'

/** CPU of a turn of the agent: svc/offline answers, all built-in tools are offered, none is called. Both from their sources. */
export async function turn(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  let peer: string
  try {
    peer = await peerCheckout(before)
  } catch (error) {
    process.stderr.write(`turn: ${messageOf(error)}\n`)
    return []
  }
  const start = async (sources: string) => {
    const server = await startSvc({ sources })
    stack.defer(() => server.stop())
    await turns(server, turnsARound)
    return { server, figures: [] as number[] }
  }
  const ours = await start(root)
  const theirs = await start(peer)
  for (let round = 0; round < rounds; round += 1)
    for (const { server, figures } of [ours, theirs]) figures.push(await turns(server, turnsARound))
  return [
    atMost(
      {
        path: 'agent turn, offline model',
        measure: 'CPU of a turn, all built-in tools offered',
        ours: median(ours.figures),
        unit: 'ms',
        beside: { name: `commit ${before}`, value: median(theirs.figures) },
      },
      0.6,
    ),
  ]
}

/** Asks one question after the other; the CPU of each in milliseconds. */
async function turns(server: SvcServer, count: number): Promise<number> {
  const started = cpuMs(server.pid)
  let conversation = ''
  for (let asked = 0; asked < count; asked += 1) {
    if (asked % turnsAConversation === 0)
      conversation = (await post<{ id: string }>(server, '/api/conversations', { title: 'Bench' })).id
    await post(server, `/api/conversations/${conversation}/messages`, { message: question })
  }
  return (cpuMs(server.pid) - started) / count
}

async function post<T>(server: SvcServer, path: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
