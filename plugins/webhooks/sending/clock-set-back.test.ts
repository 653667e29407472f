import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import { owner, startTestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'
import type { TestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'

const hourMs = 60 * 60 * 1000

const ok = (response: ServerResponse) => response.writeHead(204).end()
let answer: (response: ServerResponse) => void
let receiver: FakeWebHost
let hooks: TestWebhooks

beforeEach(async () => {
  answer = ok
  receiver = await startFakeWebHost((_, response) => answer(response))
  hooks = await startTestWebhooks([receiver])
})
afterEach(async () => {
  await hooks.close()
  await receiver.close()
})

const make = () => hooks.endpoints.create(owner, { url: `${receiver.url}/hook`, events: ['*'] })
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })
const settled = (id: string, expected: unknown[]) =>
  eventually(() =>
    expect(hooks.deliveriesOf(id).map(each => [each.status, ...each.attempts.map(attempt => attempt.status)])).toEqual(
      expected,
    ),
  )

describe('a clock that is set back by an hour', () => {
  it('holds up no delivery that failed before', async () => {
    const { id } = await make()
    hooks.clock.advance(hourMs)
    answer = response => response.writeHead(500).end()
    await hooks.emit()
    await settled(id, [['pending', 500]])
    answer = ok
    hooks.clock.advance(-hourMs)
    hooks.sender.wake(hooks.workspaceId)
    await settled(id, [['succeeded', 500, 204]])
  })

  it('holds up none that was not tried', async () => {
    const { id } = await make()
    hooks.clock.advance(hourMs)
    await hooks.stop()
    await hooks.emit()
    hooks.clock.advance(-hourMs)
    hooks.startSender().sender.start()
    await settled(id, [['succeeded', 204]])
  })

  it('lets the claim of a dead process run out as soon as ever', async () => {
    const { id } = await make()
    hooks.clock.advance(hourMs)
    answer = () => undefined
    await hooks.emit()
    await eventually(() => expect(receiver.requests).toHaveLength(1))
    answer = ok
    hooks.clock.advance(-hourMs)
    hooks.startSender().sender.start()
    await eventually(() => expect(hooks.deliveriesOf(id)[0]?.next_attempt_at).toBe('2026-01-31T12:00:25.000Z'))
    hooks.clock.advance(25_000)
    await settled(id, [['succeeded', 204]])
  })

  it('leaves retries from before it was ahead to their time', async () => {
    const { id } = await make()
    answer = response => response.writeHead(429, { 'retry-after': '7200' }).end()
    await hooks.emit()
    await settled(id, [['pending', 429]])
    hooks.clock.advance(hourMs)
    hooks.clock.advance(-hourMs)
    hooks.sender.wake(hooks.workspaceId)
    await hooks.stop()
    expect(hooks.deliveriesOf(id)[0]?.next_attempt_at).toBe('2026-01-31T14:00:00.000Z')
  })
})
