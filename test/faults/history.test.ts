import { describe, expect, it } from 'vitest'
import { violations } from './history.ts'
import type { History, LoggedTransition, Observation } from './history.ts'

const logged = (type: LoggedTransition['type'], attempt = 1): LoggedTransition => ({ type, job_id: 'job_1', attempt })
const claimed = (token: string, attempt: number, from: number, until: number): Observation => ({
  saw: 'claimed',
  job_id: 'job_1',
  token,
  attempt,
  started_at: from,
  lease_expires_at: until,
})
const completed = (token: string, answer: 'accepted' | 'refused'): Observation => ({
  saw: 'completed',
  job_id: 'job_1',
  token,
  answer,
})
const good: History = {
  log: [logged('job.created', 0), logged('job.started'), logged('job.started', 2), logged('job.succeeded', 2)],
  observations: [
    { saw: 'enqueued', job_id: 'job_1' },
    claimed('a', 1, 100, 200),
    { saw: 'renewed', job_id: 'job_1', token: 'a', lease_expires_at: 300 },
    claimed('b', 2, 300, 400),
    completed('b', 'accepted'),
    completed('a', 'refused'),
  ],
  jobs: [{ job_id: 'job_1', state: 'succeeded', attempt: 2 }],
}

describe('the checker of histories', () => {
  it('finds nothing in a history that keeps every promise', () => {
    expect(violations(good)).toEqual([])
  })

  const offences: [string, Partial<History>, RegExp][] = [
    ['a job that was acknowledged and is gone', { jobs: [] }, /acknowledged, and lost/],
    [
      'a job that never ends',
      { jobs: [{ job_id: 'job_1', state: 'running', attempt: 2 }] },
      /never ended, it is running/,
    ],
    ['two ends', { log: [...good.log, logged('job.dead', 2)] }, /ended 2 times \(succeeded, dead\)/],
    [
      'an end that the job does not show',
      { jobs: [{ job_id: 'job_1', state: 'dead', attempt: 2 }] },
      /its log says succ/,
    ],
    [
      'a start after the end',
      { log: [...good.log, logged('job.started', 2)] },
      /went on after its end \(job.started\)/,
    ],
    [
      'an attempt that was not counted at its claim',
      { log: [logged('job.created', 0), logged('job.started'), logged('job.started', 3), logged('job.succeeded', 3)] },
      /attempt 3 does not follow \(1, 3\)/,
    ],
    [
      'two live holders',
      { observations: [claimed('a', 1, 100, 200), claimed('b', 2, 199, 400)] },
      /claimed at 199 while another lease ran until 200/,
    ],
    [
      'two accepted completions',
      { observations: [...good.observations, completed('a', 'accepted')] },
      /completions of 2 claims were accepted/,
    ],
    [
      'an old token that wins',
      { observations: [claimed('a', 1, 100, 200), claimed('b', 2, 300, 400), completed('a', 'accepted')] },
      /attempt 1 was accepted, and attempt 2 came after it/,
    ],
  ]
  it.each(offences)('catches %s', (_offence, change, complaint) => {
    expect(violations({ ...good, ...change }).join('\n')).toMatch(complaint)
  })
})
