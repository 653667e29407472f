import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let svc: TestKernel

beforeAll(async () => {
  svc = await startTestKernel({
    plugins: ['workspace'],
    env: { SVC_WAITING_REQUESTS_PER_PERSON: '16', SVC_RATE_LIMIT_PER_MINUTE: '100000' },
  })
})
afterAll(() => svc?.stop())

it('of one person no more requests wait than the setting says; the others are refused and may come again', async () => {
  // One piece of bytes with all of them, so that they come at once.
  const socket = connect({ port: Number(new URL(svc.url).port), host: '127.0.0.1' })
  await once(socket, 'connect')
  const request = (more = '') =>
    `GET /api/workspace/notes?limit=1 HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${svc.owner.cookie}\r\n${more}\r\n`
  socket.write(request().repeat(200) + request('connection: close\r\n'))
  const answers = await text(socket)
  const refused = answers.split('HTTP/1.1 ').filter(answer => answer.startsWith('429'))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toContain('More than 16 of your requests wait at once')
  expect(refused[0]).toMatch(/^retry-after: \d+\r$/im)
  expect(await svc.request('GET', '/api/workspace/notes?limit=1')).toMatchObject({ status: 200 })
})
