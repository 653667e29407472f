import { load } from '../../support/load.ts'
import { childPids, rssMb } from '../../support/process.ts'
import { addedAtMost, atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'

const path = 'agent-app run, 500 in a row'

function hostsMb(pid: number): number {
  return Math.max(...childPids(pid).map(rssMb))
}

/** What 500 runs leave behind in the server and in its largest child. */
export async function agentAppMany(): Promise<Row[]> {
  const svc = await startSvc()
  try {
    const target = {
      url: `${svc.url}/api/agent-apps/trivial/run`,
      pid: svc.pid,
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${svc.key}` },
      body: JSON.stringify({ inputs: { text: 'hello' } }),
    }
    await load(target, 100)
    const before = { server: rssMb(svc.pid), hosts: hostsMb(svc.pid) }
    await load(target, 500)
    const after = { server: rssMb(svc.pid), hosts: hostsMb(svc.pid) }
    return [
      addedAtMost(
        {
          path,
          measure: 'RSS of the server',
          ours: after.server,
          unit: 'MB',
          beside: { name: 'before them', value: before.server },
        },
        10,
      ),
      atMost(
        {
          path,
          measure: 'RSS of the largest host',
          ours: after.hosts,
          unit: 'MB',
          beside: { name: 'before them', value: before.hosts },
        },
        1.1,
      ),
    ]
  } finally {
    await svc.stop()
  }
}
