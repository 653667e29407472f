import type { CliEvent } from '@svc/plugin/contracts/cli'
import { expect, it } from 'vitest'
import { readEvents } from './read-events.ts'

it('events are read whole, wherever their bytes were cut', async () => {
  const text =
    'retry: 2000\n\n: still here\n\nid: ses_1.1\nevent: content\ndata: {"delta":"Größe 😀\\n\\ndata: x"}\n\nid: ses_1.2\nevent: done\ndata: {}\n\n'
  const bytes = Buffer.from(text)
  const read: CliEvent[][] = []
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    async function* come() {
      yield* pieces
    }
    const events: CliEvent[] = []
    for await (const event of readEvents(come())) events.push(event)
    read.push(events)
  }
  const whole = [
    { id: 'ses_1.1', type: 'content', data: { delta: 'Größe 😀\n\ndata: x' } },
    { id: 'ses_1.2', type: 'done', data: {} },
  ]
  expect(read).toEqual(Array(5).fill(whole))
})
