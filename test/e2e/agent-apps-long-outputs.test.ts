import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DataPlane } from '@svc/plugin'
import { RunStore } from '../../plugins/agent-apps/runs/run-store.ts'
import type { StoredRun } from '../../plugins/agent-apps/runs/run-store.ts'
import firstMigration from '../../plugins/agent-apps/migrations/0001-runs.ts'
import triggerMigration from '../../plugins/agent-apps/migrations/0002-run-trigger.ts'
import playbookMigration from '../../plugins/agent-apps/migrations/0004-playbook-runs.ts'
import partsMigration from '../../plugins/agent-apps/migrations/0003-long-outputs.ts'
import { openTestPlanes } from '../rooms/planes.ts'
import type { TestPlanes } from '../rooms/planes.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startTestSandbox } from '../support/sandbox.ts'
import { ManifestsFolder, startWithApps } from './agent-apps-support.ts'

const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: `Bär ${index} – "x"\n`, n: index / 7 }))
const output = { rows, text: 'ü'.repeat(700_000) }
const makeOutput =
  'const rows = Array.from({ length: 20000 }, (_, i) => ({ id: i, name: `Bär ${i} – "x"\\n`, n: i / 7 })); return { rows, text: "ü".repeat(700000) }'
const bytes = Buffer.byteLength(JSON.stringify(output))

describe('a run with an output of megabytes', () => {
  let apps: ManifestsFolder
  let kernel: TestKernel
  beforeAll(async () => {
    apps = await ManifestsFolder.create()
    kernel = await startWithApps(apps)
    await apps.drop('large', makeOutput, { limits: { output_bytes: 4_000_000 } })
    await apps.drop('typed', makeOutput, {
      limits: { output_bytes: 4_000_000 },
      outputs: { type: 'object', properties: { text: { type: 'number' } } },
    })
    await apps.drop(
      'deep',
      'let deep: unknown = "x".repeat(500000); for (let i = 0; i < 130; i++) deep = [deep]; return deep',
      {
        limits: { output_bytes: 4_000_000 },
      },
    )
  })
  afterAll(async () => {
    await kernel?.stop()
    await apps?.delete()
  })
  const run = (name: string, headers: Record<string, string> = {}) =>
    kernel.request('POST', `/api/agent-apps/${name}/run`, { body: { inputs: {} }, headers })

  test('is answered, kept and listed as any other', async () => {
    const { status, body, headers } = await run('large')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toMatchObject({ app: 'large', status: 'succeeded', error: null, logs: [], output })
    const path = `/api/agent-apps/runs/${body.run_id}`
    const shown = await kernel.request('GET', path)
    expect(shown.body).toEqual(body)
    const etag = shown.headers.get('etag') ?? ''
    expect((await kernel.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const [listed] = (await kernel.request('GET', '/api/agent-apps/runs?app=large')).body.items
    expect(listed).toMatchObject({ run_id: body.run_id, output_bytes: bytes })
    expect(Object.keys(listed)).not.toContain('parts_bytes')
  })

  test('is done once for one Idempotency-Key', async () => {
    const first = await run('large', { 'idempotency-key': 'one' })
    const again = await run('large', { 'idempotency-key': 'one' })
    expect(first.body.output).toEqual(output)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })

  test('is compared with the schema of the app, and its JSON with the rules', async () => {
    expect(await run('typed')).toMatchObject({ status: 422, body: { code: 'agent_app_output_invalid' } })
    const { status, body } = await run('deep')
    expect([status, body.code, body.error.message]).toEqual([
      422,
      'agent_app_output_invalid',
      'The output is nested deeper than 128 levels.',
    ])
  })
})

test('the sandbox answers a long output with the bytes that the app wrote', async () => {
  const sandbox = await startTestSandbox()
  try {
    const main = `import { defineAgentApp } from '@svc/sdk/agent-app'\nexport default defineAgentApp({ run: () => ({ text: 'ü'.repeat(300_000) }) })`
    const outcome = await sandbox.run(main, { limits: { output_bytes: 4_000_000 } })
    expect(outcome).toMatchObject({ status: 'succeeded', output: { text: 'ü'.repeat(300_000) } })
    const json = outcome.status === 'succeeded' ? outcome.output_json : undefined
    expect(Buffer.from(json ?? []).toString()).toBe(JSON.stringify({ text: 'ü'.repeat(300_000) }))
  } finally {
    await sandbox.close()
  }
})

describe('a long output in the store', () => {
  const workspaceId = 'ws_0000000000000000000000test'
  let planes: TestPlanes
  beforeAll(async () => {
    const migrations = [firstMigration, triggerMigration, partsMigration, playbookMigration]
    planes = await openTestPlanes({ migrations: [{ owner: 'agent-apps', migrations }] })
  })
  afterAll(() => planes?.close())

  const storeOf = (data: DataPlane, processId: string) =>
    new RunStore(data, { log: { append: () => [] }, processId, now: () => '2026-01-31T12:00:00.000Z' })
  const runOf = (run_id: string, change: Partial<StoredRun> = {}): StoredRun => ({
    run_id,
    app: 'large',
    version: '1.0.0',
    runner: 'api',
    trigger: 'api',
    status: 'running',
    output: null,
    parts_bytes: null,
    playbook_run_id: null,
    call_key: null,
    error: null,
    usage: { duration_ms: 0, cpu_ms: 0, agent_calls: 0, tool_calls: 0, prompt_tokens: 0, completion_tokens: 0 },
    started_at: '2026-01-31T12:00:00.000Z',
    finished_at: null,
    user_id: 'usr_1',
    key_id: null,
    job_id: null,
    ...change,
  })
  const partsIn = (data: DataPlane) =>
    data.use(workspaceId, db => db.get<{ n: number }>('SELECT count(*) AS n FROM agent_apps_run_outputs')?.n)

  test('is written and read a part in a turn of the event loop', async () => {
    const store = storeOf(planes.data, 'first')
    store.save(workspaceId, runOf('run_1'), [])
    const json = Buffer.from(JSON.stringify('ö'.repeat(1_500_000)))
    let turns = 0
    let counts = true
    const count = async () => {
      for (; counts; turns += 1) await nextTurn()
    }
    const counting = count()
    await store.saveOutput(workspaceId, 'run_1', json)
    expect(turns).toBeGreaterThan(10)
    store.save(workspaceId, runOf('run_1', { status: 'succeeded', parts_bytes: json.byteLength }), [])
    turns = 0
    const parts = await store.output(workspaceId, 'run_1')
    expect(turns).toBeGreaterThan(10)
    counts = false
    await counting
    expect(Buffer.concat(parts ?? []).equals(json)).toBe(true)
  })

  test('is nothing of a run that was cut off meanwhile, and goes with its run', async () => {
    const first = storeOf(planes.data, 'first')
    first.save(workspaceId, runOf('run_2'), [])
    await first.saveOutput(workspaceId, 'run_2', Buffer.alloc(1_000_000))
    const next = storeOf(planes.data, 'next')
    expect(next.record(workspaceId, 'run_2')).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
    expect(await next.output(workspaceId, 'run_2')).toBeNull()
    for (let index = 0; index < 20; index += 1)
      next.save(workspaceId, runOf(`run_3${String(index).padStart(2, '0')}`, { status: 'succeeded' }), [])
    await next.prune(workspaceId, 20)
    expect([
      partsIn(planes.data),
      next.get(workspaceId, 'run_1'),
      next.list(workspaceId, { limit: 50 }).items.length,
    ]).toEqual([0, null, 20])
  })
})
