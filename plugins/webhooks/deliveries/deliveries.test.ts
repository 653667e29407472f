import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startFakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import { owner, startTestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'
import type { TestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'

let receiver: FakeWebHost
let hooks: TestWebhooks

beforeEach(async () => {
  receiver = await startFakeWebHost((_, response) => response.writeHead(500).end())
  hooks = await startTestWebhooks([receiver], { retry_seconds: [0] })
})
afterEach(async () => {
  await hooks.close()
  await receiver.close()
})

it('finds the few that failed in a long log, page by page', async () => {
  const { id } = await hooks.endpoints.create(owner, { url: `${receiver.url}/hook`, events: ['*'] })
  const failed: string[] = []
  for (const others of [25_000, 10_000, 3]) {
    await hooks.emit()
    await vi.waitFor(() => expect(hooks.deliveriesOf(id).at(-1)?.status).toBe('failed'))
    failed.unshift(hooks.deliveriesOf(id).at(-1)?.id ?? '')
    hooks.fill(id, others)
  }
  const found: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await hooks.deliveries.list(owner, id, { status: 'failed', limit: 2, ...(cursor && { cursor }) })
    found.push(...page.items.map(delivery => delivery.id))
    cursor = page.next_cursor
  } while (cursor)
  expect(found).toEqual(failed)
  expect((await hooks.deliveries.list(owner, id, { status: 'pending', limit: 5 })).items).toEqual([])
  expect((await hooks.deliveries.list(owner, id, { limit: 5 })).items).toHaveLength(5)
})
