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
  artifacts: {
    '7/parent/artifacts/model/MLmodel': 'flavors: {}',
    '7/parent/artifacts/model/data/weights.bin': 'w'.repeat(2000),
    '7/parent/artifacts/plots/loss curve.txt': 'down',
    '7/child/artifacts/notes.md': 'of another store',
    '7/models/m-1/artifacts/MLmodel': 'of its own',
  },
  elsewhere: ['child'],
  models: [
    {
      name: 'house-prices',
      description: 'What a house sells for',
      tags: [{ key: 'team', value: 'pricing' }],
      aliases: [{ alias: 'champion', version: '3' }],
    },
    { name: 'left/behind' },
    { name: 'no-run' },
  ],
  versions: [
    // As MLflow 3 keeps a model: not with the run.
    { name: 'house-prices', version: '3', run_id: 'parent', uri: 'mlflow-artifacts:/7/models/m-1/artifacts' },
    {
      name: 'house-prices',
      version: '1',
      run_id: 'parent',
      uri: 'mlflow-artifacts:/7/parent/artifacts/model',
      status: 'READY',
      current_stage: 'Archived',
      description: 'the first',
      tags: [{ key: 'checked', value: 'yes' }],
    },
    { name: 'house-prices', version: '4', run_id: 'parent', uri: 's3://bucket/elsewhere' },
    { name: 'house-prices', version: '5', run_id: 'parent', uri: 'x', status: 'FAILED_REGISTRATION' },
    { name: 'left/behind', version: '1', run_id: 'parent', uri: 'mlflow-artifacts:/7/parent/artifacts/model' },
    { name: 'no-run', version: '1', uri: 'mlflow-artifacts:/7/gone/artifacts/model' },
  ],
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
  const withKey = () => ({ headers: { authorization: `Bearer ${svcServer.key}` } })
  const runs = async (): Promise<Run[]> => (await svcServer.request('GET', '/api/ml/runs?limit=200')).body.items
  const runOf = async (id: string) => (await runs()).find(({ tags }) => tags['svc.mlflow_run_id'] === id)

  it('says what would come and what would not, and changes nothing', async () => {
    const { code, stdout } = await bring('--dry-run')
    expect([code, stdout]).toEqual([
      0,
      '2 experiments with 3 runs, 1 param, 1 tag and 2 metrics with their histories would come. Nothing was changed.\n' +
        'Files: 4, 0.0 MiB.\n2 registered models and 4 versions would come.\n' +
        'Left out: 1 params with a name or a value that is too long\n' +
        'Left out: 1 versions of models whose run does not come\n' +
        'What was deleted, traces and evaluations stay in MLflow.\n',
    ])
    const without = await bring('--dry-run', '--without-files')
    expect(without.stdout).toMatch(/\nFiles of runs and registered models stay in MLflow, too\.\n$/)
    expect(await runs()).toEqual([])
  })

  it('brings runs with their times, params, tags, parents and whole histories, once', async () => {
    const first = await bring()
    expect([first.code, first.stdout]).toEqual([
      0,
      expect.stringMatching(/^3 runs came\.\nFiles: 5, 0\.0 MiB\.\n1 registered model and 2 versions came\./),
    ])
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

  it('brings the files of runs, from the server itself and from another store', async () => {
    const parent = await runOf('parent')
    const child = await runOf('child')
    const text = async (path: string) => (await fetch(`${svcServer.url}/api/ml/runs/${path}`, withKey())).text()
    expect([
      await text(`${parent?.run_id}/artifacts/plots/loss%20curve.txt`),
      (await text(`${parent?.run_id}/artifacts/model/data/weights.bin`)).length,
      await text(`${child?.run_id}/artifacts/notes.md`),
    ]).toEqual(['down', 2000, 'of another store'])
  })

  it('brings registered models with their versions, stages, tags and aliases', async () => {
    const { body: model } = await svcServer.request('GET', '/api/ml/models/house-prices')
    expect(model).toMatchObject({
      description: 'What a house sells for',
      tags: { team: 'pricing' },
      aliases: { champion: 2 },
    })
    const { body: versions } = await svcServer.request('GET', '/api/ml/models/house-prices/versions')
    const parent = await runOf('parent')
    expect(versions.items).toMatchObject([
      { version: 2, run_id: parent?.run_id, stage: 'None', tags: { 'svc.mlflow_version': '3' } },
      {
        version: 1,
        source: `runs:/${parent?.run_id}/model`,
        stage: 'Archived',
        description: 'the first',
        tags: { checked: 'yes', 'svc.mlflow_version': '1' },
      },
    ])
    const { body: models } = await svcServer.request('GET', '/api/ml/models')
    expect(models.items).toHaveLength(1)
  })

  it('goes on with files and versions where an import was broken off', async () => {
    const parent = await runOf('parent')
    await svcServer.request('DELETE', '/api/ml/models/house-prices?confirm=house-prices')
    await svcServer.request('DELETE', `/api/ml/runs/${parent?.run_id}/artifacts/plots`)
    const tag = { run_id: parent?.run_id ?? '', key: 'svc.mlflow_files' }
    await svcServer.request('POST', '/api/2.0/mlflow/runs/delete-tag', { body: tag })
    const again = JSON.parse((await bring('--json')).stdout)
    expect(again).toMatchObject({ created: 0, files: 1, models: 1, versions: 2 })
    const once = JSON.parse((await bring('--json')).stdout)
    expect(once).toMatchObject({ created: 0, files: 0, models: 0, versions: 0 })
    expect(once.left_out.map(({ what }: { what: string }) => what.replace(/:.*/, ''))).toEqual(
      expect.arrayContaining([
        'registered models that this server refused',
        'versions of models whose files the server of MLflow does not give',
        'versions of models whose run did not come',
      ]),
    )
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
