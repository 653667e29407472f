import { expect, it } from 'vitest'
import { runQueue } from '../../bench/support/queue-process.ts'

/* These open the kernel's own parts by hand. Nothing else would say that a bench has fallen behind them. */

it.each(['one', 'exchange', 'batch', 'enqueue'])('a queue is measured in the mode %s', async mode => {
  const figures = await runQueue('bench/peers/queue/queue-sqlite-svc.ts', { MODE: mode, COUNT: 50 })
  expect(figures).toEqual({ msPerJob: expect.any(Number), cpuMsPerJob: expect.any(Number) })
})

it('a conversation is measured', async () => {
  const figures = await runQueue<object>('bench/peers/data/transcript.ts', { MESSAGES: 10, COUNT: 5 })
  expect(figures).toEqual({ cpuMs: expect.any(Number), ms: expect.any(Number) })
})
