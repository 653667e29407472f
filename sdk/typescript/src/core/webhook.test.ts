import { expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { WebhookVerificationError } from './errors.ts'
import { Webhooks } from './webhook.ts'

const secret = `whsec_${btoa('a secret of twenty-four bytes')}`
const body = '{"type":"job.dead","timestamp":"2026-01-31T12:00:00.000Z","data":{"job_id":"job_ü"}}'

function headers(at = new Date()): Record<string, string> {
  const signature = new Webhook(secret).sign('evt_1', at, body)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  }
}

it('an event whose signature is right', async () => {
  const expected = { type: 'job.dead', timestamp: '2026-01-31T12:00:00.000Z', data: { job_id: 'job_ü' } }
  const webhooks = new Webhooks()
  expect(await webhooks.unwrap(body, headers(), secret)).toEqual(expected)
  expect(await webhooks.unwrap(new TextEncoder().encode(body), new Headers(headers()), secret)).toEqual(expected)
  const sent = headers()
  const rotated = { ...sent, 'webhook-signature': `v1,AAAA v2,x ${sent['webhook-signature']}` }
  expect(await webhooks.unwrap(body, rotated, secret)).toEqual(expected)
})

it.each([
  ['another body', { body: body.replace('dead', 'done') }, 'The signature is not of this secret'],
  ['another secret', { secret: `whsec_${btoa('another')}` }, 'The signature is not of this secret'],
  ['no secret', { secret: '' }, 'SVC_WEBHOOK_SECRET'],
  ['a secret of another kind', { secret: 'whsec_!' }, 'begins with whsec_'],
  [
    'a clock that is an hour behind',
    { headers: headers(new Date(Date.now() + 3_600_000)) },
    ' s in the future, and 300 s are allowed',
  ],
  [
    'a clock that is an hour ahead',
    { headers: headers(new Date(Date.now() - 3_600_000)) },
    ' s ago, and 300 s are allowed',
  ],
  ['no signature', { headers: { ...headers(), 'webhook-signature': undefined } }, 'no header webhook-signature'],
  ['a signature that is no base64', { headers: { ...headers(), 'webhook-signature': 'v1,%%%' } }, 'not of this secret'],
])('%s', async (_, wrong, message) => {
  const sent = { body, headers: headers(), secret, ...wrong }
  const error = await new Webhooks().unwrap(sent.body, sent.headers, sent.secret).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(WebhookVerificationError)
  expect(error).toMatchObject({ message: expect.stringContaining(message) })
})
