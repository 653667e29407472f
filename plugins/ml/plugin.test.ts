import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'ml'] })
})
afterAll(() => svc.stop())

const send = async (method: string, path: string, body?: never) => {
  const answer = await svc.request(method, `/api/ml${path}`, body === undefined ? {} : { body })
  return [answer.status, answer.body] as const
}
const post = (path: string, body: unknown) => send('POST', path, body as never)
const code = ([status, body]: readonly [number, { code: string }]) => [status, body.code]
const newRun = async (body: object = {}): Promise<string> => (await post('/runs', body))[1].run_id as string

describe('experiments', () => {
  it('are made, renamed, deleted with their runs and restored with them', async () => {
    const [status, made] = await post('/experiments', { name: 'Houses', tags: { team: 'a' } })
    expect([status, made.state, made.tags]).toEqual([201, 'active', { team: 'a' }])
    const { experiment_id } = made
    expect(code(await post('/experiments', { name: 'Houses' }))).toEqual([409, 'already_exists'])
    const run_id = await newRun({ experiment_id })
    const earlier = await newRun({ experiment_id })
    await send('DELETE', `/runs/${earlier}`)
    expect((await send('DELETE', `/experiments/${experiment_id}`))[0]).toBe(204)
    expect((await send('GET', `/runs/${run_id}`))[1].state).toBe('deleted')
    expect(code(await post('/experiments', { name: 'Houses' }))).toEqual([409, 'already_exists'])
    expect(code(await post('/runs', { experiment_id }))).toEqual([409, 'conflict'])
    const deleted = await send('GET', '/experiments?state=deleted')
    expect(deleted[1].items.map(({ name }: { name: string }) => name)).toEqual(['Houses'])
    await post(`/experiments/${experiment_id}/restore`, undefined)
    const states = await Promise.all([run_id, earlier].map(async id => (await send('GET', `/runs/${id}`))[1].state))
    expect(states).toEqual(['active', 'deleted'])
  })

  it('begin with one that cannot be deleted', async () => {
    expect(code(await send('DELETE', '/experiments/exp_default'))).toEqual([409, 'conflict'])
  })
})

describe('a run', () => {
  it('has what was logged to it, the last value of each metric, and a history', async () => {
    const run_id = await newRun({ name: 'ridge', params: { alpha: '1' } })
    const metrics = [
      { key: 'loss', value: 3, step: 2, timestamp: 1 },
      { key: 'loss', value: 'NaN', step: 0, timestamp: 1 },
      { key: 'loss', value: '-Infinity', step: 1, timestamp: 1 },
      { key: 'loss', value: 3, step: 2, timestamp: 1 },
    ]
    expect(await post(`/runs/${run_id}/log`, { metrics, params: { beta: '2' }, tags: { note: 'x' } })).toEqual([
      200,
      { metrics: 4, params: 1, tags: 1 },
    ])
    await send('PATCH', `/runs/${run_id}`, { status: 'finished' } as never)
    const [, run] = await send('GET', `/runs/${run_id}`)
    const { name, status, params, metrics: last, tags, result, finished_at } = run
    expect({ name, status, params, last, tags, result }).toEqual({
      name: 'ridge',
      status: 'finished',
      params: { alpha: '1', beta: '2' },
      last: { loss: 3 },
      tags: { note: 'x' },
      result: null,
    })
    expect(finished_at).toMatch(/Z$/)
    expect((await send('GET', `/runs/${run_id}/metrics/loss`))[1]).toEqual({
      key: 'loss',
      points: [
        { step: 0, timestamp: 1, value: 'NaN' },
        { step: 1, timestamp: 1, value: '-Infinity' },
        { step: 2, timestamp: 1, value: 3 },
      ],
      total: 3,
      sampled: false,
    })
    expect((await send('GET', `/runs/${run_id}/metrics/none`))[0]).toBe(404)
  })

  it('keeps a batch whole or not at all', async () => {
    const run_id = await newRun({ params: { alpha: '1' } })
    const bad = await post(`/runs/${run_id}/log`, {
      metrics: [
        { key: 'a', value: 1 },
        { key: '../b', value: 1 },
      ],
    })
    expect([bad[0], bad[1].errors[0].path]).toEqual([400, '/metrics/1/key'])
    const many = Array.from({ length: 1001 }, (_, step) => ({ key: 'a', value: 1, step }))
    expect(code(await post(`/runs/${run_id}/log`, { metrics: many }))).toEqual([400, 'validation_error'])
    const changed = { metrics: [{ key: 'a', value: 1 }], params: { alpha: '2' } }
    expect(code(await post(`/runs/${run_id}/log`, changed))).toEqual([409, 'param_changed'])
    expect((await send('GET', `/runs/${run_id}`))[1].metrics).toEqual({})
    await send('DELETE', `/runs/${run_id}`)
    expect(code(await post(`/runs/${run_id}/log`, { tags: { a: 'b' } }))).toEqual([409, 'conflict'])
  })

  it('keeps the peaks of a long history, and takes twenty writers at once', async () => {
    const run_id = await newRun()
    const batches = Array.from({ length: 20 }, (_, batch) => ({
      metrics: Array.from({ length: 100 }, (_, at) => {
        const step = batch * 100 + at
        return { key: 'loss', value: step === 777 ? 1e9 : step % 7, step, timestamp: step }
      }),
    }))
    batches.push({ metrics: [{ key: 'loss', value: 5, step: 2 ** 40, timestamp: 0 }] })
    const answers = await Promise.all(batches.map(batch => post(`/runs/${run_id}/log`, batch)))
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]))
    const [, history] = await send('GET', `/runs/${run_id}/metrics/loss?max_points=40`)
    expect([history.total, history.sampled, history.points.length <= 40]).toEqual([2001, true, true])
    const kept = history.points.map(({ step }: { step: number }) => step)
    expect([kept[0], kept.includes(777), kept.at(-1)]).toEqual([0, true, 2 ** 40])
    expect((await send('GET', `/runs/${run_id}`))[1].metrics).toEqual({ loss: 5 })
  })

  it('keeps files by their content, and refuses paths that lead elsewhere', async () => {
    const run_id = await newRun()
    const at = (path: string) => `${svc.url}/api/ml/runs/${run_id}/artifacts/${path}`
    const headers = { authorization: `Bearer ${svc.key}` }
    const put = (path: string, body: string) => fetch(at(path), { method: 'PUT', headers, body })
    expect((await put('model/a.txt', 'hello')).status).toBe(201)
    expect((await put('b.txt', 'hello')).status).toBe(201)
    const odd = await put('c/50%25 é.txt', 'hello')
    expect([odd.status, odd.headers.get('location')]).toEqual([201, at('c/50%25%20%C3%A9.txt')])
    expect(await (await fetch(odd.headers.get('location')!, { headers })).text()).toBe('hello')
    expect((await send('DELETE', `/runs/${run_id}/artifacts/c`))[0]).toBe(204)
    const [, listed] = await send('GET', `/runs/${run_id}/artifacts`)
    expect(listed.items.map(({ path, is_dir }: { path: string; is_dir: boolean }) => [path, is_dir])).toEqual([
      ['b.txt', false],
      ['model', true],
    ])
    const part = await fetch(at('model/a.txt'), { headers: { ...headers, range: 'bytes=1-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'el'])
    const refused = await Promise.all(
      ['%2e%2e/x', 'a/%2e%2e/%2e%2e/x', '..%2fx', 'a%5c..%5cx', '%2fetc/passwd', 'b.txt/under'].map(async path => [
        path,
        (await put(path, 'x')).status,
      ]),
    )
    expect(refused.filter(([, status]) => status !== 400 && status !== 404 && status !== 409)).toEqual([])
    expect((await send('DELETE', `/runs/${run_id}/artifacts/model`))[0]).toBe(204)
    expect((await send('GET', `/runs/${run_id}`))[1].artifact_count).toBe(1)
  })
})
