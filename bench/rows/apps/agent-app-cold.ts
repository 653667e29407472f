import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, median } from '../../support/load.ts'
import type { LoadTarget } from '../../support/load.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const appsARound = 20
const rounds = 3
const names = Array.from({ length: appsARound * rounds + 1 }, (_, index) => `cold-${index}`)

function target(svc: SvcServer, name: string): LoadTarget {
  return {
    url: `${svc.url}/api/agent-apps/${name}/run`,
    pid: svc.pid,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${svc.key}` },
    body: JSON.stringify({ inputs: { text: 'hello' } }),
  }
}

function rawIsolates(): number {
  const child = spawnSync(process.execPath, ['--no-node-snapshot', 'bench/peers/apps/raw-isolate.ts'], {
    encoding: 'utf8',
  })
  return median(JSON.parse(child.stdout) as number[])
}

/** The first run of an app since the server started, its compiled code on disk, beside a bare isolate's whole life. */
export async function agentAppCold(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-cold-'))
  try {
    const first = await startSvc({ folder, apps: names })
    for (const name of names) await load(target(first, name), 1)
    await first.stop()
    const second = await startSvc({ folder, apps: names })
    const ours: number[] = []
    const raw: number[] = []
    // The first one also starts a host.
    await load(target(second, names[0] ?? ''), 1)
    for (let round = 0; round < rounds; round++) {
      for (const name of names.slice(1 + round * appsARound, 1 + (round + 1) * appsARound))
        ours.push((await load(target(second, name), 1)).p50Ms)
      raw.push(rawIsolates())
    }
    await second.stop()
    return [
      atMost(
        {
          path: 'agent-app run, cold',
          measure: 'p50 of first runs',
          ours: median(ours),
          unit: 'ms',
          beside: { name: 'raw new isolate, context, run', value: median(raw) },
        },
        2.5,
      ),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
