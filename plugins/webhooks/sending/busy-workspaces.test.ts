import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startFakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import { owner, startTestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'
import type { TestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'

let held: ServerResponse[]
let receiver: FakeWebHost
let hooks: TestWebhooks

beforeEach(async () => {
  held = []
  receiver = await startFakeWebHost((_, response) => void held.push(response))
  hooks = await startTestWebhooks([receiver], { concurrency: 4, endpoint_concurrency: 1 })
})
afterEach(async () => {
  await hooks.close()
  await receiver.close()
})

const isHeld = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count), { timeout: 10_000 })

it('slow receivers of busy workspaces hold up no other workspace', async () => {
  const workspaces = [1, 2, 3, 4, 5].map(number => `ws_${String(number).repeat(26)}`)
  for (const [index, workspace_id] of workspaces.entries()) {
    const url = `${receiver.url}/${index + 1}`
    await hooks.endpoints.create({ ...owner, workspace_id }, { url, events: ['*'] })
    for (let count = 0; count < 6; count += 1) await hooks.emit('run.finished', {}, workspace_id)
    await isHeld(Math.min(index + 1, 4))
  }
  for (let ended = 0; ended < 6; ended += 1) {
    held.shift()?.writeHead(204).end()
    await isHeld(4)
  }
  expect(receiver.requests.filter(({ path }) => path === '/5')).toHaveLength(1)
})
