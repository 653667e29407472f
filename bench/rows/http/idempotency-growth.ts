import { Agent, request } from 'undici'
import { cpuMs } from '../../support/process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const requests = 30_000
/** As many at the beginning and at the end are compared, after some that warm up. */
const compared = 1000
const warmUp = 2000
const connections = 8

/** Notes made with an `Idempotency-Key` each, whose answers the workspace keeps: the last of 30,000. */
export async function idempotencyGrowth(): Promise<Row[]> {
  const server = await startSvc({ env: { SVC_LOG_LEVEL: 'error' } })
  const dispatcher = new Agent({ connections, pipelining: 1 })
  const marks: number[] = []
  try {
    for (let from = 0; from < requests; from += compared) {
      marks.push(cpuMs(server.pid))
      await make(server, dispatcher, from)
    }
    marks.push(cpuMs(server.pid))
  } finally {
    await dispatcher.close()
    await server.stop()
  }
  const cpuFrom = (begin: number): number => ((marks[begin + 1] ?? NaN) - (marks[begin] ?? NaN)) / compared
  const beside = { name: `the first ${compared}, warm`, value: cpuFrom(warmUp / compared) }
  const path = `a note made with an Idempotency-Key, ${requests.toLocaleString('en')} of them`
  const measure = `CPU of a request, the last ${compared} of them`
  return [atMost({ path, measure, ours: cpuFrom(requests / compared - 1), unit: 'ms', beside }, 1.2)]
}

async function make({ url, key }: SvcServer, dispatcher: Agent, from: number): Promise<void> {
  let next = from
  const lane = async (): Promise<void> => {
    for (let index = next++; index < from + compared; index = next++) {
      const answer = await request(`${url}/api/workspace/notes`, {
        dispatcher,
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `note-${index}`,
        },
        body: JSON.stringify({ title: `note ${index}`, body: 'of the bench' }),
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 201) throw new Error(`a note was answered ${answer.statusCode}: ${text.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
}
