/** `npm run bench [-- name …]`: every figure beside its peer or limit, measured in this run, on this machine. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { inspect } from 'node:util'
import { messageOf } from '@svc/plugin'
import { openTemporaryFolder } from '../test/support/temporary-folder.ts'
import { table } from './support/row.ts'
import type { Row } from './support/row.ts'

const benches: Record<string, () => Promise<Row[]>> = {
  'agent-app-hot': async () => (await import('./rows/apps/agent-app-hot.ts')).agentAppHot(),
  'agent-app-cold': async () => (await import('./rows/apps/agent-app-cold.ts')).agentAppCold(),
  'agent-app-many': async () => (await import('./rows/apps/agent-app-many.ts')).agentAppMany(),
  'json-route': async () => (await import('./rows/http/json-route.ts')).jsonRoute(),
  'event-streams': async () => (await import('./rows/http/event-streams.ts')).eventStreams(),
  memory: async () => (await import('./rows/data/memory.ts')).memory(),
  data: async () => (await import('./rows/data/data.ts')).data(),
  'data-growth': async () => (await import('./rows/data/data-growth.ts')).dataGrowth(),
  'keys-growth': async () => (await import('./rows/http/keys-growth.ts')).keysGrowth(),
  'workspaces-growth': async () => (await import('./rows/home/workspaces-growth.ts')).workspacesGrowth(),
  'idempotency-growth': async () => (await import('./rows/http/idempotency-growth.ts')).idempotencyGrowth(),
  'deep-pages': async () => (await import('./rows/http/deep-pages.ts')).deepPages(),
  starvation: async () => (await import('./rows/http/starvation.ts')).starvation(),
  gateway: async () => (await import('./rows/http/gateway.ts')).gateway(),
  'queue-postgres': async () => (await import('./rows/queue/queue-postgres.ts')).queuePostgres(),
  commands: async () => (await import('./rows/commands.ts')).commandsRow(),
  'fresh-start': async () => (await import('./rows/fresh-start.ts')).freshStart(),
  boot: async () => (await import('./rows/boot.ts')).boot(),
  'queue-sqlite': async () => (await import('./rows/queue/queue-sqlite.ts')).queueSqlite(),
  'queue-workers': async () => (await import('./rows/queue/queue-workers.ts')).queueWorkers(),
  'memory-embed': async () => (await import('./rows/data/memory-embed.ts')).memoryEmbed(),
  'memory-add': async () => (await import('./rows/data/memory-add.ts')).memoryAdd(),
  'memory-search': async () => (await import('./rows/data/memory-search.ts')).memorySearch(),
  'memory-search-million': async () => (await import('./rows/data/memory-search-million.ts')).memorySearchMillion(),
  export: async () => (await import('./rows/data/export.ts')).exportRow(),
  ml: async () => (await import('./rows/data/ml.ts')).ml(),
  mlflow: async () => (await import('./rows/ml/mlflow.ts')).mlflow(),
  statistics: async () => (await import('./rows/data/statistics.ts')).statistics(),
  sdk: async () => (await import('./rows/sdk/sdk.ts')).sdk(),
  'web-shell': async () => (await import('./rows/web/shell.ts')).shell(),
  'web-chat': async () => (await import('./rows/web/chat.ts')).chat(),
  'web-grid': async () => (await import('./rows/web/grid.ts')).grid(),
  'web-live-list': async () => (await import('./rows/web/live-list.ts')).liveList(),
  cluster: async () => (await import('./rows/cluster/cluster.ts')).cluster(),
  'cluster-restore': async () => (await import('./rows/cluster/restored.ts')).restored(),
  'cluster-growth': async () => (await import('./rows/cluster/growth.ts')).growth(),
  turn: async () => (await import('./rows/turn.ts')).turn(),
  transcript: async () => (await import('./rows/data/transcript.ts')).transcript(),
  research: async () => (await import('./rows/data/research.ts')).research(),
  'export-signing': async () => (await import('./rows/data/export-signing.ts')).exportSigning(),
  playbooks: async () => (await import('./rows/playbooks/playbooks.ts')).playbooks(),
  'queue-sqlite-growth': async () => (await import('./rows/queue/queue-sqlite-growth.ts')).queueSqliteGrowth(),
}

const asked = process.argv.slice(2)
const unknown = asked.filter(name => benches[name] === undefined)
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.\n`)
  process.exit(2)
}

const rows: Row[] = []
const runs: { name: string; seconds: number; load: number; failed?: string }[] = []
// On the disk: what a row promises to store waits for it.
const removeTemporary = await openTemporaryFolder({ mayBeMemory: false })
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    await runOne(name, bench)
  }
} finally {
  await removeTemporary()
}
process.stdout.write(`${table(rows)}\n`)
for (const row of rows.filter(each => !each.met)) {
  process.stdout.write(
    `missed: ${row.path}, ${row.measure}: ${row.ratio.toFixed(2)}x beside ${row.beside.name}, the goal is ${row.goal}\n`,
  )
}
const failed = runs.filter(run => run.failed !== undefined)
for (const { name, failed: why } of failed) process.stdout.write(`failed: ${name}: ${why}\n`)
const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: import.meta.dirname, encoding: 'utf8' })
const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown' }
await writeFile(
  new URL('./results.json', import.meta.url),
  `${JSON.stringify({ at: new Date().toISOString(), commit: commit.trim(), machine, runs, rows }, null, 2)}\n`,
)
if (failed.length > 0) process.exitCode = 1

/** A bench that fails keeps the figures of the others: a whole table takes more than an hour. */
async function runOne(name: string, bench: () => Promise<Row[]>): Promise<void> {
  const load = loadavg()[0] ?? 0
  process.stderr.write(`${name} … (load ${load.toFixed(1)})\n`)
  const started = performance.now()
  const run: (typeof runs)[number] = { name, seconds: 0, load }
  try {
    const made = await bench()
    rows.push(...made)
    process.stderr.write(`${table(made)}\n`)
  } catch (error) {
    run.failed = messageOf(error)
    process.stderr.write(`${name} failed: ${inspect(error)}\n`)
  }
  run.seconds = Math.round((performance.now() - started) / 1000)
  runs.push(run)
}
