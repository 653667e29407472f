import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Run } from '@svc/plugin/contracts/ml/learning'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { startFakeMlflowServer } from '../support/servers/fake-mlflow-server.ts'
import type { FakeMlflow, FakeMlflowServer } from '../support/servers/fake-mlflow-server.ts'

const start = Date.parse('2025-03-01T10:00:00Z')
const longParam = { key: 'config', value: 'x'.repeat(6001) }

/** Two experiments: one with a parent, its child and a run that goes on; the default one is empty. */
const holds = (): FakeMlflow => ({
  experiments: [
    { experiment_id: '7', name: 'Houses', tags: [{ key: 'team', value: 'pricing' }] },
    { experiment_id: '0', name: 'Default' },
  ],
  runs: [
    {
      info: { run_id: 'child', experiment_id: '7', status: 'FAILED', start_time: start, end_time: start + 500 },
      data: { tags: [{ key: 'mlflow.parentRunId', value: 'parent' }], params: [longParam] },
    },
    {
      info: {
        run_id: 'parent',
        experiment_id: '7',
        run_name: 'search',
        status: 'FINISHED',
        start_time: String(start),
        end_time: start + 60_000,
      },
      data: {
        params: [{ key: 'alpha', value: '0.5' }],
        tags: [{ key: 'mlflow.user', value: 'ada' }],
        metrics: [{ key: 'val/loss', value: 0.1 }],
      },
    },
    {
      info: { run_id: 'live', experiment_id: '7', run_name: 'live', status: 'RUNNING', start_time: start, end_time: 0 },
      data: { metrics: [{ key: 'loss', value: 'NaN' }] },
    },
  ],
  histories: {
    'parent/val/loss': [4, 3, 2, 1].map((value, step) => ({ value: value / 10, step, timestamp: start + step })),
    'live/loss': [{ value: 'NaN', step: 0, timestamp: start }],
  },
})

describe('svc import mlflow', () => {
  let folder: string
  let svcServer: TestKernel
  let mlflow: FakeMlflowServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-import-mlflow-'))
    svcServer = await startTestKernel({ plugins: ['developer', 'ml'] })
    mlflow = await startFakeMlflowServer(holds())
    await writeFile(join(folder, 'secret'), 'open sesame\n')
  })
  beforeEach(() => {
    mlflow.holds = Object.assign(mlflow.holds, holds())
    delete mlflow.holds.authorization
  })
  afterAll(async () => {
    await mlflow.close()
    await svcServer.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const bring = (...args: string[]) =>
    runSvcHere(['import', 'mlflow', mlflow.url, ...args], {
      cwd: folder,
      env: { SVC_HOME: join(folder, 'none'), SVC_BASE_URL: svcServer.url, SVC_API_KEY: svcServer.key },
    })
  const runs = async (): Promise<Run[]> => (await svcServer.request('GET', '/api/ml/runs?limit=200')).body.items
  const runOf = async (id: string) => (await runs()).find(({ tags }) => tags['svc.mlflow_run_id'] === id)

  it('says what would come and what would not, and changes nothing', async () => {
    const { code, stdout } = await bring('--dry-run')
    expect([code, stdout]).toEqual([
      0,
      '2 experiments with 3 runs, 1 param, 1 tag and 2 metrics with their histories would come. Nothing was changed.\n' +
        'Left out: 1 params with a name or a value that is too long\n' +
        'Files of runs, registered models and what was deleted stay in MLflow.\n',
    ])
    expect(await runs()).toEqual([])
  })

  it('brings runs with their times, params, tags, parents and whole histories, once', async () => {
    const first = await bring()
    expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^3 runs came\.\nLeft out: 1 params/)])
    const parent = await runOf('parent')
    expect(parent).toMatchObject({
      name: 'search',
      status: 'finished',
      started_at: '2025-03-01T10:00:00.000Z',
      finished_at: '2025-03-01T10:01:00.000Z',
      params: { alpha: '0.5' },
      metrics: { 'val/loss': 0.1 },
    })
    expect(parent?.tags).toMatchObject({ 'mlflow.user': 'ada' })
    expect(await runOf('child')).toMatchObject({ status: 'failed', params: {}, parent_run_id: parent?.run_id })
    const history = await svcServer.request('GET', `/api/ml/runs/${parent?.run_id}/metrics/val/loss`)
    expect(history.body.points).toEqual(holds().histories['parent/val/loss'])
    const { body: experiment } = await svcServer.request('GET', `/api/ml/experiments/${parent?.experiment_id}`)
    expect(experiment).toMatchObject({ name: 'Houses', tags: { team: 'pricing' }, runs: 3 })
  })

  it('brings only what is new when it is called again, and goes on with a run that was going on', async () => {
    const { runs: there } = mlflow.holds
    Object.assign(there.find(({ info }) => info.run_id === 'live')?.info ?? {}, {
      status: 'FINISHED',
      end_time: start + 9000,
    })
    const again = await bring('--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, continued: 1, present: 2 })
    expect(await runOf('live')).toMatchObject({
      status: 'finished',
      metrics: { loss: 'NaN' },
      finished_at: '2025-03-01T10:00:09.000Z',
    })
    expect(await runs()).toHaveLength(3)
  })

  it('gives the server its password or token, and says what it refused', async () => {
    mlflow.holds.authorization = `Basic ${Buffer.from('ada:open sesame').toString('base64')}`
    expect((await bring('--dry-run', '--username', 'ada', '--secret-file', 'secret')).code).toBe(0)
    mlflow.holds.authorization = 'Bearer open sesame'
    expect((await bring('--dry-run', '--secret-file', 'secret')).code).toBe(0)
    const refused = await bring('--dry-run')
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`${mlflow.url}: You are not authenticated. Give a token`),
    ])
    expect((await bring('--username', 'ada')).code).toBe(2)
    expect((await bring('--experiment', 'Nowhere', '--secret-file', 'secret')).stderr).toContain('no experiment')
  })
})
