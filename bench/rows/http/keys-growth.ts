import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { startPostgres } from '../../../test/support/storage/postgres.ts'
import { interleave } from '../../support/load.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const keys = 100_000

interface Registry {
  tables: { api_keys: Record<string, unknown>[] }
}

const env = { SVC_KEYS_PER_PERSON: String(2 * keys) }

/** An authenticated request with 100,000 API keys in the registry of the home, and in PostgreSQL. */
export async function keysGrowth(): Promise<Row[]> {
  return [...(await inRegistry()), ...(await inPostgres())]
}

async function inRegistry(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-keys-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await (await startSvc({ folder })).stop()
  await addKeys(join(folder, 'home/control_plane/registry.json'))
  const many = await startSvc({ folder, env })
  stack.defer(() => many.stop())
  const few = await startSvc()
  stack.defer(() => few.stop())
  return [await compared(many, few, "in the home's registry")]
}

async function inPostgres(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const postgres = await startPostgres()
  stack.defer(() => postgres.stop())
  const databases = [await postgres.createDatabase('many'), await postgres.createDatabase('few')]
  const [many, few] = await Promise.all(databases.map(DATABASE_URL => startSvc({ env: { ...env, DATABASE_URL } })))
  if (many === undefined || few === undefined) throw new Error('there are two servers')
  stack.defer(async () => void (await Promise.all([many.stop(), few.stop()])))
  const client = new pg.Client(databases[0])
  await client.connect()
  await client.query(
    `INSERT INTO svc.api_keys SELECT id || '-' || n, workspace_id, user_id, name, prefix, md5(n::text), scopes, created_at, expires_at, last_used_at, limits
     FROM svc.api_keys, generate_series(2, $1) AS n`,
    [keys],
  )
  await client.query('ANALYZE svc.api_keys')
  await client.end()
  return [await compared(many, few, 'in PostgreSQL')]
}

async function compared(many: SvcServer, few: SvcServer, where: string): Promise<Row> {
  const target = ({ url, pid, key }: SvcServer) => ({
    url: `${url}/api/auth/me`,
    pid,
    method: 'GET' as const,
    headers: { authorization: `Bearer ${key}` },
  })
  const shape = { count: 3000, rounds: 5, connections: 4, warmUp: 3000 }
  const results = await interleave({ many: target(many), few: target(few) }, shape)
  return atMost(
    {
      path: 'authenticated JSON route, growth',
      measure: `CPU a request, ${keys.toLocaleString('en')} API keys ${where}`,
      ours: results.many.cpuMsPerOperation,
      unit: 'ms',
      beside: { name: '1 key', value: results.few.cpuMsPerOperation },
    },
    1.1,
  )
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
