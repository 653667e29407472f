import { expect, it } from 'vitest'
import { SvcClient } from '../client.ts'
import type { Fetch } from './transport/options.ts'

const body = { dataset_id: 'ds_1', task: 'regression', target: 'y', trainer: 'linear_regression' } as const

/** A client whose requests are answered so, one after the other; null: the server is away. */
function answered(...answers: (object | number | null)[]): SvcClient {
  const fetch: Fetch = async () => {
    const answer = answers.shift() ?? null
    if (answer === null) throw new TypeError('fetch failed')
    if (typeof answer === 'number') return Response.json({ status: answer }, { status: answer })
    return Response.json(answer)
  }
  return new SvcClient({ baseUrl: 'http://svc.test', apiKey: 'svc_test', logLevel: 'error', maxRetries: 0, fetch })
}

it('a run is waited for while the server is away', async () => {
  const run = { status: 'running' }
  expect(await answered({ run_id: 'run_1' }, run, null, 500, { status: 'finished' }).ml.train(body)).toEqual({
    status: 'finished',
  })
  expect(await answered(run, null, { status: 'succeeded' }).agentApps.wait('run_1')).toEqual({ status: 'succeeded' })
  expect(await answered(run, null, { status: 'completed' }).playbooks.wait('run_1')).toEqual({ status: 'completed' })
})

it('what ends the wait for a training names its run', async () => {
  const failure = await answered({ run_id: 'run_1' }, 403)
    .ml.train(body)
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'PermissionDeniedError', run_id: 'run_1' })
})
