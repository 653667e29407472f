import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/support/servers/local-server.ts'
import { median } from '../support/load.ts'
import { rssMb, startProcess } from '../support/process.ts'
import { atMost } from '../support/row.ts'
import type { Row } from '../support/row.ts'
import { makeManifests, serverMain } from '../support/svc.ts'

const rounds = 15

async function once(
  file: string,
  path: string,
  env: (port: number) => Record<string, string>,
): Promise<{ readyMs: number; rss: number }> {
  const port = await freePort()
  const server = await startProcess({ file, port, path, env: env(port) })
  const rss = rssMb(server.pid)
  await server.stop()
  return { readyMs: server.readyMs, rss }
}

function emptyNode(): number {
  const started = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - started
}

/**
 * From spawn of what `npm start` runs, the fresh build below `dist/`, to its first answer, on a home that has been started
 * before, beside bare fastify and an empty Node.
 */
export async function boot(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-boot-'))
  const homeWith = async (apps: number): Promise<(port: number) => Record<string, string>> => {
    const manifests = join(folder, `manifests-${apps}`)
    await makeManifests(
      manifests,
      Array.from({ length: apps }, (_, index) => `app-${index}`),
    )
    return port => ({
      SVC_HOME: join(folder, `home-${apps}`),
      SVC_PORT: String(port),
      SVC_MANIFESTS: manifests,
      SVC_LOG_LEVEL: 'error',
    })
  }
  try {
    const main = await serverMain()
    const few = await homeWith(3)
    const many = await homeWith(1000)
    const svc = { readyMs: [] as number[], rss: [] as number[] }
    const fastify = { readyMs: [] as number[], rss: [] as number[] }
    const thousand: number[] = []
    const empty: number[] = []
    for (let round = -1; round < rounds; round++) {
      const ours = await once(main, '/readyz', few)
      const bare = await once('bench/peers/http/bare-fastify.ts', '/', () => ({}))
      const crowded = await once(main, '/readyz', many)
      const nothing = emptyNode()
      // The first round writes the homes and the compile cache.
      if (round < 0) continue
      svc.readyMs.push(ours.readyMs)
      svc.rss.push(ours.rss)
      fastify.readyMs.push(bare.readyMs)
      fastify.rss.push(bare.rss)
      thousand.push(crowded.readyMs)
      empty.push(nothing)
    }
    const ready = median(svc.readyMs)
    return [
      atMost(
        {
          path: 'boot of dist/ to ready',
          measure: 'spawn to first answer',
          ours: ready,
          unit: 'ms',
          beside: { name: 'bare fastify', value: median(fastify.readyMs) },
        },
        1.4,
      ),
      atMost(
        {
          path: 'boot of dist/ to ready',
          measure: 'spawn to first answer',
          ours: ready,
          unit: 'ms',
          beside: { name: 'node -e 0', value: median(empty) },
        },
        3,
      ),
      atMost(
        {
          path: 'boot of dist/ to ready',
          measure: 'RSS when ready',
          ours: median(svc.rss),
          unit: 'MB',
          beside: { name: 'bare fastify', value: median(fastify.rss) },
        },
        1.2,
      ),
      atMost(
        {
          path: 'boot of dist/, 1,000 agent apps',
          measure: 'spawn to first answer',
          ours: median(thousand),
          unit: 'ms',
          beside: { name: '3 agent apps', value: ready },
        },
        1.5,
      ),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
