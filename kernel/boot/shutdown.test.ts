import { expect, test } from 'vitest'
import { Shutdown } from './shutdown.ts'

test('steps close in reverse, and one that fails or hangs keeps no other from its turn', async () => {
  const closed: string[] = []
  const errors: string[] = []
  const shutdown = new Shutdown(error => errors.push(String(error)), { allMs: 20, leastMs: 10 })
  shutdown.add('home', () => void closed.push('home'))
  shutdown.add('planes', () => new Promise<void>(() => undefined))
  shutdown.add('plugins', () => {
    throw new Error('broken')
  })
  shutdown.add('http', async () => void closed.push('http'))
  await shutdown.run()
  expect(closed).toEqual(['http', 'home'])
  expect(errors).toEqual(['Error: broken', expect.stringContaining('Closing the planes took longer than')])
})

test('running twice closes once', async () => {
  let count = 0
  const shutdown = new Shutdown(() => undefined)
  shutdown.add('home', () => void count++)
  await Promise.all([shutdown.run(), shutdown.run()])
  expect(count).toBe(1)
})
