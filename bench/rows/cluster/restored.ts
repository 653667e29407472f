import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RestoreFigures } from '../../peers/cluster/restore.ts'
import { keysOf } from '../../../test/contract/objects/open-test-store.ts'
import { startFakeS3 } from '../../../test/support/servers/s3/fake-s3.ts'
import { startPostgres } from '../../../test/support/storage/postgres.ts'
import { median } from '../../support/load.ts'
import { runQueue } from '../../support/queue-process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { path } from './bench-installation.ts'

const rounds = 3
const goalMbPerSecond = 100

/** A workspace of some 200 MB is brought to an empty home, from a folder and from a bucket beside it. */
export async function restored(): Promise<Row[]> {
  const server = await startPostgres({ isDurable: true })
  const s3 = await startFakeS3()
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-objects-'))
  const places = {
    'a folder': { CONTENT_URL: pathToFileURL(folder).href, KEYS: 'null' },
    'a bucket': { CONTENT_URL: s3.contentUrl(), KEYS: JSON.stringify(keysOf(s3)) },
  }
  const times: Record<string, number[]> = {}
  let databases = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, env] of Object.entries(places)) {
        const DATABASE_URL = await server.createDatabase(`restored_${(databases += 1)}`)
        const { ms, megabytes } = await runQueue<RestoreFigures>('bench/peers/cluster/restore.ts', {
          ...env,
          DATABASE_URL,
        })
        ;(times[name] ??= []).push((ms / megabytes) * 100)
      }
    }
  } finally {
    await s3.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const beside = { name: `the goal: ${goalMbPerSecond} MB a second`, value: 100_000 / goalMbPerSecond }
  return Object.entries(times).map(([name, taken]) =>
    atMost({ path, measure: `restore of 100 MB from ${name}`, ours: median(taken), unit: 'ms', beside }, 1),
  )
}
