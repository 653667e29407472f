import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { Waiters } from './waiters.ts'

it('has one listener on the signal of a wait, however often it is woken for jobs of others', async () => {
  const waiters = new Waiters()
  const waiter = waiters.join({ workspaceId: null, kinds: ['own.work'], queues: null })
  const ended = new AbortController()
  for (let n = 0; n < 10; n += 1) {
    const news = waiter.news(ended.signal)
    waiters.notify('ws_1')
    await news
    await waiters.look(waiter, async () => [])
  }
  expect(getEventListeners(ended.signal, 'abort')).toEqual([])
  const last = waiter.news(ended.signal)
  expect(getEventListeners(ended.signal, 'abort')).toHaveLength(1)
  ended.abort()
  await last
  expect(getEventListeners(ended.signal, 'abort')).toEqual([])
})
