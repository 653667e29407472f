import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { itOfOneServer } from '../../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { TestStream } from '../../../test/support/event-stream.ts'
import { changeWorkspace } from '../../../test/support/storage/change-workspace.ts'
import { runSvcHere } from '../../../test/support/programs/run-svc.ts'

let svc: TestKernel
let model: string
const send = async (method: string, path: string, body?: unknown) => {
  const answer = await svc.request(method, path, body === undefined ? {} : { body: body as never })
  return [answer.status, answer.body] as const
}
const ask = (body: object) => send('POST', `/api/ml/models/${model}/predict`, body)

beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'jobs', 'ml'] })
  await importCsv('houses', houses(0))
  await importCsv('today', houses(30))
  const body = {
    dataset_id: 'houses',
    task: 'classification',
    target: 'sold',
    trainer: 'logistic_regression',
    importance: { repeats: 0 },
    register_as: 'sold',
  }
  model = (await send('POST', '/api/ml/train', body))[1].run_id
})
afterAll(() => svc.stop())

/** @param shift how much larger the houses have become */
function houses(shift: number): string {
  const lines = Array.from({ length: 300 }, (_, row) => {
    const size = ((row * 37) % 101) + shift
    return `${size},${['north', 'south', 'east'][row % 3]},${(row * 7) % 10 < 5},${size - shift > 50 ? 'yes' : 'no'}`
  })
  return ['size,area,garden,sold', ...lines].join('\n')
}

async function importCsv(name: string, csv: string): Promise<void> {
  const form = new FormData()
  form.set('name', name)
  form.set('file', new Blob([csv]), `${name}.csv`)
  const headers = { authorization: `Bearer ${svc.key}` }
  expect((await fetch(`${svc.url}/api/data/import`, { method: 'POST', headers, body: form })).status).toBeLessThan(300)
}

async function jobResult(job_id: string) {
  let job: { state: string; result: unknown; error: unknown } | null = null
  await expect
    .poll(async () => ((job = (await send('GET', `/api/jobs/${job_id}`))[1]), job!.state), { interval: 50 })
    .not.toMatch(/queued|running/)
  return job! as { state: string; result: never; error: unknown }
}

describe('a trained model', () => {
  it('answers rows by name, and says what it had not seen', async () => {
    const rows = [
      { size: 90, area: 'north', garden: true },
      { size: null, area: 'moon', garden: null, colour: 'red' },
      { size: 500, area: 'south', garden: false, colour: 'blue' },
    ]
    const [status, answer] = await ask({ rows })
    expect(status).toBe(200)
    expect([answer.predictions[0], answer.predictions[2]]).toEqual(['yes', 'yes'])
    expect(answer.probabilities[0].yes + answer.probabilities[0].no).toBeCloseTo(1, 9)
    expect(answer.warnings.map(({ code, columns }: { code: string; columns: string[] }) => [code, columns])).toEqual([
      ['unknown_column', ['colour']],
      ['extrapolation', ['size']],
      ['unseen_category', ['area']],
    ])
    expect('probabilities' in (await ask({ rows, probabilities: false }))[1]).toBe(false)
  })

  it.each([
    [{ rows: [{ size: 1, garden: true }] }, 422, /Row 1 lacks "area"/],
    [
      { rows: [{ size: 'big', area: 'north', garden: true }] },
      422,
      /"size" of row 1 is "big", where the model needs a number/,
    ],
    [{}, 400, /rows/],
    [{ dataset_id: 'none' }, 404, /no such dataset/],
  ])('refuses %j', async (body, status, words) => {
    const [got, problem] = await ask(body)
    expect([got, problem.detail]).toEqual([status, expect.stringMatching(words)])
  })

  it('answers a whole dataset at once, or in a job as a new dataset', async () => {
    const [, answer] = await ask({ dataset_id: 'today', probabilities: false })
    expect(answer.predictions).toHaveLength(300)
    const [status, { job_id }] = await ask({ dataset_id: 'today', mode: 'job', dataset_name: 'Predicted' })
    expect(status).toBe(202)
    const { result, state } = await jobResult(job_id)
    expect(state).toBe('succeeded')
    const { dataset_id } = result as { dataset_id: string }
    const sql = 'SELECT prediction, count(*) AS n FROM predicted GROUP BY 1 ORDER BY 1'
    const [, table] = await send('POST', '/api/data/query', { sql })
    const yes = answer.predictions.filter((label: string) => label === 'yes').length
    expect(table.rows).toEqual([
      ['no', 300 - yes],
      ['yes', yes],
    ])
    const [, made] = await send('GET', `/api/data/datasets/${dataset_id}`)
    expect(JSON.stringify(made)).toContain(model)
  })

  itOfOneServer('makes one dataset in a job that is tried again', async () => {
    const [, { job_id }] = await ask({ dataset_id: 'today', mode: 'job', dataset_name: 'Once' })
    const first = await jobResult(job_id)
    // As where the server ended before it could say that the job is done.
    changeWorkspace(svc.home, `UPDATE kernel_jobs SET state = 'dead' WHERE job_id = '${job_id}'`)
    expect((await send('POST', `/api/jobs/${job_id}/retry`))[0]).toBe(200)
    const again = await jobResult(job_id)
    expect([again.state, again.result]).toEqual(['succeeded', first.result])
    const [, { items }] = await send('GET', '/api/data/catalog')
    expect(items.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1)
  })

  it('leaves the other columns of a dataset as they are', async () => {
    const row = "1234567890123456789 AS id, '007' AS code, 12345678901234567.891::DECIMAL(20, 3) AS price"
    const sql = `SELECT *, ${row}, TIMESTAMP '2026-01-31 12:00:00.123456' AS seen FROM today LIMIT 2`
    await send('POST', '/api/data/datasets', { name: 'exact', sql })
    const [, { job_id }] = await ask({ dataset_id: 'exact', mode: 'job', dataset_name: 'Kept' })
    expect(await jobResult(job_id)).toMatchObject({ state: 'succeeded' })
    const values = (name: string) =>
      send('POST', '/api/data/query', { sql: `SELECT id::VARCHAR, code, price::VARCHAR, seen::VARCHAR FROM ${name}` })
    const [, before] = await values('exact')
    expect(before.rows).toHaveLength(2)
    expect((await values('kept'))[1].rows).toEqual(before.rows)
  })

  it('is asked by the name it was registered by, as by its run', async () => {
    const rows = [{ size: 90, area: 'north', garden: true }]
    const [, by] = await send('POST', '/api/ml/models/sold/predict', { rows })
    const [, own] = await ask({ rows })
    expect([by.model.name, by.model.version, by.model.sha256]).toEqual(['sold', 1, own.model.sha256])
    expect(by.probabilities).toEqual(own.probabilities)
    const [, versions] = await send('GET', '/api/ml/models/sold/versions')
    expect(versions.items[0].inputs.map(({ name, type }: Record<string, string>) => [name, type])).toEqual([
      ['size', 'number'],
      ['area', 'category'],
      ['garden', 'boolean'],
    ])
  })

  it('is exported as ONNX that says the same', async () => {
    const headers = { authorization: `Bearer ${svc.key}` }
    const file = await fetch(`${svc.url}/api/ml/models/${model}/versions/1/onnx`, { headers })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    const session = await InferenceSession.create(new Uint8Array(await file.arrayBuffer()), { intraOpNumThreads: 1 })
    const feeds = {
      size: new Tensor('float32', Float32Array.of(42), [1, 1]),
      area: new Tensor('string', ['east'], [1, 1]),
      garden: new Tensor('float32', Float32Array.of(1), [1, 1]),
    }
    const { probabilities } = await session.run(feeds)
    const [, answer] = await ask({ rows: [{ size: 42, area: 'east', garden: true }] })
    expect(Math.abs(Number(probabilities!.data[1]) - answer.probabilities[0].yes)).toBeLessThan(1e-5)
  })

  it('came as ONNX from elsewhere and is run in a process of its own; what is no ONNX is refused', async () => {
    const headers = { authorization: `Bearer ${svc.key}` }
    const onnx = await (await fetch(`${svc.url}/api/ml/models/sold/versions/1/onnx`, { headers })).arrayBuffer()
    const [, { run_id }] = await send('POST', '/api/ml/runs', { name: 'from elsewhere' })
    await send('POST', '/api/ml/models', { name: 'imported' })
    for (const [path, body] of [
      ['model.onnx', onnx],
      ['broken.onnx', new Uint8Array([1, 2, 3, 4])],
    ] as const) {
      await fetch(`${svc.url}/api/ml/runs/${run_id}/artifacts/${path}`, { method: 'PUT', headers, body })
      expect((await send('POST', '/api/ml/models/imported/versions', { run_id, path }))[0]).toBe(201)
    }
    const rows = [{ size: 90, area: 'north', garden: true }]
    const [status, answer] = await send('POST', '/api/ml/models/imported/predict', { rows, version: 1 })
    expect([status, answer.predictions]).toEqual([200, (await ask({ rows }))[1].predictions])
    const [refused, problem] = await send('POST', '/api/ml/models/imported/predict', { rows, version: 2 })
    expect([refused, problem.code]).toEqual([422, 'onnx_refused'])
  })

  itOfOneServer('is compared with the rows that it was trained on, also when its run is gone for good', async () => {
    const trainer = { task: 'classification', target: 'garden', trainer: 'knn', importance: { repeats: 0 } }
    const order = { dataset_id: 'houses', filter: 'size < 50', register_as: 'small', ...trainer }
    const [, { run_id }] = await send('POST', '/api/ml/train', order)
    const drift = () => send('POST', '/api/ml/models/small/drift', { dataset_id: 'houses' })
    const before = await drift()
    expect([before[0], before[1].features[0]]).toEqual([
      200,
      expect.objectContaining({ feature: 'size', drifted: true }),
    ])
    changeWorkspace(svc.home, `DELETE FROM ml_runs WHERE run_id = '${run_id}'`)
    expect(await drift()).toEqual(before)
    // As in a home whose run was gone before an update.
    changeWorkspace(svc.home, `UPDATE ml_versions SET dataset_filter = NULL WHERE run_id = '${run_id}'`)
    const [status, problem] = await drift()
    expect([status, problem.detail]).toEqual([422, expect.stringMatching(/run that made version 1 of "small" is gone/)])
  })

  it('notices that the houses have become larger, and says so in the log of events', async () => {
    const drift = (body: object) => send('POST', `/api/ml/models/${model}/drift`, body)
    const events = await TestStream.open(`${svc.url}/api/events?types=ml.drift.detected`, {
      authorization: `Bearer ${svc.key}`,
    })
    const [, same] = await drift({ dataset_id: 'houses' })
    expect([same.drifted, same.features.map(({ psi }: { psi: number }) => psi)]).toEqual([false, [0, 0, 0]])
    const { job_id } = (await drift({ dataset_id: 'today', mode: 'job' }))[1]
    const report = (await jobResult(job_id)).result as typeof same
    const found = report.features.map(({ feature, test, drifted }: Record<string, unknown>) => [feature, test, drifted])
    expect(found).toEqual([
      ['size', 'ks', true],
      ['area', 'chi_square', false],
      ['garden', 'chi_square', false],
    ])
    expect(report.prediction.drifted).toBe(true)
    expect(report.performance.accuracy.now).toBeLessThan(report.performance.accuracy.baseline)
    const [said] = await events.take(1)
    const about = { dataset_version: 1, features: ['size'], prediction_drifted: true }
    expect(said?.data).toMatchObject({ type: 'ml.drift.detected', data: about })
    await events.close()
  })
})

describe('svc ml', () => {
  const ml = (args: readonly string[], input?: string) =>
    runSvcHere(['ml', ...args], {
      cwd: svc.home,
      env: { SVC_HOME: svc.home, SVC_BASE_URL: svc.url, SVC_API_KEY: svc.key },
      ...(input !== undefined && { input }),
    })

  it('trains, registers and lists', async () => {
    const order = ['--dataset', 'houses', '--target', 'sold', '--trainer', 'knn', '--folds', '3', '--name', 'near']
    const trained = await ml(['train', ...order, '--register', 'by neighbours'])
    expect([trained.code, trained.stdout]).toEqual([0, expect.stringMatching(/^near {2}mlr_\w+ {2}300 rows, 3 folds/)])
    expect(trained.stdout).toMatch(/\naccuracy +[\d.]+ ± [\d.]+ {2}baseline [\d.]+\n/)
    expect((await ml(['models', 'list'])).stdout).toMatch(/by neighbours +1 +\S+ +rm_/)
    expect((await ml(['experiments', 'list'])).stdout).toMatch(/Default +\d+ /)
    const ordered = await ml(['runs', 'list', '--order', 'metrics.cv_f1_mean DESC'])
    expect(ordered.stdout).toMatch(
      /^name +status +cv_f1_mean +cv_accuracy_mean +cv_\w+_mean +cv_\w+_mean +started +id\n/,
    )
    const found = await ml(['runs', 'list', '--filter', "params.trainer = 'knn'", '--json'])
    expect(JSON.parse(found.stdout).items.map(({ name }: { name: string }) => name)).toEqual(['near'])
  })

  it('predicts the rows of a file, and ends with 1 where a dataset has drifted', async () => {
    await writeFile(join(svc.home, 'rows.csv'), 'size,area,garden\n90,north,true\n5,south,false\n')
    const said = await ml(['predict', 'sold', '--file', 'rows.csv'])
    expect([said.code, said.stdout]).toEqual([0, expect.stringMatching(/^yes\t[\d.]{6}\nno\t[\d.]{6}\n$/)])
    const drifted = await ml(['drift', 'sold', '--dataset', 'today'])
    expect([drifted.code, drifted.stdout]).toEqual([1, expect.stringMatching(/it has drifted\n! size +psi /)])
    expect((await ml(['drift', 'sold', '--dataset', 'houses'])).code).toBe(0)
  })

  it('says what is missing, and the two variables of MLflow', async () => {
    expect((await ml(['train', '--dataset', 'houses'])).stderr).toContain('needs --dataset, --target and --trainer')
    expect((await ml(['predict', 'sold', '--file', 'none.csv'])).stderr).toContain('none.csv cannot be read')
    expect((await ml(['env'])).stdout).toBe(
      `export MLFLOW_TRACKING_URI="${svc.url}"\nexport MLFLOW_TRACKING_TOKEN="$SVC_API_KEY"\n`,
    )
  })
})
