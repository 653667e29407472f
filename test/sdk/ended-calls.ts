import { getEventListeners } from 'node:events'
import { SvcClient } from '@svc/sdk'

// Run as a program: nothing else in the process has handles. It ends a thousand calls and prints what they left.
const client = new SvcClient({ maxRetries: 0 })
const count = (name: string): number => process.getActiveResourcesInfo().filter(each => each === name).length
const shared = new AbortController()
let ended = 0
for (let round = 0; round < 20; round++) {
  const calls = Array.from({ length: 50 }, async (_, index) => {
    const controller = new AbortController()
    const call = client.memory.list({}, { signal: controller.signal })
    if (index % 2 === 0) controller.abort()
    else setImmediate(() => controller.abort())
    const name = await call.then(
      () => 'nothing',
      (error: unknown) => (error as Error).name,
    )
    if (name === 'AbortError') ended += 1
  })
  await Promise.all(calls)
  await client.developer.me({ signal: shared.signal })
}
// The one socket is that of the last call that was answered, kept for the next.
while (count('TCPSocketWrap') > 1) await new Promise(setImmediate)
const listeners = getEventListeners(shared.signal, 'abort').length
process.stdout.write(
  JSON.stringify({ ended, left: { listeners, timers: count('Timeout'), sockets: count('TCPSocketWrap') } }),
)
process.exit()
