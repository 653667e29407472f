import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { createSecret, signatureHeader } from './signature.ts'

const message = () => ({ id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body: '{"type":"job.dead","grüße":1}' })
const headersOf = (signature: string, { id, timestamp }: ReturnType<typeof message>) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
})

it('makes secrets of 24 random bytes, another one each time', () => {
  const secrets = [createSecret(), createSecret()]
  expect(secrets.map(secret => Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length)).toEqual([24, 24])
  expect(secrets[0]).not.toBe(secrets[1])
})

it('signs so that the library of the standard verifies it, with either of two secrets and with no other', () => {
  const [current, previous, other] = [createSecret(), createSecret(), createSecret()]
  const sent = message()
  const headers = headersOf(signatureHeader([current, previous], sent), sent)
  const verify = (secret: string, body = sent.body) => new Webhook(secret).verify(body, headers)
  expect([verify(current), verify(previous)]).toEqual([JSON.parse(sent.body), JSON.parse(sent.body)])
  expect(() => verify(other)).toThrow('No matching signature')
  expect(() => verify(current, `${sent.body} `)).toThrow('No matching signature')
})
