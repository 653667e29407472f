import { expect, test } from 'vitest'
import { Lifecycle } from './lifecycle.ts'

const limits = { stepMs: 50, closeAllMs: 20, closeLeastMs: 10 }

function start(): { lifecycle: Lifecycle; said: string[]; errors: string[] } {
  const said: string[] = []
  const errors: string[] = []
  return { lifecycle: new Lifecycle(error => errors.push(String(error)), limits), said, errors }
}

test('closes run in reverse, and one that fails or hangs keeps no other from its turn', async () => {
  const { lifecycle, said, errors } = start()
  lifecycle.onClose('home', () => void said.push('home'))
  lifecycle.onClose('planes', () => new Promise<void>(() => undefined))
  lifecycle.onClose('plugins', () => {
    throw new Error('broken')
  })
  lifecycle.onClose('http', async () => void said.push('http'))
  await lifecycle.close()
  expect(said).toEqual(['http', 'home'])
  expect(errors).toEqual(['Error: broken', expect.stringContaining('Closing the planes took longer than')])
})

test('closing twice closes once', async () => {
  const { lifecycle, said } = start()
  lifecycle.onClose('home', () => void said.push('home'))
  await Promise.all([lifecycle.close(), lifecycle.close()])
  expect(said).toEqual(['home'])
})

test('steps run one after the other, in as many runs as there are, and what they opened closes in reverse', async () => {
  const { lifecycle, said } = start()
  const open = (name: string) => async () => {
    said.push(`open ${name}`)
    lifecycle.onClose(name, () => void said.push(`close ${name}`))
  }
  lifecycle.use('first', open('first'))
  lifecycle.use('second', open('second'))
  await lifecycle.run()
  lifecycle.use('third', open('third'))
  await lifecycle.run()
  await lifecycle.close()
  expect(said).toEqual(['open first', 'open second', 'open third', 'close third', 'close second', 'close first'])
})

test('a step that fails or takes too long gets its handler, and the next one runs', async () => {
  const { lifecycle, said } = start()
  const note = async (error: unknown): Promise<void> => void said.push(String(error))
  lifecycle.use('broken', () => Promise.reject(new Error('no')), note)
  lifecycle.use('slow', () => new Promise<void>(() => undefined), note)
  lifecycle.use('next', async () => void said.push('next'))
  await lifecycle.run()
  await lifecycle.close()
  expect(said).toEqual(['Error: no', 'Error: It took longer than 0.05 s.', 'next'])
})

test('what a handler throws, or a step without one, ends the start; what is open is closed all the same', async () => {
  for (const onFailure of [undefined, () => Promise.reject(new Error('no'))]) {
    const { lifecycle, said } = start()
    const skipped = async (): Promise<void> => void said.push('skipped')
    lifecycle.onClose('home', () => void said.push('home'))
    lifecycle.use('broken', () => Promise.reject(new Error('no')), onFailure)
    lifecycle.use('next', skipped, skipped)
    await expect(lifecycle.run()).rejects.toThrow('no')
    await lifecycle.close()
    expect(said).toEqual(['home'])
  }
})

test('a close waits for the step that runs', async () => {
  const { lifecycle, said } = start()
  const opened = Promise.withResolvers<void>()
  lifecycle.use('slow', async () => {
    await opened.promise
    lifecycle.onClose('slow', () => void said.push('closed'))
  })
  const running = lifecycle.run()
  const closed = lifecycle.close()
  opened.resolve()
  await Promise.all([running, closed])
  expect(said).toEqual(['closed'])
})
