import {
  ConflictError,
  ForbiddenError,
  InternalError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitedError,
  SvcError,
  TimeoutError,
  UnauthenticatedError,
  UnavailableError,
  UnprocessableError,
  UpstreamError,
  ValidationError,
} from '@svc/plugin'
import { expect, it } from 'vitest'
import { Fault, fault, faultOf } from './fault.ts'

const budget = new SvcError(429, 'token_budget_exceeded', 'All is used.')
const refusedKey = new UpstreamError('The provider refused its key.', { fields: { refuses_key: true } })

it.each([
  [new NotFoundError('There is none.'), 'configuration', 400, 'There is none.'],
  [new ValidationError('It does not fit.'), 'validation', 400, 'It does not fit.'],
  [new PayloadTooLargeError('It is too large.'), 'validation', 400, 'It is too large.'],
  [new UnauthenticatedError('Who are you?'), 'authentication', 401, 'Who are you?'],
  [refusedKey, 'authentication', 401, 'The provider refused its key.'],
  [new ForbiddenError('forbidden', 'You may not.'), 'authorization', 403, 'forbidden: You may not.'],
  [new UnprocessableError('url_blocked', 'Not there.'), 'authorization', 403, 'url_blocked: Not there.'],
  [new TimeoutError('Too late.'), 'timeout', 408, 'Too late.'],
  [new UpstreamError('It broke off.'), 'communication', 502, 'It broke off.'],
  [new UnavailableError('Not now.'), 'communication', 503, 'Not now.'],
  [new RateLimitedError('Too often.', 7), 'communication', 429, 'Too often.'],
  [budget, 'runtime', 500, 'budget_exceeded: All is used.'],
  [new UnprocessableError('tool_failed', 'It failed.'), 'runtime', 500, 'tool_failed: It failed.'],
  [new ConflictError('conflict', 'It is so already.'), 'runtime', 500, 'conflict: It is so already.'],
])('%s is an error of the standard', (thrown, kind, status, detail) => {
  expect(faultOf(thrown).error).toEqual({
    type: `https://serverlessworkflow.io/spec/1.0.0/errors/${kind}`,
    status,
    title: expect.any(String),
    detail,
  })
})

it.each([new Error('password=hunter2'), new InternalError('password=hunter2'), 'password=hunter2'])(
  'what is none of ours keeps its words to itself',
  thrown => {
    expect(faultOf(thrown).error).toMatchObject({
      status: 500,
      detail: 'The task failed with an unexpected error; the log of the server has it.',
    })
  },
)

it('an error keeps the place in which it arose, and what the other side asks to wait', () => {
  const inner = fault('communication', 'Busy.', { status: 503, retryAfterSeconds: 9, childRunId: 'prun_2' })
  const outer = new Fault(inner.at('/do/0/inner'))
  expect(outer.at('/do/0')).toMatchObject({ instance: '/do/0/inner', status: 503, child_run_id: 'prun_2' })
  expect(faultOf(new RateLimitedError('Too often.', 7)).retryAfterSeconds).toBe(7)
})
