import { interleave } from '../../support/load.ts'
import { addedAtMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { ask, BenchInstallation, ownerFirst, path } from './bench-installation.ts'

const settings = { count: 1500, rounds: 5, warmUp: 1000 }

/** The same requests of the same workspace, sent to its owner and to the other server. */
export async function forwarded(): Promise<Row[]> {
  await using installation = await BenchInstallation.start()
  const first = await installation.serve('first')
  const second = await installation.serve('second')
  const [owner, other] = await ownerFirst([first, second])
  if (owner === undefined || other === undefined) throw new Error('there are two servers')
  const note = JSON.stringify({ title: 'a note', body: 'of the bench' })
  for (let n = 0; n < 20; n += 1) await (await ask(owner, 'POST', '/api/workspace/notes', JSON.parse(note))).text()
  const target = (at: typeof owner, method: 'GET' | 'POST', route: string) => ({
    ...{ url: at.url + route, pid: at.pid, method },
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: note }),
  })
  const times = await interleave(
    {
      read: target(owner, 'GET', '/api/workspace/notes?limit=5'),
      readThrough: target(other, 'GET', '/api/workspace/notes?limit=5'),
      write: target(owner, 'POST', '/api/workspace/notes'),
      writeThrough: target(other, 'POST', '/api/workspace/notes'),
    },
    settings,
  )
  const row = (measure: string, ours: number, value: number) => {
    return { path, measure, ours, unit: 'ms', beside: { name: 'at the owner', value } }
  }
  return [
    addedAtMost(row('a request that is sent on, reading, p50', times.readThrough.p50Ms, times.read.p50Ms), 1),
    addedAtMost(row('a request that is sent on, writing, p50', times.writeThrough.p50Ms, times.write.p50Ms), 1),
  ]
}
