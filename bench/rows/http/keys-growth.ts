import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { interleave } from '../../support/load.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const keys = 100_000

interface Registry {
  tables: { api_keys: Record<string, unknown>[] }
}

/** An authenticated request with 100,000 API keys in the registry of the home. */
export async function keysGrowth(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-keys-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await (await startSvc({ folder })).stop()
  await addKeys(join(folder, 'home/control_plane/registry.json'))
  const many = await startSvc({ folder, env: { SVC_KEYS_PER_PERSON: String(2 * keys) } })
  stack.defer(() => many.stop())
  const few = await startSvc()
  stack.defer(() => few.stop())
  const target = ({ url, pid, key }: SvcServer) => ({
    url: `${url}/api/auth/me`,
    pid,
    method: 'GET' as const,
    headers: { authorization: `Bearer ${key}` },
  })
  const shape = { count: 3000, rounds: 5, connections: 4, warmUp: 3000 }
  const results = await interleave({ many: target(many), few: target(few) }, shape)
  return [
    atMost(
      {
        path: 'authenticated JSON route, growth',
        measure: `CPU a request, ${keys.toLocaleString('en')} API keys in the home's registry`,
        ours: results.many.cpuMsPerOperation,
        unit: 'ms',
        beside: { name: '1 key', value: results.few.cpuMsPerOperation },
      },
      1.1,
    ),
  ]
}

/** Others like the one that is there, whose secrets nobody has. */
async function addKeys(path: string): Promise<void> {
  const registry = JSON.parse(await readFile(path, 'utf8')) as Registry
  const [one] = registry.tables.api_keys
  if (!one) throw new Error('the registry has no key to make others of')
  const ids = createIds(systemClock)
  const idStart = String(one['id']).split('_')[0] ?? ''
  for (let index = 1; index < keys; index += 1)
    registry.tables.api_keys.push({
      ...one,
      id: ids.create(idStart),
      secret_hash: createHash('sha256').update(String(index)).digest('hex'),
    })
  await writeFile(path, JSON.stringify(registry))
}
