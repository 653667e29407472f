import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'jobs', 'ml'] })
  await importCsv('houses', houses(200))
  await importCsv('large', houses(8000))
})
afterAll(() => svc.stop())

const send = async (method: string, path: string, body?: unknown) => {
  const answer = await svc.request(method, path, body === undefined ? {} : { body: body as never })
  return [answer.status, answer.body] as const
}
const train = (body: object) =>
  send('POST', '/api/ml/train', {
    dataset_id: 'houses',
    task: 'classification',
    target: 'sold',
    trainer: 'gradient_boosting',
    ...body,
  })
const runOf = async (run_id: string) => (await send('GET', `/api/ml/runs/${run_id}`))[1]
const settled = (run_id: string) =>
  expect.poll(async () => (await runOf(run_id)).status, { interval: 50, timeout: 50_000 }).not.toMatch(/queued|running/)

function houses(count: number): string {
  const lines = Array.from({ length: count }, (_, row) => {
    const [size, rooms] = [(row * 37) % 101, (row * 7) % 5]
    const sold = size > 50 !== (row % 10 === 0)
    const area = ['north', 'south', 'east'][row % 3]
    return `${row + 1},${row % 13 === 0 ? '' : size},${rooms},${area},2024-0${1 + (row % 9)}-11,${sold ? 'yes' : 'no'},${size * 3 + rooms}`
  })
  return ['id,size,rooms,area,day,sold,price', ...lines].join('\n')
}

/** The dataset's id. */
async function importCsv(name: string, csv: string): Promise<string> {
  const form = new FormData()
  form.set('name', name)
  form.set('file', new Blob([csv]), `${name}.csv`)
  const answer = await fetch(`${svc.url}/api/data/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.key}` },
    body: form,
  })
  expect([200, 201]).toContain(answer.status)
  return ((await answer.json()) as { dataset_id: string }).dataset_id
}

describe('a training', () => {
  it('is a run with figures, a curve, files and the predictions that the figures are computed from', async () => {
    const [status, run] = await train({ params: { max_iter: 20 }, importance: { repeats: 1 }, name: 'first' })
    expect([status, run.status, run.name, run.dataset.name, run.artifact_count]).toEqual([
      200,
      'finished',
      'first',
      'houses',
      2,
    ])
    const { result, params, metrics } = run
    expect(result.features.map(({ name, kind }: { name: string; kind: string }) => [name, kind])).toEqual([
      ['size', 'number'],
      ['rooms', 'number'],
      ['area', 'category'],
      ['day', 'date'],
      ['price', 'number'],
    ])
    expect(result.warnings.map(({ code }: { code: string }) => code)).toContain('identifier_like')
    expect([params.trainer, params.max_iter, params['validation.scheme']]).toEqual([
      'gradient_boosting',
      '20',
      'stratified_k_fold',
    ])
    expect(metrics.cv_accuracy_mean).toBe(result.validation.metrics.accuracy.mean)
    const [, curve] = await send('GET', `/api/ml/runs/${run.run_id}/metrics/validation_loss`)
    expect([curve.total, curve.points[0].step, curve.points.at(-1).step]).toEqual([20, 1, 20])
    const [, folds] = await send('GET', `/api/ml/runs/${run.run_id}/metrics/cv_accuracy`)
    expect(folds.points.map(({ step }: { step: number }) => step)).toEqual([1, 2, 3, 4, 5])

    const items: { row: number; y: string; prediction: string; probabilities: Record<string, number> }[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const [, page] = await send('GET', `/api/ml/runs/${run.run_id}/predictions?limit=90${query}`)
      items.push(...page.items)
      cursor = page.next_cursor
    }
    expect(items.map(({ row }) => row)).toEqual(Array.from({ length: 200 }, (_, row) => row + 1))
    expect(items.filter(({ y, prediction }) => y === prediction).length / 200).toBe(
      result.validation.metrics.accuracy.pooled,
    )
    expect(Object.keys(items[0]!.probabilities)).toEqual(['no', 'yes'])
  })

  it('gives the same numbers and the same model with one thread and with two', async () => {
    const body = {
      trainer: 'random_forest',
      params: { n_estimators: 10 },
      features: ['size', 'rooms', 'area'],
      calibrate: 'sigmoid',
    }
    const [one, two] = await Promise.all([1, 2].map(async threads => (await train({ ...body, threads }))[1]))
    const { duration_ms, cpu_ms, ...result } = one.result
    expect([duration_ms >= 0, cpu_ms >= 0]).toEqual([true, true])
    expect(two.result).toEqual({ ...result, duration_ms: expect.any(Number), cpu_ms: expect.any(Number) })
  })

  it('names every fault of an order at its place', async () => {
    const [status, body] = await train({
      target: 'sould',
      trainer: 'knn',
      params: { neighbours: 3, weights: 'heavy' },
      weights: 'size',
      features: ['rooms', 'nothing'],
      validation: { scheme: 'group_k_fold' },
    })
    expect(status).toBe(400)
    expect(body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      '/features/1',
      '/params/neighbours',
      '/params/weights',
      '/target',
      '/validation/group',
      '/weights',
    ])
    expect((await train({ dataset_id: 'ds_none' }))[0]).toBe(404)
    expect((await train({ trainer: 'oracle' }))[0]).toBe(400)
  })

  it('that the data does not allow fails with the reason, and so does its run', async () => {
    const [status, body] = await train({ filter: "sold = 'yes'" })
    expect([status, body.code, body.detail]).toEqual([
      422,
      'unprocessable',
      expect.stringMatching(/"sold" has one class only, "yes"/),
    ])
    const run = await runOf(body.run_id)
    expect([run.status, run.failure]).toEqual(['failed', body.detail])
  })

  it('in the background says how far it is, and ends within a second when its job is cancelled', async () => {
    const [status, { run_id, job_id }] = await train({ dataset_id: 'large', params: { max_iter: 2000 }, mode: 'job' })
    expect(status).toBe(202)
    await expect.poll(async () => (await runOf(run_id)).metrics.train_loss, { interval: 50 }).toBeGreaterThan(0)
    await expect
      .poll(async () => (await send('GET', `/api/jobs/${job_id}`))[1].progress, { interval: 50 })
      .toBeGreaterThan(0)
    expect((await send('POST', `/api/jobs/${job_id}/cancel`))[0]).toBeLessThan(300)
    await settled(run_id)
    expect((await runOf(run_id)).status).toBe('killed')
  })

  it('whose run is deleted meanwhile ends at once, with that reason', async () => {
    const [, { run_id, job_id }] = await train({ dataset_id: 'large', params: { max_iter: 2000 }, mode: 'job' })
    await expect.poll(async () => (await runOf(run_id)).metrics.train_loss, { interval: 50 }).toBeGreaterThan(0)
    expect((await send('DELETE', `/api/ml/runs/${run_id}`))[0]).toBeLessThan(300)
    const job = async () => (await send('GET', `/api/jobs/${job_id}`))[1]
    await expect.poll(async () => (await job()).state, { interval: 50, timeout: 20_000 }).not.toMatch(/queued|running/)
    const { state, attempt, error } = await job()
    expect([state, attempt, error.message]).toEqual(['dead', 1, expect.stringContaining('The run is deleted.')])
  })

  it('that waits for another is queued, and is killed at once when its job is cancelled before it begins', async () => {
    const [, first] = await train({ dataset_id: 'large', params: { max_iter: 2000 }, mode: 'job' })
    await expect.poll(async () => (await runOf(first.run_id)).metrics.train_loss, { interval: 50 }).toBeGreaterThan(0)
    const [, second] = await train({ mode: 'job' })
    expect((await runOf(second.run_id)).status).toMatch(/queued|running/)
    expect((await send('POST', `/api/jobs/${second.job_id}/cancel`))[0]).toBeLessThan(300)
    await settled(second.run_id)
    const killed = await runOf(second.run_id)
    expect([killed.status, killed.failure === null, killed.finished_at === null]).toEqual(['killed', false, false])
    expect((await runOf(first.run_id)).status).toBe('running')
    await send('POST', `/api/jobs/${first.job_id}/cancel`)
    await settled(first.run_id)
  })

  it('of a version that is deleted before it begins fails and says so', async () => {
    const dataset_id = await importCsv('gone', houses(100))
    const [, started] = await train({
      dataset_id: 'large',
      params: { max_iter: 15 },
      importance: { repeats: 0 },
      mode: 'job',
    })
    const [, late] = await train({ dataset_id: 'gone', mode: 'job' })
    const refused = await send('DELETE', `/api/data/datasets/${dataset_id}`, { confirm: 'gone' })
    expect([refused[0], refused[1].code]).toEqual([409, 'conflict'])
    expect(refused[1].detail).toContain(late.run_id)
    expect((await send('DELETE', `/api/data/datasets/${dataset_id}`, { confirm: 'gone', force: true }))[0]).toBe(204)
    await settled(late.run_id)
    const run = await runOf(late.run_id)
    expect([run.status, run.dataset.name]).toEqual(['failed', 'gone'])
    expect(run.failure).toMatch(/gone|no dataset|no such/i)
    await send('POST', `/api/jobs/${started.job_id}/cancel`)
    await settled(started.run_id)
  })
})
