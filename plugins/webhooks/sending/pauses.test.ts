import type { ServerResponse } from 'node:http'
import { UnavailableError } from '@svc/plugin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import { owner, startTestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'
import type { TestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'

const hourMs = 60 * 60 * 1000

let answer: (response: ServerResponse) => void
let receiver: FakeWebHost
let hooks: TestWebhooks

beforeEach(async () => {
  answer = response => response.writeHead(500).end()
  receiver = await startFakeWebHost((_, response) => answer(response))
  hooks = await startTestWebhooks([receiver], { retry_seconds: [0, 3600, 3600] })
})
afterEach(async () => {
  await hooks.close()
  await receiver.close()
})

const make = () => hooks.endpoints.create(owner, { url: `${receiver.url}/hook`, events: ['*'] })
const isTried = (id: string, times: number) =>
  vi.waitFor(() => expect(hooks.deliveriesOf(id)[0]?.attempts).toHaveLength(times), { timeout: 10_000 })

describe('a receiver that fails', () => {
  it('is tried on when the server was away for days', async () => {
    const { id } = await make()
    await hooks.emit()
    await isTried(id, 1)
    await hooks.stop()
    hooks.clock.advance(121 * hourMs)
    hooks.startSender().sender.start()
    await isTried(id, 2)
    expect([hooks.endpoints.get(owner, id).status, hooks.deliveriesOf(id)[0]]).toEqual([
      'enabled',
      expect.objectContaining({ status: 'pending' }),
    ])
  })

  it('is tried on when the machine slept for days, and is disabled after as many hours of work as ever', async () => {
    await hooks.close()
    hooks = await startTestWebhooks([receiver], { retry_seconds: [0] })
    const { id } = await make()
    const statuses = []
    for (const hours of [0, 100, 30, 30, 30, 29, 1]) {
      hooks.clock.advance(hours * hourMs)
      await hooks.emit()
      await vi.waitFor(() => expect(hooks.deliveriesOf(id).every(({ status }) => status === 'failed')).toBe(true))
      statuses.push(hooks.endpoints.get(owner, id).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 6 }, () => 'enabled'), 'disabled'])
  })
})

describe('an event for admins', () => {
  it('loses no try while nobody can say who is an admin', async () => {
    const { id } = await make()
    const asked = vi.spyOn(hooks.admins, 'has').mockImplementation(() => {
      throw new UnavailableError('The database is away.')
    })
    await hooks.emit('secret.read')
    for (let times = 1; times <= 4; times += 1) {
      await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(times))
      await vi.waitFor(() => expect(hooks.clock.sleepers).toBe(1))
      hooks.clock.advance(30_000)
    }
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(5))
    asked.mockRestore()
    await vi.waitFor(() => expect(hooks.clock.sleepers).toBe(1))
    hooks.clock.advance(30_000)
    await isTried(id, 1)
    expect(hooks.deliveriesOf(id)[0]).toMatchObject({ status: 'pending', error: 'The receiver answered 500.' })
  })
})
