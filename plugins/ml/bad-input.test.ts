import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'jobs', 'ml'] })
  const rows = Array.from({ length: 120 }, (_, row) => {
    const size = (row * 37) % 101
    const rare = row < 3 ? 'rare' : 'common'
    return [size, row % 5, size > 50 ? 'yes' : 'no', rare, 7, size * 3].join(',')
  })
  const form = new FormData()
  form.set('name', 'houses')
  form.set('file', new Blob([['size,rooms,sold,kind,same,price', ...rows].join('\n')]), 'houses.csv')
  const answer = await fetch(`${svc.url}/api/data/import`, { method: 'POST', headers: headers(), body: form })
  expect([200, 201]).toContain(answer.status)
  const sql = "SELECT size, price, CASE WHEN size = 37 THEN 'infinity'::DOUBLE ELSE rooms END AS odd FROM houses"
  expect((await send('POST', '/api/data/datasets', { name: 'endless', sql }))[0]).toBe(201)
})
afterAll(() => svc.stop())

const headers = () => ({ authorization: `Bearer ${svc.key}` })
const send = async (method: string, path: string, body?: object) => {
  const answer = await svc.request(method, path, body === undefined ? {} : { body: body as never })
  return [answer.status, answer.body] as const
}
const order = { dataset_id: 'houses', features: ['size', 'rooms'], importance: { repeats: 0 } }
const train = (body: object) => send('POST', '/api/ml/train', { ...order, ...body })

describe('a training is refused with the column that is at fault', () => {
  it.each<[string, object, RegExp]>([
    ['a target of one class', { task: 'classification', target: 'same' }, /"same" has one class only/],
    ['a class smaller than the folds', { task: 'classification', target: 'kind' }, /"rare".* 3 |"kind"/],
    ['a constant target', { task: 'regression', target: 'same', trainer: 'linear_regression' }, /"same"/],
    ['text where numbers belong', { task: 'regression', target: 'sold', trainer: 'linear_regression' }, /"sold"/],
    ['no feature left', { task: 'classification', target: 'sold', features: ['same'] }, /feature/],
  ])('%s', async (_what, body, words) => {
    const [status, problem] = await train({ trainer: 'logistic_regression', ...body })
    expect([status, problem.code]).toEqual([422, 'unprocessable'])
    expect(problem.detail).toMatch(words)
  })

  it('an infinite number', async () => {
    const body = { dataset_id: 'endless', task: 'regression', target: 'price', features: ['size', 'odd'] }
    const [status, problem] = await train({ ...body, trainer: 'linear_regression' })
    expect([status, problem.code]).toEqual([422, 'unprocessable'])
    expect(problem.detail).toMatch(/"odd"/)
  })
})

describe('an artifact', () => {
  it('of a client that leaves in the middle is not kept, and nothing of it stays on the disk', async () => {
    const [, { run_id }] = await send('POST', '/api/ml/runs', {})
    const path = `/api/2.0/mlflow-artifacts/artifacts/0/${run_id}/artifacts/model.bin`
    const upload = request(new URL(path, svc.url), {
      method: 'PUT',
      headers: { ...headers(), 'content-length': 3 * 1024 ** 3 },
    })
    const gone = new Promise(resolve => upload.on('error', resolve))
    await new Promise(resolve => upload.write(Buffer.alloc(1024 * 1024), resolve))
    upload.destroy()
    await gone
    await expect.poll(() => halfFiles(), { interval: 20 }).toEqual([])
    expect((await send('GET', `/api/ml/runs/${run_id}/artifacts`))[1].items).toEqual([])
    const whole = await fetch(`${svc.url}${path}`, { method: 'PUT', headers: headers(), body: 'whole' })
    expect(whole.status).toBe(200)
    expect((await send('GET', `/api/ml/runs/${run_id}/artifacts`))[1].items).toMatchObject([
      { path: 'model.bin', size: 5 },
    ])
  })

  it.each([
    '%2e%2e/x',
    'a/%2e%2e/%2e%2e/x',
    '..%2fx',
    '%2E%2E%2Fx',
    'a%5c..%5cx',
    '%2fetc/passwd',
    'a/%00',
    '%252e%252e/x/..',
  ])('does not lie at %s', async path => {
    const [, { run_id }] = await send('POST', '/api/ml/runs', {})
    const statuses = await Promise.all(
      [
        `/api/ml/runs/${run_id}/artifacts/${path}`,
        `/api/2.0/mlflow-artifacts/artifacts/0/${run_id}/artifacts/${path}`,
      ].map(async at => (await rawPut(at)).statusCode),
    )
    const [, { items }] = await send('GET', `/api/ml/runs/${run_id}/artifacts`)
    const isRefused = statuses.every(status => status === 400 || status === 404)
    // What is not decoded twice is a name like any other, below the run.
    expect(isRefused || items.every(({ path: kept }: { path: string }) => !kept.split('/').includes('..'))).toBe(true)
  })
})

it('numbers beyond what JSON keeps are refused with their place, and 2^40 is kept', async () => {
  const [, { run_id }] = await send('POST', '/api/ml/runs', {})
  const log = (step: unknown) =>
    send('POST', '/api/2.0/mlflow/runs/log-metric', { run_id, key: 'm', value: 1, timestamp: 1, step: step as never })
  expect((await log('9007199254740993'))[0]).toBe(400)
  expect((await log(2 ** 53))[0]).toBe(400)
  expect((await log(2 ** 40))[0]).toBe(200)
  const [, history] = await send('GET', `/api/ml/runs/${run_id}/metrics/m`)
  expect(history.points.map(({ step }: { step: number }) => step)).toEqual([2 ** 40])
})

it('a training whose process is killed begins again, and its curve has each round once', async () => {
  const body = { task: 'classification', target: 'sold', trainer: 'gradient_boosting', params: { max_iter: 1000 } }
  const [, { run_id }] = await train({ ...body, mode: 'job' })
  const run = async () => (await send('GET', `/api/ml/runs/${run_id}`))[1]
  const rounds = async () => {
    const [status, history] = await send('GET', `/api/ml/runs/${run_id}/metrics/train_loss`)
    return status === 200 ? (history.total as number) : 0
  }
  await expect.poll(rounds, { interval: 20 }).toBeGreaterThan(50)
  const [pid] = trainers()
  process.kill(pid!, 'SIGSEGV')
  await expect.poll(async () => (await run()).status, { interval: 100 }).not.toMatch(/queued|running/)
  expect([(await run()).status, (await run()).failure]).toEqual(['finished', null])
  expect(await rounds()).toBe(1000)
})

/** Uploads that were begun and are no files yet. */
async function halfFiles(): Promise<string[]> {
  const all = await readdir(join(svc.home, 'workspaces'), { recursive: true })
  return all.filter(path => path.endsWith('.tmp'))
}

/** Sends the path as it is: `fetch` would take the dots out. */
function rawPut(path: string): Promise<{ statusCode: number | undefined }> {
  const { hostname, port } = new URL(svc.url)
  return new Promise((resolve, reject) => {
    const put = request({ hostname, port, path, method: 'PUT', headers: headers() }, answer => {
      answer.resume().on('end', () => resolve({ statusCode: answer.statusCode }))
    })
    put.on('error', reject).end('x')
  })
}

/** The trainers that this process has started. */
function trainers(): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => {
      try {
        const [, parent] = /\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return Number(parent) === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('trainer')
      } catch {
        // It ended while it was looked at.
        return false
      }
    })
    .map(Number)
}

describe('a run that was made elsewhere', () => {
  const times = { started_at: '2025-03-01T10:00:00Z', finished_at: '2025-03-01T10:01:00Z' }

  it('keeps its times, and is finished unless its status says how it ended', async () => {
    const shown = async (body: object) => {
      const [status, { started_at, finished_at, ...run }] = await send('POST', '/api/ml/runs', body)
      return [status, run.status, started_at, finished_at]
    }
    const kept = ['2025-03-01T10:00:00.000Z', '2025-03-01T10:01:00.000Z']
    expect(await shown(times)).toEqual([201, 'finished', ...kept])
    expect(await shown({ ...times, status: 'failed' })).toEqual([201, 'failed', ...kept])
    const [, { run_id }] = await send('POST', '/api/ml/runs', { started_at: times.started_at })
    const [, ended] = await send('PATCH', `/api/ml/runs/${run_id}`, { finished_at: times.finished_at })
    expect([ended.status, ended.started_at, ended.finished_at]).toEqual(['finished', ...kept])
  })

  it.each<[string, object]>([
    ['ends before it begins', { ...times, finished_at: '2025-03-01T09:59:59Z' }],
    ['has an end and goes on', { ...times, status: 'running' }],
  ])('is refused when it %s', async (_what, body) => {
    const [status, { errors }] = await send('POST', '/api/ml/runs', body)
    expect([status, errors[0].path]).toEqual([400, '/finished_at'])
  })

  it('does not end before it began', async () => {
    const [, { run_id }] = await send('POST', '/api/ml/runs', { started_at: times.started_at })
    const [status, { errors }] = await send('PATCH', `/api/ml/runs/${run_id}`, { finished_at: '2025-03-01T09:59:59Z' })
    expect([status, errors]).toEqual([
      422,
      [{ path: '/finished_at', message: 'is before started_at, which is 2025-03-01T10:00:00.000Z' }],
    ])
    const [, queued] = await send('POST', '/api/ml/runs', { status: 'queued' })
    const [, ended] = await send('PATCH', `/api/ml/runs/${queued.run_id}`, { finished_at: times.finished_at })
    expect([ended.started_at, ended.finished_at]).toEqual(['2025-03-01T10:01:00.000Z', '2025-03-01T10:01:00.000Z'])
  })
})
