import { describe, expect, it } from 'vitest'
import { withLogFields, withOwnLogFields } from '@svc/plugin'
import { createLogger } from './index.ts'

function recording() {
  const lines: string[] = []
  const log = createLogger({ level: 'debug', destination: { write: line => void lines.push(line) } })
  return { log, lines, parsed: () => lines.map(line => JSON.parse(line) as Record<string, unknown>) }
}

describe('The log', () => {
  it('names the work that a line was written for, also after it has waited', async () => {
    const { log, parsed } = recording()
    await withOwnLogFields({ request_id: 'req_1' }, async () => {
      await new Promise(setImmediate)
      withLogFields({ run_id: 'run_1' }, () => log.child({ plugin: 'a' }).info({ n: 1 }, 'in a run'))
      withOwnLogFields({ job_id: 'job_1' }, () => log.info({}, 'in a job'))
      log.info({ request_id: 'req_other' }, 'of another')
    })
    log.info({}, 'outside')

    expect(parsed().map(({ level: _level, time: _time, ...line }) => line)).toEqual([
      { plugin: 'a', request_id: 'req_1', run_id: 'run_1', n: 1, msg: 'in a run' },
      { job_id: 'job_1', msg: 'in a job' },
      { request_id: 'req_other', msg: 'of another' },
      { msg: 'outside' },
    ])
  })

  it('shows no secret, wherever it stands', () => {
    const { log, lines, parsed } = recording()
    const key = `svc_${'a'.repeat(26)}_${'B'.repeat(43)}01234567`
    const canaries = [
      'B'.repeat(43),
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'canary-in-a-url',
      'canary.jwt',
      'Y2FuYXJ5OnBhc3N3b3Jk',
      'configured "canary" \\ value',
      'canary-in-a-field',
      'sk-proj-canary0123456789',
    ]
    log.hide(['configured "canary" \\ value', 'no'])
    const error = new Error(`connect failed: postgres://svc:canary-in-a-url@db:5432/svc with ${key}`)
    error.cause = new Error('Authorization: Basic Y2FuYXJ5OnBhc3N3b3Jk')
    log.error({ err: error }, 'it failed')
    log.warn(
      { headers: { Authorization: `Bearer ${key}`, Cookie: 'a=1; svc_session=eyJhbGciOi.canary.jwt; b=2' } },
      'seen',
    )
    log.info({}, 'it sent a=1; svc_session=canary-in-a-field; b=2')
    log.info({ body: { deep: { deeper: { deepest: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } } } }, 'hook')
    log.info(
      { settings: { password: 'canary-in-a-field' } },
      `the value is configured "canary" \\ value, sk-proj-canary0123456789`,
    )
    log
      .child({ plugin: 'x' })
      .debug(
        { list: [{ key: 'canary-in-a-field' }], url: encodeURI('http://u:canary-in-a-url@h/p?q=no') },
        'no secret is too short to hide',
      )

    const text = lines.join('')
    for (const canary of canaries) {
      expect(text).not.toContain(canary)
      expect(text).not.toContain(JSON.stringify(canary).slice(1, -1))
    }
    // Still one JSON document a line, with what is no secret left in it.
    expect(parsed().map(({ msg }) => msg)).toEqual([
      'it failed',
      'seen',
      'it sent a=1; svc_session=[redacted]; b=2',
      'hook',
      'the value is [redacted], [redacted]',
      'no secret is too short to hide',
    ])
    expect(text).toContain(`svc_${'a'.repeat(26)}_[redacted]`)
    expect(text).toContain('"Authorization":"[redacted]","Cookie":"[redacted]"')
    expect(text).toContain('a=1; svc_session=[redacted]; b=2')
    expect(text).toContain('postgres://svc:[redacted]@db:5432/svc')
  })
})
